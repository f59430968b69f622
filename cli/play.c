/* play.c: `kickback play`: a game at the terminal, with people at one keyboard and bots. */
#include "play.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "../bots/bot.h"
#include "../core/rng.h"

enum { NOBODY = -1, NEWS_MAX = 40 };

/* What a person's turn at the keyboard came to. */
typedef enum outcome { GOES_ON, LEAVES, LEAVES_UNSAVED } outcome;

typedef struct session {
    play_table table;
    kb_rng rng;
    int at_keyboard; /* the seat that last looked at the screen, or NOBODY */
    bool decided;    /* a person has: from now on the file is kept up to date */
    bool greeted;    /* somebody was told about `help` */
    bool colour;
} session;

/* Text for one screenful; there is one screen. */
static char screen_buffer[4 * PLAY_TEXT_MAX];

static kb_text begin_text(const session *s)
{
    kb_text text = kb_text_in(screen_buffer, sizeof screen_buffer);
    text.colour = s->colour;
    return text;
}

static const kb_state *state_of(const session *s)
{
    return &s->table.replay.state;
}

static const char *name_of(const session *s, int seat)
{
    return kb_seat_name(&state_of(s)->setup, seat);
}

static void say_no(const kb_text *why)
{
    printf("%c%s.\n", why->at[0] >= 'a' && why->at[0] <= 'z' ? why->at[0] - 'a' + 'A' : why->at[0], why->at + 1);
}

/* --- the screen ------------------------------------------------------------------------------------- */

/* The sentences from this one on that the viewer may hear. */
static int put_sentences(const session *s, int from, int viewer, kb_text *out)
{
    int n = 0;
    for (int i = from; i < s->table.n_sentences; i++) {
        const play_sentence *sentence = &s->table.sentences[i];
        if (!(sentence->seen_by & 1u << viewer)) continue;
        if (out) {
            if (!cli_is_heading(sentence->text)) kb_put(out, "  ");
            cli_put_sentence(out, &state_of(s)->setup, sentence->text);
            kb_put(out, "\n");
        }
        n++;
    }
    return n;
}

static void print_news(const session *s, int seat)
{
    kb_text out = begin_text(s);
    int from = s->table.since[seat];
    int n_left_out = 0;
    while (put_sentences(s, from, seat, NULL) > NEWS_MAX)
        if (s->table.sentences[from++].seen_by & 1u << seat) n_left_out++;
    if (n_left_out) kb_putf(&out, "  (%d more before this: `log` tells them)\n", n_left_out);
    put_sentences(s, from, seat, &out);
    if (out.n) puts(s->table.moved_mask & 1u << seat ? "\nSince you last moved:" : "\nSo far:");
    cli_print(stdout, &out);
}

static void print_picture(const session *s, int viewer)
{
    kb_state view;
    kb_text out = begin_text(s);
    kb_redact(state_of(s), viewer, &view);
    kb_put(&out, "\n");
    kb_game_of(&view)->write_picture(&view, viewer, &out);
    cli_print(stdout, &out);
}

static void print_question(const session *s, int seat)
{
    kb_state view;
    kb_text out = begin_text(s);
    kb_redact(state_of(s), seat, &view);
    kb_paint(&out, KB_BOLD);
    kb_game_of(&view)->write_question(&view, seat, &out);
    kb_paint(&out, KB_PLAIN);
    kb_put(&out, "\n");
    play_put_moves(&view, seat, &out);
    cli_print(stdout, &out);
}

static void print_screen(const session *s, int seat)
{
    print_news(s, seat);
    print_picture(s, seat);
    print_question(s, seat);
}

/* --- commands --------------------------------------------------------------------------------------- */

static const char help_text[] =
    "A move is typed as the list writes it (`send doctor red`, `bribe 4000`), or\n"
    "shortened as long as it is clear (`se d r`, `b 4k`), or by its number (`3`).\n"
    "Where an amount goes from..to/step, number and amount will do (`1 4000`).\n"
    "The TAB key completes what you have begun.\n\n"
    "  table        show the table again\n"
    "  moves        show the question and the legal moves again\n"
    "  log          everything that has happened, as you saw it\n"
    "  say TEXT     talk to all; in private: `say to green: TEXT`, or to several,\n"
    "               `say to green,blue: TEXT`\n"
    "  undo         take your last move back, as long as nobody has moved since\n"
    "               and nobody has learnt a secret by it\n"
    "  rules        the rules of the game\n"
    "  save [FILE]  save the game, from now on in FILE if you name one\n"
    "  quit         save and leave; Ctrl-D does the same\n"
    "  help         this\n";

static void print_log(const session *s, int seat)
{
    kb_text out = begin_text(s);
    put_sentences(s, 0, seat, &out);
    if (out.cut) kb_put(&out, "\n");
    play_page(out.n ? out.at : "Nothing has happened yet.\n");
}

/* Seats separated by commas, as in "green, blue"; 0 and why where one is none. */
static uint32_t read_seats(const kb_setup *setup, const char *list, size_t n, kb_text *why)
{
    uint32_t mask = 0;
    const char *end = list + n;
    while (list < end) {
        while (list < end && *list == ' ') list++;
        size_t word = 0;
        while (list + word < end && list[word] != ',' && list[word] != ' ') word++;
        int seat = 0;
        while (seat < setup->seats && !kb_equal(list, word, kb_seat_name(setup, seat))) seat++;
        if (seat == setup->seats) {
            kb_putf(why, "no seat '%.*s' is at this table", (int)word, list);
            return 0;
        }
        mask |= 1u << seat;
        list += word;
        while (list < end && (*list == ',' || *list == ' ')) list++;
    }
    if (!mask) kb_put(why, "a seat should be named");
    return mask;
}

/* Takes "to green, blue:" off the front of what is said; false where a slip would make a secret public. */
static bool take_hearers(const session *s, int seat, const char **text, uint32_t *to_mask, kb_text *why)
{
    const kb_setup *setup = &state_of(s)->setup;
    char reason[KB_WHY_MAX];
    kb_text ignored = kb_text_in(reason, sizeof reason);
    *to_mask = 0;
    if (strncmp(*text, "to ", 3) != 0) return true;
    const char *list = *text + 3;
    const char *colon = strchr(list, ':');
    size_t word = strcspn(list, " ,:");
    bool one_word = colon && !memchr(list, ' ', (size_t)(colon - list));
    bool begins_with_seat = read_seats(setup, list, word, &ignored) != 0;
    if (!one_word && !begins_with_seat) return true; /* "to be honest: no" */
    if (!colon) {
        kb_put(why, "to talk in private put a colon behind the seats, as in `say to green: psst`; nothing was said");
        return false;
    }
    *to_mask = read_seats(setup, list, (size_t)(colon - list), why);
    if (!*to_mask) {
        kb_put(why, "; nothing was said");
        return false;
    }
    *to_mask &= ~(1u << seat);
    if (!*to_mask) kb_put(why, "that would be talking to yourself; nothing was said");
    *text = colon + 1 + strspn(colon + 1, " ");
    return *to_mask != 0;
}

static void say(session *s, int seat, const char *text)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    uint32_t to_mask;
    if (!take_hearers(s, seat, &text, &to_mask, &why)) {
        say_no(&why);
    } else if (!*text) {
        puts("Say what? `say TEXT`, or `say to green: TEXT`.");
    } else if (strlen(text) > PLAY_SAY_MAX) {
        printf("That is too long to be listened to: %d bytes at most.\n", PLAY_SAY_MAX);
    } else if (!play_say(&s->table, seat, to_mask, text, &why)) {
        say_no(&why);
    } else {
        kb_text out = begin_text(s);
        cli_put_painted(&out, &state_of(s)->setup, s->table.sentences[s->table.n_sentences - 1].text);
        printf("  %s\n", out.at);
    }
}

static void undo(session *s, int seat)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    if (!play_may_undo(&s->table, seat, &why)) {
        say_no(&why);
        return;
    }
    play_undo(&s->table);
    puts("Taken back.");
}

/* `save FILE` moves the game to a file of another name, but never over somebody else's. */
static bool save_as(session *s, const char *name)
{
    if (*name && strcmp(name, s->table.file) != 0) {
        if (!access(name, F_OK)) {
            printf("%s is there already; choose another name.\n", name);
            return false;
        }
        char *before = s->table.file;
        s->table.file = strdup(name);
        if (!s->table.file || !play_save(&s->table)) {
            free(s->table.file);
            s->table.file = before;
            return false;
        }
        free(before);
    } else if (!play_save(&s->table)) {
        return false;
    }
    s->decided = true;
    printf("Saved in %s.\n", s->table.file);
    return true;
}

static void keep(session *s)
{
    if (s->decided && s->table.unsaved) play_save(&s->table);
}

static outcome leave(session *s, bool may_stay)
{
    if (play_save(&s->table)) return LEAVES;
    if (!may_stay) return LEAVES_UNSAVED;
    puts("The game goes on. Try `save FILE` with another name; Ctrl-D leaves without saving.");
    return GOES_ON;
}

/* --- a person decides ------------------------------------------------------------------------------- */

static const char *const commands[] = {"table", "moves", "log", "say", "undo", "rules", "save", "quit", "help"};
enum { TABLE, MOVES, LOG, SAY, UNDO, RULES, SAVE, QUIT, HELP };

/* The command a line begins with, or -1; rest is what comes behind it. */
static int command_of(const char *line, const char **rest)
{
    size_t n = strcspn(line, " \t");
    *rest = line + n + strspn(line + n, " \t");
    if (kb_equal(line, n, "?")) return HELP;
    if (kb_equal(line, n, "exit")) return QUIT;
    for (int i = 0; i < KB_COUNT(commands); i++)
        if (kb_equal(line, n, commands[i])) return i;
    return -1;
}

static outcome obey(session *s, int seat, int command, const char *rest)
{
    switch (command) {
    case TABLE: print_picture(s, seat); break;
    case MOVES: print_question(s, seat); break;
    case LOG: print_log(s, seat); break;
    case SAY: say(s, seat, rest); break;
    case UNDO: undo(s, seat); break;
    case RULES: play_page(cli_rules_of(kb_game_of(state_of(s))->name)); break;
    case SAVE: save_as(s, rest); break;
    case QUIT: return leave(s, true);
    case HELP: fputs(help_text, stdout); break;
    }
    return GOES_ON;
}

/* The prompt in the seat's colour; \1 and \2 keep the colours out of libedit's reckoning. */
static void put_prompt(const session *s, int seat, kb_text *out)
{
    if (!s->colour || !play_is_terminal()) {
        kb_putf(out, "%s> ", name_of(s, seat));
        return;
    }
    char painted[64];
    kb_text name = kb_text_in(painted, sizeof painted);
    name.colour = true;
    cli_put_painted(&name, &state_of(s)->setup, name_of(s, seat));
    for (const char *at = painted; *at; at++) {
        if (*at == '\033') kb_put(out, "\1");
        kb_put_n(out, at, 1);
        if (*at == 'm' && at > painted && at[-1] >= '0' && at[-1] <= '9') kb_put(out, "\2");
    }
    kb_put(out, "> ");
}

static char *read_line(const session *s, int seat)
{
    char buffer[128];
    kb_state view;
    kb_text prompt = kb_text_in(buffer, sizeof buffer);
    kb_redact(state_of(s), seat, &view);
    play_forget_words();
    play_offer_moves(&view, seat);
    for (int i = 0; i < KB_COUNT(commands); i++) play_offer_word(commands[i]);
    put_prompt(s, seat, &prompt);
    return play_read(buffer);
}

static void try_move(session *s, int seat, const char *line)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    kb_state view;
    kb_move move;
    kb_redact(state_of(s), seat, &view);
    if (!play_choose(&view, seat, line, &move, &why)) {
        say_no(&why);
        return;
    }
    play_move(&s->table, seat, move);
    s->decided = true;
}

/* One line from the person whose move it is. */
static outcome take_line(session *s, int seat)
{
    const char *rest;
    char *line = read_line(s, seat);
    if (!line) return leave(s, false);
    char *from = line + strspn(line, " \t");
    for (size_t n = strlen(from); n > 0 && (from[n - 1] == ' ' || from[n - 1] == '\t'); n--) from[n - 1] = '\0';
    int command = command_of(from, &rest);
    outcome result = GOES_ON;
    if (command >= 0) {
        result = obey(s, seat, command, rest);
    } else if (*from) {
        try_move(s, seat, from);
    }
    free(line);
    keep(s);
    return result;
}

/* Between two people: nothing of the last one's view is left, and the next one says when to go on. */
static outcome hand_over(session *s, int seat)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    kb_text out = begin_text(s);
    const char *rest;
    int last = s->at_keyboard;
    bool may_undo = last != NOBODY && play_may_undo(&s->table, last, &why);
    play_wipe();
    play_forget_words();
    s->at_keyboard = seat;
    kb_putf(&out, "Hand the keyboard to %s. Press Enter when only %s is looking.\n", name_of(s, seat), name_of(s, seat));
    if (may_undo) kb_putf(&out, "(%s can still take the last move back: `undo`.)\n", name_of(s, last));
    cli_print(stdout, &out);
    if (!play_is_terminal()) return GOES_ON;
    char *line = play_read("");
    if (!line) return leave(s, false);
    int command = command_of(line, &rest);
    free(line);
    play_wipe();
    if (command == QUIT) return leave(s, true);
    if (command == UNDO && may_undo) {
        play_undo(&s->table);
        s->at_keyboard = NOBODY;
        keep(s);
    }
    return GOES_ON;
}

static outcome ask(session *s, int seat)
{
    uint32_t people = play_people(&s->table);
    keep(s);
    if (seat != s->at_keyboard && (people & (people - 1))) {
        outcome result = hand_over(s, seat);
        if (result != GOES_ON || s->at_keyboard != seat) return result;
    }
    s->at_keyboard = seat;
    if (!s->greeted) puts("`help` lists what you can type, `rules` explains the game, `quit` saves it.");
    s->greeted = true;
    print_screen(s, seat);
    uint32_t n_moves = s->table.replay.moves;
    outcome result = GOES_ON;
    while (result == GOES_ON && s->table.replay.moves == n_moves) result = take_line(s, seat);
    return result;
}

/* --- the game --------------------------------------------------------------------------------------- */

static void move_by_itself(session *s, int seat)
{
    kb_state view;
    kb_span list[KB_SPANS_MAX];
    kb_move move;
    if (seat == KB_CHANCE) {
        move = kb_rng_luck(&s->rng, list, kb_legal(state_of(s), seat, list, KB_SPANS_MAX));
    } else {
        kb_redact(state_of(s), seat, &view);
        move = bot_random(&view, seat, &s->rng);
    }
    play_move(&s->table, seat, move);
}

static int finish(session *s)
{
    uint32_t people = play_people(&s->table);
    bool one = people && !(people & (people - 1));
    int viewer = one ? __builtin_ctz(people) : KB_SPECTATOR;
    if (people && !one) play_wipe();
    kb_text out = begin_text(s);
    int from = people ? s->table.since[one ? viewer : s->at_keyboard == NOBODY ? 0 : s->at_keyboard] : 0;
    put_sentences(s, from, viewer, &out);
    cli_print(stdout, &out);
    print_picture(s, viewer);
    out = begin_text(s);
    kb_put(&out, "\n");
    cli_put_result(&out, state_of(s), &s->table.tally);
    cli_print(stdout, &out);
    if (s->table.unsaved && !play_save(&s->table)) return CLI_BAD_INPUT;
    printf("\nThe record is in %s; `kickback show %s` tells it again.\n", s->table.file, s->table.file);
    return CLI_FINE;
}

static int play(session *s)
{
    for (;;) {
        uint32_t actors = kb_actors(state_of(s));
        uint32_t people = actors & play_people(&s->table);
        if (!actors) return finish(s);
        if (actors != people) {
            move_by_itself(s, __builtin_ctz(actors & ~people));
            continue;
        }
        bool stays = s->at_keyboard != NOBODY && (people & 1u << s->at_keyboard);
        outcome result = ask(s, stays ? s->at_keyboard : __builtin_ctz(people));
        if (result == LEAVES_UNSAVED) return CLI_BAD_INPUT;
        if (result == LEAVES) {
            printf("Saved. Go on with: kickback play %s\n", s->table.file);
            return CLI_FINE;
        }
    }
}

/* --- setting up -------------------------------------------------------------------------------------- */

/* What the command line asked for. */
typedef struct call {
    kb_setup setup;
    const char *name;     /* GAME or FILE, or NULL                */
    const char *resume;   /* the record to go on with, or NULL    */
    const char *people;   /* --people, or NULL                    */
    const char *bots[KB_SEATS_MAX];
    const char *save;
    int n_bots;
    uint64_t seed;
    bool seeded, bare;    /* bare: no flag was given              */
} call;

static bool take_bot(call *c, const char *text)
{
    if (c->n_bots == KB_SEATS_MAX) {
        cli_call_error("play", "--bot: there are at most %d seats", KB_SEATS_MAX);
        return false;
    }
    c->bots[c->n_bots++] = text;
    return true;
}

static const struct option flags[] = {
    {"edition", required_argument, NULL, 'e'}, {"players", required_argument, NULL, 'p'},
    {"option", required_argument, NULL, 'o'},  {"people", required_argument, NULL, 'w'},
    {"bot", required_argument, NULL, 'b'},     {"seed", required_argument, NULL, 's'},
    {"save", required_argument, NULL, 'f'},    {"resume", required_argument, NULL, 'r'},
    {NULL, 0, NULL, 0},
};

/* A first look: the game or file, which the flags are about. */
static bool find_name(call *c, int argc, char **argv, bool *about_setup)
{
    int flag;
    c->bare = true;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1) {
        if (flag == '?') {
            cli_call_error("play", "that flag is not known, or lacks its value");
            return false;
        }
        if (flag == 'r') c->resume = optarg;
        if (flag == 'e' || flag == 'p' || flag == 'o') *about_setup = true;
        c->bare = false;
    }
    if (optind < argc) c->name = argv[optind++];
    if (optind < argc || (c->name && c->resume)) {
        cli_call_error("play", "one game or one record at a time: '%s' is too many", optind < argc ? argv[optind] : c->name);
        return false;
    }
    if (c->name && kb_game_named(c->name) < 0) {
        const char *dot = strrchr(c->name, '.');
        if ((dot && !strcmp(dot, ".kbr")) || !access(c->name, F_OK)) c->resume = c->name;
    }
    return true;
}

static bool take_flag(call *c, int flag)
{
    switch (flag) {
    case 'e': return cli_take_edition("play", optarg, &c->setup);
    case 'p': return cli_take_players("play", optarg, &c->setup);
    case 'o': return cli_take_option("play", optarg, &c->setup);
    case 'w': c->people = optarg; return true;
    case 'b': return take_bot(c, optarg);
    case 'f': c->save = optarg; return true;
    case 's': c->seeded = true; return cli_take_number("play", "--seed", optarg, 0, INT64_MAX, &c->seed);
    default: return true;
    }
}

static bool read_call(call *c, int argc, char **argv)
{
    bool about_setup = false;
    int flag;
    if (!find_name(c, argc, argv, &about_setup)) return false;
    if (c->resume && about_setup) {
        cli_call_error("play", "edition, seats and options of a record are as they are");
        return false;
    }
    if (c->resume && !strcmp(c->resume, "-")) {
        cli_call_error("play", "a record to go on with must be a file");
        return false;
    }
    const char *game = c->name ? c->name : kb_game_at(0)->name;
    if (!c->resume && !cli_take_game("play", game, &c->setup)) return false;
    if (!c->resume) c->setup.seats = (uint8_t)(kb_game_at(c->setup.game)->seats_max < 4 ? c->setup.seats : 4);
    optind = 1;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1)
        if (!take_flag(c, flag)) return false;
    return c->resume || cli_check_setup("play", &c->setup);
}

/* A number from the person, or the default for just Enter. False at the end of input. */
static bool ask_number(const char *question, int low, int high, int otherwise, int *out)
{
    for (;;) {
        char prompt[128];
        snprintf(prompt, sizeof prompt, "%s (%d to %d)? [%d] ", question, low, high, otherwise);
        char *line = play_read(prompt);
        if (!line) return false;
        char *end;
        long value = *line ? strtol(line, &end, 10) : otherwise;
        bool fine = (!*line || !*end) && value >= low && value <= high;
        free(line);
        *out = (int)value;
        if (fine) return true;
        puts("A number from that range, please.");
    }
}

/* Started without a word about how to play, at a terminal: asks. */
static bool ask_setup(call *c, play_table *t)
{
    const kb_game *game = kb_game_at(c->setup.game);
    int seats, people;
    printf("%s, by %s. Press Enter for what stands in brackets.\n", game->title, game->author);
    if (!ask_number("How many seats", game->seats_min, game->seats_max, c->setup.seats, &seats)) return false;
    if (!ask_number("How many people at this keyboard", 0, seats, 1, &people)) return false;
    c->setup.seats = (uint8_t)seats;
    for (int seat = 0; seat < seats; seat++) t->role[seat] = seat < people ? PLAY_PERSON : PLAY_BOT_RANDOM;
    return true;
}

static bool take_people(const call *c, const kb_setup *setup, play_table *t)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    if (!c->people) return true;
    uint32_t mask = !strcmp(c->people, "all") ? UINT32_MAX : 0;
    if (!mask && strcmp(c->people, "none") != 0) {
        mask = read_seats(setup, c->people, strlen(c->people), &why);
        if (!mask) {
            cli_call_error("play", "--people: %s", reason);
            return false;
        }
    }
    for (int seat = 0; seat < setup->seats; seat++)
        t->role[seat] = mask & 1u << seat ? PLAY_PERSON : PLAY_BOT_RANDOM;
    return true;
}

/* The flags' word about who plays what. */
static bool take_roles(const call *c, const kb_setup *setup, play_table *t)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    if (!take_people(c, setup, t)) return false;
    for (int i = 0; i < c->n_bots; i++) {
        const char *equals = strchr(c->bots[i], '=');
        uint32_t seat = equals ? read_seats(setup, c->bots[i], (size_t)(equals - c->bots[i]), &why) : 0;
        if (!seat || strcmp(equals + 1, "random") != 0) {
            cli_call_error("play", "--bot should look like SEAT=random, not '%s'", c->bots[i]);
            return false;
        }
        for (int k = 0; k < setup->seats; k++)
            if (seat & 1u << k) t->role[k] = PLAY_BOT_RANDOM;
    }
    return true;
}

static char *file_for(const kb_setup *setup)
{
    char stamp[32], name[128];
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &local);
    snprintf(name, sizeof name, "%s-%s.kbr", kb_game_at(setup->game)->name, stamp);
    for (int i = 2; !access(name, F_OK); i++)
        snprintf(name, sizeof name, "%s-%s-%d.kbr", kb_game_at(setup->game)->name, stamp, i);
    return strdup(name);
}

static int begin(call *c, session *s)
{
    play_table *t = &s->table;
    char buffer[1024], reason[KB_WHY_MAX];
    kb_text line = kb_text_in(buffer, sizeof buffer);
    kb_text why = kb_text_in(reason, sizeof reason);
    for (int seat = 1; seat < KB_SEATS_MAX; seat++) t->role[seat] = PLAY_BOT_RANDOM;
    if (c->bare && play_is_terminal() && !ask_setup(c, t)) return CLI_BAD_INPUT;
    if (!take_roles(c, &c->setup, t)) return CLI_BAD_CALL;
    if (c->save && !access(c->save, F_OK))
        return cli_call_error("play", "--save: %s is there already; `kickback play %s` goes on with it", c->save, c->save);
    t->file = c->save ? strdup(c->save) : file_for(&c->setup);
    kb_put_setup_line(&c->setup, &line);
    play_add(t, buffer, line.n - 1, &why);
    play_note_roles(t);
    return CLI_FINE;
}

static void read_roles(const kb_setup *setup, kb_slice meta, play_table *t)
{
    for (int seat = 0; seat < setup->seats; seat++) {
        char path[32];
        kb_slice role;
        snprintf(path, sizeof path, "seats.%s", kb_seat_name(setup, seat));
        if (!kb_json_find(meta, path, &role) || *role.at != '"') continue;
        t->role[seat] = kb_equal(role.at + 1, role.n - 2, play_role_names[PLAY_PERSON]) ? PLAY_PERSON : PLAY_BOT_RANDOM;
    }
}

static int resume(const call *c, session *s)
{
    play_table *t = &s->table;
    cli_record record;
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    for (int seat = 1; seat < KB_SEATS_MAX; seat++) t->role[seat] = PLAY_BOT_RANDOM;
    if (!cli_record_open(&record, c->resume)) return CLI_BAD_INPUT;
    while (cli_record_next(&record)) {
        play_add(t, record.text, strlen(record.text), &why);
        if (record.line.kind == KB_LINE_META) read_roles(&record.replay.state.setup, record.line.body, t);
    }
    int status = record.status;
    cli_record_close(&record);
    if (status != CLI_FINE) return status;
    if (c->save && strcmp(c->save, c->resume) != 0 && !access(c->save, F_OK))
        return cli_call_error("play", "--save: %s is there already", c->save);
    t->file = strdup(c->save ? c->save : c->resume);
    t->unsaved = c->save != NULL;
    if (!take_roles(c, &state_of(s)->setup, t)) return CLI_BAD_CALL;
    if ((c->people || c->n_bots) && !t->replay.ended) play_note_roles(t);
    s->decided = true;
    return CLI_FINE;
}

static void seed(const call *c, session *s)
{
    uint64_t number = c->seed;
    if (!c->seeded && getrandom(&number, sizeof number, 0) != sizeof number) number = (uint64_t)time(NULL);
    s->rng = kb_rng_seeded(number);
}

static int run(int argc, char **argv)
{
    static session s;
    call c;
    memset(&c, 0, sizeof c);
    if (!read_call(&c, argc, argv)) return CLI_BAD_CALL;
    s.at_keyboard = NOBODY;
    s.colour = cli_colour(stdout);
    play_terminal_begin();
    seed(&c, &s);
    int status = c.resume ? resume(&c, &s) : begin(&c, &s);
    if (status == CLI_FINE) status = play(&s);
    play_close(&s.table);
    return status;
}

const cli_verb cli_play = {
    "play", "play at the terminal",
    "usage: kickback play [GAME] [--edition E] [--players N] [--option K=V]… [--people SEATS] [--bot SEAT=random]…\n"
    "                     [--seed S] [--save FILE]\n"
    "       kickback play FILE.kbr [--people SEATS] [--bot SEAT=random]… [--seed S] [--save FILE]\n\n"
    "Plays a game against bots, or with several people at one keyboard: then the screen is wiped and\n"
    "handed over between them, and each sees only what that seat may know. Started at a terminal\n"
    "without flags it asks what it needs; otherwise it takes four seats, with one person in the first.\n"
    "The game is saved after every decision, and FILE.kbr (or --resume FILE.kbr) goes on with it. The\n"
    "file holds everything, also what is secret.\n\n"
    "  --edition E        which box (default: the first of `kickback games GAME`)\n"
    "  --players N        seats (default: 4)\n"
    "  --option K=V       may be given several times\n"
    "  --people SEATS     who is a person: seats with commas between them, all, or none\n"
    "  --bot SEAT=random  this seat is played by a bot\n"
    "  --seed S           luck and bots are the same every time, 0 … 2^63-1\n"
    "  --save FILE        where the record goes (default: GAME-DATE-TIME.kbr)\n\n"
    "At the prompt: a move as listed, an abbreviation, its number, or number and amount (`1 5000`); or\n"
    "table, moves, log, say TEXT, say to SEAT: TEXT, undo, rules, save [FILE], quit, help.\n\n"
    "examples:\n"
    "  kickback play intrige\n"
    "  kickback play intrige --players 5 --people red,green --option bribes=sealed\n"
    "  kickback play intrige-20250101-200000.kbr\n",
    run,
};
