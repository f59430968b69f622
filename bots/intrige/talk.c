/* talk.c: table talk of Intrige: bribes for posts, who is sent where, who is left alone. */
#include "../talk.h"
#include "../../core/game.h"
#include "../../engine/promises.h"
#include "../../games/intrige/state.h"
#include "../../games/intrige/tables.h"
#include "../../games/intrige/text.h"

enum { PAY, GIVE, SEND, COMPETE, LEAVE, KEEP, BANISH };

/* Professions of all editions, then other things. */
enum { N_NAMES = 12, WRITER = N_NAMES, POST, BEST, ANYBODY };
static const char *const names[N_NAMES] = {"scientist", "doctor", "priest", "clerk",  "alchemist", "healer",
                                           "minister",  "scribe", "banker", "lawyer", "scholar",   "soldier"};

static const talk_word words[] = {
    {"pay", TALK_VERB, PAY},
    {"bribe", TALK_VERB, PAY},
    {"offer", TALK_VERB, PAY},
    {"zahl", TALK_VERB, PAY},
    {"zahle", TALK_VERB, PAY},
    {"zahlst", TALK_VERB, PAY},
    {"zahlen", TALK_VERB, PAY},
    {"bezahle", TALK_VERB, PAY},
    {"biete", TALK_VERB, PAY},
    {"give", TALK_VERB, GIVE},
    {"place", TALK_VERB, GIVE},
    {"hire", TALK_VERB, GIVE},
    {"put", TALK_VERB, GIVE},
    {"take", TALK_VERB, GIVE},
    {"gib", TALK_VERB, GIVE},
    {"gibst", TALK_VERB, GIVE},
    {"gebe", TALK_VERB, GIVE},
    {"geb", TALK_VERB, GIVE},
    {"geben", TALK_VERB, GIVE},
    {"nimm", TALK_VERB, GIVE},
    {"nimmst", TALK_VERB, GIVE},
    {"nehme", TALK_VERB, GIVE},
    {"send", TALK_VERB, SEND},
    {"schick", TALK_VERB, SEND},
    {"schicke", TALK_VERB, SEND},
    {"schickst", TALK_VERB, SEND},
    {"schicken", TALK_VERB, SEND},
    {"compete with", TALK_VERB, COMPETE},
    {"compete against", TALK_VERB, COMPETE},
    {"attack", TALK_VERB, COMPETE},
    {"konkurrier", TALK_VERB, COMPETE},
    {"konkurriere", TALK_VERB, COMPETE},
    {"greif", TALK_VERB, COMPETE},
    {"greife", TALK_VERB, COMPETE},
    {"greifst", TALK_VERB, COMPETE},
    {"leave", TALK_VERB, LEAVE},
    {"spare", TALK_VERB, LEAVE},
    {"lass", TALK_VERB, LEAVE},
    {"lasse", TALK_VERB, LEAVE},
    {"laesst", TALK_VERB, LEAVE},
    {"keep", TALK_VERB, KEEP},
    {"settle for", TALK_VERB, KEEP},
    {"decide for", TALK_VERB, KEEP},
    {"behalt", TALK_VERB, KEEP},
    {"behalte", TALK_VERB, KEEP},
    {"behaeltst", TALK_VERB, KEEP},
    {"entscheide fuer", TALK_VERB, KEEP},
    {"banish", TALK_VERB, BANISH},
    {"verbanne", TALK_VERB, BANISH},
    {"verbannst", TALK_VERB, BANISH},
    {"scientist", TALK_THING, 0},
    {"scientists", TALK_THING, 0},
    {"forscher", TALK_THING, 0},
    {"wissenschaftler", TALK_THING, 0},
    {"doctor", TALK_THING, 1},
    {"doctors", TALK_THING, 1},
    {"arzt", TALK_THING, 1},
    {"aerzte", TALK_THING, 1},
    {"doktor", TALK_THING, 1},
    {"priest", TALK_THING, 2},
    {"priests", TALK_THING, 2},
    {"priester", TALK_THING, 2},
    {"clerk", TALK_THING, 3},
    {"clerks", TALK_THING, 3},
    {"alchemist", TALK_THING, 4},
    {"alchemists", TALK_THING, 4},
    {"alchemisten", TALK_THING, 4},
    {"healer", TALK_THING, 5},
    {"healers", TALK_THING, 5},
    {"heiler", TALK_THING, 5},
    {"minister", TALK_THING, 6},
    {"ministers", TALK_THING, 6},
    {"scribe", TALK_THING, 7},
    {"scribes", TALK_THING, 7},
    {"banker", TALK_THING, 8},
    {"bankers", TALK_THING, 8},
    {"bankier", TALK_THING, 8},
    {"lawyer", TALK_THING, 9},
    {"lawyers", TALK_THING, 9},
    {"advokat", TALK_THING, 9},
    {"advokaten", TALK_THING, 9},
    {"scholar", TALK_THING, 10},
    {"scholars", TALK_THING, 10},
    {"gelehrten", TALK_THING, 10},
    {"gelehrter", TALK_THING, 10},
    {"soldier", TALK_THING, 11},
    {"soldiers", TALK_THING, 11},
    {"soldat", TALK_THING, 11},
    {"soldaten", TALK_THING, 11},
    {"schreiber", TALK_THING, WRITER},
    {"post", TALK_THING, POST},
    {"job", TALK_THING, POST},
    {"position", TALK_THING, POST},
    {"chair", TALK_THING, POST},
    {"posten", TALK_THING, POST},
    {"stelle", TALK_THING, POST},
    {"platz", TALK_THING, POST},
    {"amt", TALK_THING, POST},
    {"best post", TALK_THING, BEST},
    {"best job", TALK_THING, BEST},
    {"top post", TALK_THING, BEST},
    {"top job", TALK_THING, BEST},
    {"besten posten", TALK_THING, BEST},
    {"beste stelle", TALK_THING, BEST},
    {"besten platz", TALK_THING, BEST},
    {"anybody", TALK_THING, ANYBODY},
    {"anyone", TALK_THING, ANYBODY},
    {"niemanden", TALK_THING, ANYBODY},
    {"jemanden", TALK_THING, ANYBODY},
};

/* The profession's number in this edition, or -1. */
static int profession_of(const intrige_state *s, int thing)
{
    const char *const *professions = intrige_professions(s);
    for (int p = 0; p < intrige_box_of(s)->posts; p++) {
        size_t n = kb_length(professions[p]);
        if (thing < N_NAMES && kb_equal(names[thing], kb_length(names[thing]), professions[p])) return p;
        if (thing == WRITER && (kb_equal(professions[p], n, "clerk") || kb_equal(professions[p], n, "scribe")))
            return p;
    }
    return -1;
}

static int post_paying(const intrige_state *s, int32_t salary)
{
    for (int post = 0; post < intrige_box_of(s)->posts; post++)
        if (intrige_box_of(s)->salary[post] == salary) return post;
    return -1;
}

/* What a clause is about, with its numbers told apart. */
typedef struct bargain {
    int32_t sum;    /* 0: none                        */
    int32_t post;   /* its salary, 0: none            */
    int profession; /* -1: not named                */
    int owner;      /* of the scholar, or KB_NONE   */
    bool clear;
} bargain;

/* "Give my clerk the 10k and I pay 5k": the sum is for the clerk, who is named in another clause. */
static int profession_elsewhere(const talk_scene *scene, int owner)
{
    const intrige_state *s = (const intrige_state *)scene->view;
    int found = -1;
    for (int i = 0; i < scene->n_clauses; i++)
        for (int k = 0; k < scene->clauses[i].n_things; k++) {
            int profession = profession_of(s, scene->clauses[i].thing[k].value);
            if (profession >= 0 && scene->clauses[i].thing[k].owner == owner) found = profession;
        }
    return found;
}

/* "The 10,000" or "10,000 post" is a post. So is the first number after "give", if there is such a post. */
static bargain read_bargain(const intrige_state *s, const talk_clause *c)
{
    bargain b = {0, 0, -1, KB_NONE, true};
    for (int i = 0; i < c->n_things; i++) {
        int thing = c->thing[i].value;
        if (thing == POST || thing == ANYBODY) continue;
        if (thing == BEST) {
            b.post = intrige_box_of(s)->salary[intrige_box_of(s)->posts - 1];
            continue;
        }
        b.profession = profession_of(s, thing);
        b.owner = c->thing[i].owner;
        if (b.profession < 0) b.clear = false;
    }
    for (int i = 0; i < c->n_numbers; i++) {
        const talk_number *number = &c->number[i];
        bool could = post_paying(s, number->value) >= 0;
        bool marked = number->thing == POST || (number->article && could);
        if (!b.post && could && (marked || (c->verb == GIVE && i == 0))) {
            b.post = number->value;
        } else if (marked || b.sum) {
            b.clear = false; /* a post that does not exist, or two sums */
        } else {
            b.sum = number->value;
        }
    }
    return b;
}

/* The default term lasts until the giver's next turn is over. */
static int term_of(const intrige_state *s, const talk_clause *c, int giver)
{
    int n = s->setup.seats;
    if (c->term != TALK_NOTHING) return c->term;
    if (s->turn == giver) return KB_TERM_TURN;
    bool yet_to_come = (giver + n - s->start) % n > (s->turn + n - s->start) % n;
    return yet_to_come ? KB_TERM_ROUND : KB_TERM_NEXT;
}

/* Writes the scholar. If the profession is not named, it is that of the seat's only applicant there, or any. */
static void put_scholar(const intrige_state *s, int owner, int profession, int landlord, kb_text *out)
{
    int waiting = 0, only = -1;
    for (int i = 0; i < s->n_park[landlord]; i++)
        if (intrige_seat(s->park[landlord][i]) == owner) {
            only = intrige_profession(s->park[landlord][i]);
            waiting++;
        }
    if (profession < 0 && waiting == 1) profession = only;
    kb_putf(out, "%s.%s", intrige_seat_names[owner], profession < 0 ? "*" : intrige_professions(s)[profession]);
}

static void promise_post(const talk_scene *scene, const talk_clause *c, const bargain *b, int giver, int owner,
                         talk_promises *promises)
{
    const intrige_state *s = (const intrige_state *)scene->view;
    char scholar[40], post[16] = "*";
    kb_text text = kb_text_in(scholar, sizeof scholar), salary = kb_text_in(post, sizeof post);
    put_scholar(s, owner, b->profession, giver, &text);
    if (b->post) kb_putf(&salary, "%d", b->post);
    talk_promise(promises, scene, giver, c->wont, term_of(s, c, giver), "give %s %s", scholar, post);
}

static void promise_bribe(const talk_scene *scene, const talk_clause *c, const bargain *b, int payer, int landlord,
                          talk_promises *promises)
{
    const intrige_state *s = (const intrige_state *)scene->view;
    char scholar[40];
    kb_text text = kb_text_in(scholar, sizeof scholar);
    put_scholar(s, payer, b->profession, landlord, &text);
    talk_promise(promises, scene, payer, c->wont, term_of(s, c, landlord), "pay >=%d for %s at %s", b->sum, scholar,
                 intrige_seat_names[landlord]);
}

/* The palace where this scholar waits or works, or "*". */
static const char *palace_of(const intrige_state *s, uint8_t scholar)
{
    for (int landlord = 0; landlord < s->setup.seats; landlord++) {
        for (int i = 0; i < s->n_park[landlord]; i++)
            if (s->park[landlord][i] == scholar) return intrige_seat_names[landlord];
        for (int post = 0; post < INTRIGE_POSTS_MAX; post++)
            if (s->palace[landlord][post] == scholar) return intrige_seat_names[landlord];
    }
    return "*";
}

static bool exchange(const talk_scene *scene, const talk_clause *c, const bargain *b, int payer, int landlord,
                     talk_promises *promises)
{
    if (payer == landlord || c->wont) return false;
    promise_bribe(scene, c, b, payer, landlord, promises);
    promise_post(scene, c, b, landlord, payer, promises);
    return true;
}

static bool clause(const talk_scene *scene, const talk_clause *c, talk_promises *promises)
{
    const intrige_state *s = (const intrige_state *)scene->view;
    bargain b = read_bargain(s, c);
    if (!b.clear) return false;
    int landlord = s->turn == scene->speaker ? scene->speaker : scene->listener; /* which of the two gives the post */
    int subject = c->subject != KB_NONE ? c->subject : scene->listener;
    int other = subject == scene->speaker || subject == scene->listener ? talk_other(scene, subject) : scene->speaker;
    int owner = b.owner != KB_NONE ? b.owner : other;
    const char *profession = b.profession >= 0 ? intrige_professions(s)[b.profession] : "*";
    int term = c->term != TALK_NOTHING ? c->term : KB_TERM_ROUND;
    switch (c->verb) {
    case TALK_NOTHING:
    case PAY:
        if (!b.sum) return false;
        if (c->subject == KB_NONE || c->verb == TALK_NOTHING)
            subject = b.owner == scene->speaker || b.owner == scene->listener ? b.owner
                      : c->whom == scene->speaker                             ? scene->listener
                                                                              : talk_other(scene, landlord);
        other = talk_other(scene, subject);
        if (b.profession < 0) b.profession = profession_elsewhere(scene, subject);
        if (b.post) return exchange(scene, c, &b, subject, other, promises);
        if (c->verb == TALK_NOTHING) return false;
        promise_bribe(scene, c, &b, subject, other, promises);
        return true;
    case GIVE:
        if (b.sum) return exchange(scene, c, &b, owner, subject, promises);
        if (!b.post && b.profession < 0) return false;
        promise_post(scene, c, &b, subject, owner, promises);
        return true;
    case SEND:
        talk_promise(promises, scene, subject, c->wont, term, "send %s %s", profession,
                     intrige_seat_names[c->whom != KB_NONE ? c->whom : other]);
        return true;
    case COMPETE:
        if (b.profession < 0 || !c->wont) return false;
        talk_promise(promises, scene, subject, true, term, "send %s %s", profession,
                     palace_of(s, intrige_scholar(owner, b.profession)));
        return true;
    case LEAVE:
    case BANISH:
        if (b.profession < 0 || (c->verb == BANISH && !c->wont)) return false;
        talk_promise(promises, scene, subject, true, c->term != TALK_NOTHING ? c->term : KB_TERM_NEXT, "banish %s.%s",
                     intrige_seat_names[owner], profession);
        return true;
    case KEEP:
        if (b.profession < 0) return false;
        talk_promise(promises, scene, subject, c->wont, term_of(s, c, subject), "give %s.%s *",
                     intrige_seat_names[owner], profession);
        return true;
    default: return false;
    }
}

static const char *const german_seats[] = {"rot", "gelb", "gruen", "blau", "violett"};
const bot_talk intrige_talk = {words, KB_COUNT(words), german_seats, 1u << PAY | 1u << GIVE | 1u << LEAVE | 1u << KEEP,
                               clause};
