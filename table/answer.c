/* answer.c: the names and sentences of refusals. */
#include "answer.h"

#include "../core/text.h"

static const struct {
    const char *name, *sentence;
} refusals[] = {
    {"ok", ""},
    {"rule", ""},
#define KB_REFUSED(code, name, sentence) {name, sentence},
#include "refusals.def"
#undef KB_REFUSED
};

const char *kb_answer_name(const kb_answer *answer)
{
    return answer->refusal == KB_REFUSED_RULE ? kb_error_name(answer->rule) : refusals[answer->refusal].name;
}

const char *kb_answer_sentence(const kb_answer *answer)
{
    if (answer->more[0]) return answer->more;
    return answer->refusal == KB_REFUSED_RULE ? kb_error_sentence(answer->rule) : refusals[answer->refusal].sentence;
}

kb_answer kb_refuse(kb_refused refusal)
{
    kb_answer answer = {refusal, KB_OK, ""};
    return answer;
}

void kb_put_answer(const kb_answer *answer, size_t from, kb_text *out)
{
    if (answer->refusal) {
        out->n = from;
        kb_putj(out, "{ok:false, error:%s, sentence:%s", kb_answer_name(answer), kb_answer_sentence(answer));
    }
    kb_putj(out, "}");
}

int kb_answer_number(const kb_answer *answer)
{
    return answer->refusal == KB_REFUSED_RULE ? KB_REFUSED_N + (int)answer->rule : (int)answer->refusal;
}

kb_answer kb_answer_numbered(int number)
{
    bool is_rule = number >= KB_REFUSED_N;
    kb_answer answer = {is_rule ? KB_REFUSED_RULE : (kb_refused)number,
                        is_rule ? (kb_error)(number - KB_REFUSED_N) : KB_OK, ""};
    return answer;
}
