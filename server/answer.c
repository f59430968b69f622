/* answer.c: the names and sentences of refusals. */
#include "answer.h"

static const struct {
    const char *name, *sentence;
} refusals[] = {
    {"ok", ""},
    {"rule", ""},
#define SRV_REFUSAL(code, name, sentence) {name, sentence},
#include "refusals.def"
#undef SRV_REFUSAL
};

const char *srv_answer_name(const srv_answer *answer)
{
    return answer->refusal == SRV_E_RULE ? kb_error_name(answer->rule) : refusals[answer->refusal].name;
}

const char *srv_answer_sentence(const srv_answer *answer)
{
    if (answer->more[0]) return answer->more;
    return answer->refusal == SRV_E_RULE ? kb_error_sentence(answer->rule) : refusals[answer->refusal].sentence;
}

srv_answer srv_refuse(srv_refusal refusal)
{
    srv_answer answer = {refusal, KB_OK, ""};
    return answer;
}

int srv_answer_number(const srv_answer *answer)
{
    return answer->refusal == SRV_E_RULE ? SRV_REFUSALS + (int)answer->rule : (int)answer->refusal;
}

srv_answer srv_answer_numbered(int number)
{
    bool is_rule = number >= SRV_REFUSALS;
    srv_answer answer = {is_rule ? SRV_E_RULE : (srv_refusal)number,
                         is_rule ? (kb_error)(number - SRV_REFUSALS) : KB_OK, ""};
    return answer;
}
