/* talk.c: table talk of Integralis: workers and machines left alone, workers sold, repairs. */
#include "../talk.h"
#include "../../core/game.h"
#include "../../engine/promises.h"
#include "../../games/integralis/state.h"
#include "../../games/integralis/text.h"

enum { LEAVE, TOUCH, SELL, BUY, COUNTER, REPAIR, SABOTAGE, PAY };

/* Things below MACHINE are workers, by their card. From MACHINE on they are machines. */
enum { MACHINE = 32 };

static const talk_word words[] = {
    {"leave", TALK_VERB, LEAVE},
    {"spare", TALK_VERB, LEAVE},
    {"touch", TALK_VERB, TOUCH},
    {"bribe", TALK_VERB, TOUCH},
    {"tempt", TALK_VERB, TOUCH},
    {"lass", TALK_VERB, LEAVE},
    {"lasse", TALK_VERB, LEAVE},
    {"laesst", TALK_VERB, LEAVE},
    {"bestich", TALK_VERB, TOUCH},
    {"sell", TALK_VERB, SELL},
    {"verkauf", TALK_VERB, SELL},
    {"verkaufe", TALK_VERB, SELL},
    {"verkaufst", TALK_VERB, SELL},
    {"buy", TALK_VERB, BUY},
    {"kaufe", TALK_VERB, BUY},
    {"kauf", TALK_VERB, BUY},
    {"counter", TALK_VERB, COUNTER},
    {"wehr", TALK_VERB, COUNTER},
    {"wehre", TALK_VERB, COUNTER},
    {"kontere", TALK_VERB, COUNTER},
    {"repair", TALK_VERB, REPAIR},
    {"fix", TALK_VERB, REPAIR},
    {"reparier", TALK_VERB, REPAIR},
    {"repariere", TALK_VERB, REPAIR},
    {"reparierst", TALK_VERB, REPAIR},
    {"sabotage", TALK_VERB, SABOTAGE},
    {"sabotier", TALK_VERB, SABOTAGE},
    {"sabotiere", TALK_VERB, SABOTAGE},
    {"sabotierst", TALK_VERB, SABOTAGE},
    {"pay", TALK_VERB, PAY},
    {"offer", TALK_VERB, PAY},
    {"zahle", TALK_VERB, PAY},
    {"biete", TALK_VERB, PAY},
    {"fritz", TALK_THING, INTEGRALIS_FRITZ},
    {"greta", TALK_THING, INTEGRALIS_GRETA},
    {"hugo", TALK_THING, INTEGRALIS_HUGO},
    {"wilma", TALK_THING, INTEGRALIS_WILMA},
    {"ida", TALK_THING, INTEGRALIS_IDA},
    {"jupp", TALK_THING, INTEGRALIS_JUPP},
    {"kathi", TALK_THING, INTEGRALIS_KATHI},
    {"lars", TALK_THING, INTEGRALIS_LARS},
    {"moni", TALK_THING, INTEGRALIS_MONI},
    {"collate", TALK_THING, MACHINE + INTEGRALIS_COLLATE},
    {"collating", TALK_THING, MACHINE + INTEGRALIS_COLLATE},
    {"sammelheften", TALK_THING, MACHINE + INTEGRALIS_COLLATE},
    {"fold", TALK_THING, MACHINE + INTEGRALIS_FOLD},
    {"folding", TALK_THING, MACHINE + INTEGRALIS_FOLD},
    {"falzen", TALK_THING, MACHINE + INTEGRALIS_FOLD},
    {"falzmaschine", TALK_THING, MACHINE + INTEGRALIS_FOLD},
    {"glue", TALK_THING, MACHINE + INTEGRALIS_GLUE},
    {"gluing", TALK_THING, MACHINE + INTEGRALIS_GLUE},
    {"klebebinden", TALK_THING, MACHINE + INTEGRALIS_GLUE},
    {"sew", TALK_THING, MACHINE + INTEGRALIS_SEW},
    {"sewing", TALK_THING, MACHINE + INTEGRALIS_SEW},
    {"fadenheften", TALK_THING, MACHINE + INTEGRALIS_SEW},
};

static void leave_worker(const talk_scene *scene, int seat, int owner, int card, int term, talk_promises *promises)
{
    const char *team = integralis_seat_names[owner], *worker = integralis_card_names[card];
    talk_promise(promises, scene, seat, true, term, "tempt|bribe %s.%s **", team, worker);
    talk_promise(promises, scene, seat, true, term, "play coffee|byebye|mixup %s.%s", team, worker);
}

static bool clause(const talk_scene *scene, const talk_clause *c, talk_promises *promises)
{
    int subject = c->subject != KB_NONE ? c->subject : scene->listener;
    int other = subject == scene->speaker || subject == scene->listener ? talk_other(scene, subject) : scene->speaker;
    int thing = c->n_things ? c->thing[0].value : TALK_NOTHING;
    int owner = c->n_things && c->thing[0].owner != KB_NONE ? c->thing[0].owner : other;
    bool worker = c->n_things && thing < MACHINE, machine = c->n_things && thing >= MACHINE;
    int term = c->term != TALK_NOTHING ? c->term : KB_TERM_ROUND;
    int32_t sum = c->n_numbers ? c->number[0].value : 0;
    switch (c->verb) {
    case TOUCH:
    case LEAVE:
        if ((c->verb == TOUCH) != c->wont) return false;
        for (int i = 0; i < c->n_things; i++) {
            int whose = c->thing[i].owner != KB_NONE ? c->thing[i].owner : other;
            if (c->thing[i].value < MACHINE) {
                leave_worker(scene, subject, whose, c->thing[i].value, term, promises);
            } else {
                talk_promise(promises, scene, subject, true, term, "play sabotage5|sabotage2 %s",
                             integralis_machine_names[c->thing[i].value - MACHINE]);
            }
        }
        return c->n_things > 0;
    case SABOTAGE:
        talk_promise(promises, scene, subject, c->wont, term, "play sabotage5|sabotage2 %s",
                     machine ? integralis_machine_names[thing - MACHINE] : "*");
        return c->wont || machine;
    case REPAIR:
        if (!machine) return false;
        talk_promise(promises, scene, subject, c->wont, term, "repair %s", integralis_machine_names[thing - MACHINE]);
        return true;
    case COUNTER:
        talk_promise(promises, scene, subject, c->wont, term, "counter * %s",
                     integralis_seat_names[c->whom != KB_NONE ? c->whom : other]);
        return true;
    case PAY:
    case BUY:
    case SELL:
    case TALK_NOTHING:
        /* "3k for Lars": the seat that does not own him buys. */
        if (!worker || !sum || c->wont) return false;
        if (c->verb == SELL) {
            owner = subject;
        } else if (c->thing[0].owner == KB_NONE) {
            owner = c->subject != KB_NONE ? other : scene->listener;
        }
        if (owner != scene->speaker && owner != scene->listener) return false;
        talk_promise(promises, scene, talk_other(scene, owner), false, term, "tempt %s.%s >=%d",
                     integralis_seat_names[owner], integralis_card_names[thing], sum);
        talk_promise(promises, scene, owner, false, term, "sell %s.%s *", integralis_seat_names[owner],
                     integralis_card_names[thing]);
        return true;
    default: return false;
    }
}

static const char *const german_seats[] = {"rot", "gelb", "gruen", "blau"};
const bot_talk integralis_talk = {words, KB_COUNT(words), german_seats,
                                  1u << LEAVE | 1u << SELL | 1u << BUY | 1u << REPAIR | 1u << PAY, clause};
