/* talk_promise.c: writes a promise made in table talk, in the format of records. */
#include "../engine/promises.h"
#include "talk.h"

void talk_promise(talk_promises *promises, const talk_scene *scene, int seat, bool wont, int term, const char *pattern,
                  ...)
{
    char words[KB_PATTERN_MAX + 2], reason[KB_WHY_MAX];
    kb_text text = kb_text_in(words, sizeof words), why = kb_text_in(reason, sizeof reason);
    kb_pattern read;
    va_list arguments;
    va_start(arguments, pattern);
    kb_putv(&text, pattern, arguments);
    va_end(arguments);
    if (promises->n == KB_PACT_PROMISES_MAX || !kb_pattern_read(&scene->view->setup, text.at, text.n, &read, &why)) {
        promises->failed = true;
        return;
    }
    if (term > promises->term) promises->term = term;
    promises->n++;
    kb_putj(promises->out, "{seat:%s, %s:%s, term:%s}", kb_seat_name(&scene->view->setup, seat), wont ? "wont" : "will",
            words, kb_term_names[term]);
}
