/* play.c: `kickback play`: a game at the terminal. This file has the command line and the main loop. */
#include "play.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "../core/rng.h"
#include "save.h"

static const kb_state *state_of(const play_session *s)
{
    return &s->table.at->state;
}

/* --- the game --------------------------------------------------------------------------------------- */

static void move_by_itself(play_session *s, int seat)
{
    kb_span list[KB_SPANS_MAX];
    if (seat == KB_CHANCE) {
        play_move(&s->table, seat, kb_rng_luck(&s->rng, list, kb_legal(state_of(s), seat, list, KB_SPANS_MAX)));
    } else {
        play_bots_move(s, seat);
    }
}

static int finish(play_session *s)
{
    play_bots_end(s);
    play_print_end(s);
    if (s->table.unsaved && !play_save(&s->table)) return CLI_BAD_INPUT;
    char text[PLAY_TEXT_MAX];
    snprintf(text, sizeof text, "\nThe record is in %s; `kickback show %s` prints it.\n", s->table.file, s->table.file);
    play_print(text);
    return CLI_FINE;
}

/* A person who has a proposal to answer that they were not asked about yet, or PLAY_NOBODY. */
static int person_asked(const play_session *s)
{
    uint32_t people = play_people(&s->table);
    for (int seat = 0; seat < state_of(s)->setup.seats; seat++)
        if (people >> seat & 1 && person_waiting_pact(s->table.at, seat, s->asked[seat])) return seat;
    return PLAY_NOBODY;
}

/* A person who may talk before the bots begin a turn, or PLAY_NOBODY. There is no pause while chance has to move. */
static int person_pausing(const play_session *s)
{
    uint32_t people = play_people(&s->table), actors = kb_actors(state_of(s));
    if (!s->pauses || !actors || actors >> KB_CHANCE & 1) return PLAY_NOBODY;
    for (int seat = 0; seat < state_of(s)->setup.seats; seat++)
        if (people >> seat & 1 && s->paused_in[seat] != s->table.at->moment.turn) return seat;
    return PLAY_NOBODY;
}

static int play(play_session *s)
{
    for (;;) {
        if (play_bots_talk(s)) continue;
        uint32_t actors = kb_actors(state_of(s));
        uint32_t people = actors & play_people(&s->table);
        int asked = person_asked(s);
        if (!actors) return finish(s);
        int pausing = actors != people && asked == PLAY_NOBODY ? person_pausing(s) : PLAY_NOBODY;
        if (actors != people && asked == PLAY_NOBODY && pausing == PLAY_NOBODY) {
            move_by_itself(s, __builtin_ctz(actors & ~people));
            continue;
        }
        bool stays = s->at_keyboard != PLAY_NOBODY && (people & 1u << s->at_keyboard);
        int mover = stays ? s->at_keyboard : people ? __builtin_ctz(people) : PLAY_NOBODY;
        bool consults = asked != PLAY_NOBODY && !(actors == people && asked == mover);
        play_outcome result = consults                 ? play_consult(s, asked)
                              : pausing != PLAY_NOBODY ? play_pause(s, pausing)
                                                       : play_ask(s, mover);
        if (result == PLAY_LEAVES_UNSAVED) return CLI_BAD_INPUT;
        if (result == PLAY_LEAVES) {
            printf("Saved. Continue with: kickback play %s\n", s->table.file);
            return CLI_FINE;
        }
    }
}

/* --- setting up -------------------------------------------------------------------------------------- */

/* What the command line asked for. */
typedef struct call {
    kb_setup setup;
    const char *name;   /* GAME or FILE, or NULL                */
    const char *resume; /* the record to continue, or NULL      */
    const char *people; /* --people, or NULL                    */
    const char *bots[KB_SEATS_MAX];
    const char *save;
    const char *level; /* of bots without --bot                */
    int n_bots;
    uint64_t seed, bot_ms; /* bot_ms: how long a program may take for a decision */
    bool seeded, bare;     /* bare: no flag was given              */
} call;

static bool take_bot(call *c, const char *text)
{
    if (c->n_bots == KB_SEATS_MAX) {
        cli_call_error("play", "--bot: at most %d seats", KB_SEATS_MAX);
        return false;
    }
    c->bots[c->n_bots++] = text;
    return true;
}

static const struct option flags[] = {
    {"edition", required_argument, NULL, 'e'},
    {"players", required_argument, NULL, 'p'},
    {"seats", required_argument, NULL, 'p'},
    {"option", required_argument, NULL, 'o'},
    {"people", required_argument, NULL, 'w'},
    {"bot", required_argument, NULL, 'b'},
    {"seed", required_argument, NULL, 's'},
    {"save", required_argument, NULL, 'f'},
    {"resume", required_argument, NULL, 'r'},
    {"bot-time", required_argument, NULL, 'i'},
    {NULL, 0, NULL, 0},
};

/* The first pass finds the game or file, because the flags depend on it. */
static bool find_name(call *c, int argc, char **argv, bool *about_setup)
{
    int flag;
    c->bare = true;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1) {
        if (flag == '?') {
            cli_flag_error("play", flags, argv);
            return false;
        }
        if (flag == 'r') c->resume = optarg;
        if (flag == 'e' || flag == 'p' || flag == 'o') *about_setup = true;
        c->bare = false;
    }
    if (optind < argc) c->name = argv[optind++];
    if (optind < argc || (c->name && c->resume)) {
        const char *extra = optind < argc ? argv[optind] : c->name;
        cli_call_error("play", "expected one game or one record but found '%s' too", extra);
        return false;
    }
    if (c->name && cli_game_named(c->name) < 0) {
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
    case 'i': return cli_take_number("play", "--bot-time", optarg, 1, OUTSIDE_MILLISECONDS_MAX, &c->bot_ms);
    case 's': c->seeded = true; return cli_take_number("play", "--seed", optarg, 0, INT64_MAX, &c->seed);
    default: return true;
    }
}

/* The game with its defaults, and four seats if it allows that many. */
static bool take_game(call *c, const char *name)
{
    if (!cli_take_game("play", name, &c->setup)) return false;
    if (kb_game_at(c->setup.game)->seats_max >= 4) c->setup.seats = 4;
    return true;
}

static bool read_call(call *c, int argc, char **argv)
{
    bool about_setup = false;
    int flag;
    if (!find_name(c, argc, argv, &about_setup)) return false;
    if (c->resume && about_setup) {
        cli_call_error("play", "edition, players and options of a record cannot be changed");
        return false;
    }
    if (c->resume && !strcmp(c->resume, "-")) {
        cli_call_error("play", "expected a file to continue but found '-'");
        return false;
    }
    if (!c->resume && !take_game(c, c->name ? c->name : kb_game_at(0)->name)) return false;
    optind = 1;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1)
        if (!take_flag(c, flag)) return false;
    return c->resume || cli_check_setup("play", &c->setup);
}

/* Reads a line from the person. NULL if there is none, or if they want to leave. The caller frees it. */
static char *ask(const char *prompt)
{
    char *line = play_read(prompt);
    if (line && !play_was_interrupted() && strcmp(line, "q") != 0 && strcmp(line, "quit") != 0 &&
        strcmp(line, "exit") != 0)
        return line;
    free(line);
    return NULL;
}

/* Asks for a number; Enter means the default. False: the person leaves. */
static bool ask_number(const char *question, int low, int high, int otherwise, int *out)
{
    for (;;) {
        char prompt[128];
        snprintf(prompt, sizeof prompt, "%s (%d to %d)? [%d] ", question, low, high, otherwise);
        char *line = ask(prompt);
        if (!line) return false;
        char *end;
        long value = *line ? strtol(line, &end, 10) : otherwise;
        bool fine = (!*line || !*end) && value >= low && value <= high;
        free(line);
        *out = (int)value;
        if (fine) return true;
        puts("Enter a number in that range.");
    }
}

/* Asks how strong the bots should be. False: the person leaves. */
static bool ask_level(const char **out)
{
    static const char *const levels[] = {"easy", "medium", "hard"};
    for (;;) {
        char *line = ask("How strong are the bots (easy, medium, hard)? [medium] ");
        if (!line) return false;
        bool fine = !*line;
        for (int i = 0; !fine && i < KB_COUNT(levels); i++) {
            fine = !strncmp(line, levels[i], strlen(line));
            if (fine) *out = levels[i];
        }
        free(line);
        if (fine) return true;
        puts("Enter easy, medium or hard.");
    }
}

/* False: the person leaves. */
static bool ask_game(call *c)
{
    int n = 0, chosen;
    for (; kb_game_at(n); n++) printf("  %d  %s\n", n + 1, kb_game_at(n)->title);
    if (!ask_number("Which game", 1, n, 1, &chosen)) return false;
    return take_game(c, kb_game_at(chosen - 1)->name);
}

/* False: the person leaves. */
static bool ask_edition(call *c)
{
    int chosen = 1;
    const kb_game *game = kb_game_at(c->setup.game);
    if (game->n_editions == 1) return true;
    for (int i = 0; i < game->n_editions; i++) printf("  %d  %s\n", i + 1, game->editions[i]);
    if (!ask_number("Which edition", 1, game->n_editions, 1, &chosen)) return false;
    kb_setup_edition(&c->setup, KB_VERSION, chosen - 1);
    return true;
}

static void print_options(const kb_setup *setup)
{
    const kb_game *game = kb_game_at(setup->game);
    char buffer[PLAY_TEXT_MAX];
    kb_text out = kb_text_in(buffer, sizeof buffer);
    kb_put(&out, "Options:\n");
    for (int i = 0; i < game->n_options; i++) {
        const kb_option *option = &game->options[i];
        kb_putf(&out, "  %s=%s (or", option->name, option->values[setup->option[i]]);
        for (int v = 0; v < kb_option_values(option); v++)
            if (v != setup->option[i]) kb_putf(&out, " %s", option->values[v]);
        kb_putf(&out, "): %s\n", option->meaning);
    }
    play_print(buffer);
}

/* Sets an option as typed. If that is not possible, prints why and does not change the setup. */
static bool set_option(kb_setup *setup, const char *typed)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    kb_setup changed = *setup;
    if (!cli_set_option(&changed, typed, &why) || kb_setup_check(&changed, &why)) {
        printf("Not possible: %s.\n", reason);
        return false;
    }
    *setup = changed;
    return true;
}

/* Asks for options until the person presses Enter. False: the person leaves. */
static bool ask_options(call *c)
{
    print_options(&c->setup);
    for (;;) {
        char *line = ask("Change one (name=value), or Enter to begin? [] ");
        if (!line) return false;
        bool done = !*line;
        if (!done && set_option(&c->setup, line)) print_options(&c->setup);
        free(line);
        if (done) return true;
    }
}

/* Asks for the setup if there are no flags and this is a terminal. False: the person leaves. */
static bool ask_setup(call *c, play_table *t)
{
    int seats, people;
    if (!c->name && !ask_game(c)) return false;
    const kb_game *game = kb_game_at(c->setup.game);
    printf("%s, by %s. Press Enter for the default in brackets.\n", game->title, game->author);
    if (!ask_edition(c)) return false;
    if (!ask_number("How many seats", game->seats_min, game->seats_max, c->setup.seats, &seats)) return false;
    if (!ask_number("How many people at this keyboard", 0, seats, 1, &people)) return false;
    c->setup.seats = (uint8_t)seats;
    for (int seat = 0; seat < seats; seat++) t->role[seat].person = seat < people;
    return (people == seats || ask_level(&c->level)) && ask_options(c);
}

static bool take_people(const call *c, const kb_setup *setup, play_table *t)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    if (!c->people) return true;
    uint32_t mask = !strcmp(c->people, "all") ? UINT32_MAX : 0;
    if (!mask && strcmp(c->people, "none") != 0) {
        mask = play_read_seats(setup, c->people, strlen(c->people), &why);
        if (!mask) {
            cli_call_error("play", "--people: %s", reason);
            return false;
        }
    }
    for (int seat = 0; seat < setup->seats; seat++) t->role[seat].person = mask >> seat & 1;
    return true;
}

/* A program's name may be longer than that of a bot, which an entry of the table has. */
static bool read_bot(const char *text, player_spec *spec, kb_text *why)
{
    if (!player_read(text, spec, why)) return false;
    if (player_command(text) || strlen(text) <= KB_BOT_MAX) return true;
    kb_putf(why, "at a table the name of a bot has at most %d bytes", KB_BOT_MAX);
    return false;
}

static void seat_bot(play_role *role, const player_spec *spec)
{
    role->person = role->doubtful = false;
    memcpy(role->bot, spec->text, sizeof role->bot);
}

/* "green,blue=hard:grudge". "all" is every seat that is not a person's. */
static bool take_bot_flag(const char *text, const kb_setup *setup, play_table *t)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    player_spec spec;
    const char *equals = strchr(text, '=');
    if (!equals) {
        cli_call_error("play", "--bot: expected SEATS=BOT but found '%s'", text);
        return false;
    }
    size_t n = (size_t)(equals - text);
    bool all = kb_equal(text, n, "all");
    uint32_t mask = all ? UINT32_MAX : play_read_seats(setup, text, n, &why);
    if (why.n || !read_bot(equals + 1, &spec, &why)) {
        cli_call_error("play", "--bot: %s", reason);
        return false;
    }
    for (int seat = 0; seat < setup->seats; seat++)
        if (mask & 1u << seat && !(all && t->role[seat].person)) seat_bot(&t->role[seat], &spec);
    return true;
}

/* Bots that were not named have the same strength and different characters. */
static void name_the_rest(const call *c, const kb_setup *setup, play_table *t)
{
    static const char *const characters[] = {"honest", "opportunist", "grudge"};
    int n = 0;
    for (int seat = 0; seat < setup->seats; seat++) {
        play_role *role = &t->role[seat];
        if (role->person || role->bot[0]) continue;
        snprintf(role->bot, sizeof role->bot, "%s:%s", c->level, characters[n++ % KB_COUNT(characters)]);
    }
}

/* Sets who plays which seat, from the flags. */
static bool take_roles(const call *c, const kb_setup *setup, play_table *t)
{
    if (!take_people(c, setup, t)) return false;
    for (int i = 0; i < c->n_bots; i++)
        if (!take_bot_flag(c->bots[i], setup, t)) return false;
    name_the_rest(c, setup, t);
    for (int seat = 0; seat < setup->seats; seat++) {
        const char *name = kb_seat_name(setup, seat);
        if (t->role[seat].person || !t->role[seat].doubtful) continue;
        cli_call_error("play",
                       "in this record a program plays %s; it is run only if you name it: --bot '%s=%s', or use "
                       "another bot: --bot %s=medium",
                       name, name, t->role[seat].bot, name);
        return false;
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

/* Not an exit status: the person left before the game began. */
enum { LEFT = -1 };

static int begin(call *c, play_session *s)
{
    play_table *t = &s->table;
    t->role[0].person = true;
    if (c->bare && play_is_terminal() && !ask_setup(c, t)) return LEFT;
    if (!take_roles(c, &c->setup, t)) return CLI_BAD_CALL;
    if (c->save && !cli_can_save(c->save)) return cli_call_error("play", "--save %s: %s", c->save, strerror(errno));
    t->file = c->save ? strdup(c->save) : file_for(&c->setup);
    s->named_itself = !c->save;
    play_open(t, &c->setup, KB_VERSION);
    play_note_roles(t);
    return CLI_FINE;
}

/* A record may come from anywhere. What it says about a seat is a person, a bot we know, or it is ignored. */
static void read_role(kb_slice json, play_role *role)
{
    char text[PLAYER_SPEC_MAX + 8], reason[KB_WHY_MAX];
    kb_text plain = kb_text_in(text, sizeof text);
    kb_text why = kb_text_in(reason, sizeof reason);
    player_spec spec;
    cli_put_string(&plain, json);
    role->person = !strcmp(text, "person");
    if (strncmp(text, "bot ", 4) != 0 || plain.cut || !read_bot(text + 4, &spec, &why)) return;
    seat_bot(role, &spec);
    role->doubtful = player_command(spec.text) != NULL;
}

static void read_roles(const kb_setup *setup, kb_slice meta, play_table *t)
{
    for (int seat = 0; seat < setup->seats; seat++) {
        char path[32];
        kb_slice role;
        snprintf(path, sizeof path, "seats.%s", kb_seat_name(setup, seat));
        if (kb_json_find(meta, path, &role) && *role.at == '"') read_role(role, &t->role[seat]);
    }
}

/* Who plays is not known before the end. Returns the status; *ended: the record has its last line. */
static int read_record(play_table *t, const char *name, bool *ended)
{
    cli_record record;
    kb_state before = {0};
    if (!cli_record_open(&record, name)) return CLI_BAD_INPUT;
    for (; cli_record_next(&record); before = record.replay.state) {
        if (record.line.kind == KB_LINE_SETUP) {
            play_open(t, &record.replay.state.setup, record.replay.version);
        } else if (!play_add(t, &before, &record.line)) {
            record.status = cli_input_error("%s: line %u: at a table a line of talk has at most %d bytes", name,
                                            record.replay.lines, KB_TALK_MAX);
            break;
        }
        if (record.line.kind == KB_LINE_META) read_roles(&record.replay.state.setup, record.line.body, t);
    }
    int status = record.status;
    *ended = record.replay.ended;
    cli_record_close(&record);
    return status;
}

static int resume(const call *c, play_session *s)
{
    play_table *t = &s->table;
    bool ended;
    t->role[0].person = true;
    int status = read_record(t, c->resume, &ended);
    if (status != CLI_FINE) return status;
    if (c->save && strcmp(c->save, c->resume) != 0 && !cli_can_save(c->save))
        return cli_call_error("play", "--save %s: %s", c->save, strerror(errno));
    t->file = strdup(c->save ? c->save : c->resume);
    if (!take_roles(c, &state_of(s)->setup, t)) return CLI_BAD_CALL;
    play_again(t, 0);
    t->unsaved = c->save || (t->at->stage == KB_OVER && !ended);
    if ((c->people || c->n_bots) && !ended) play_note_roles(t);
    s->decided = true;
    return CLI_FINE;
}

static void seed(const call *c, play_session *s)
{
    uint64_t number = c->seed;
    if (!c->seeded && getrandom(&number, sizeof number, 0) != sizeof number) number = (uint64_t)time(NULL);
    s->rng = kb_rng_seeded(number);
}

static int run(int argc, char **argv)
{
    static play_session s; /* static: it must be zero, and is large */
    call c;
    memset(&c, 0, sizeof c);
    c.level = "medium";
    c.bot_ms = OUTSIDE_MILLISECONDS;
    if (!read_call(&c, argc, argv)) return CLI_BAD_CALL;
    s.bots.program_ms = (uint32_t)c.bot_ms;
    s.at_keyboard = PLAY_NOBODY;
    s.colour = cli_colour(stdout);
    play_terminal_begin();
    s.pauses = play_is_terminal(); /* scripts that write to a pipe expect to be asked for moves only */
    seed(&c, &s);
    int status = c.resume ? resume(&c, &s) : begin(&c, &s);
    if (status == CLI_FINE) status = play_bots_open(&s) ? play(&s) : CLI_BAD_INPUT;
    play_bots_close(&s);
    play_close(&s.table);
    return status == LEFT ? CLI_FINE : status;
}

const cli_verb cli_play = {
    "play",
    "play at the terminal",
    "usage: kickback play [GAME] [--edition E] [--players N] [--option K=V]… [--people SEATS] [--bot SEATS=BOT]…\n"
    "                     [--bot-time MS] [--seed S] [--save FILE]\n"
    "       kickback play [--resume] FILE.kbr [--people SEATS] [--bot SEATS=BOT]… [--bot-time MS] [--seed S]\n"
    "                     [--save FILE]\n\n"
    "Plays a game against bots, or with several people at one keyboard; the screen is then cleared\n"
    "between people, and each sees only what their seat may know. At a terminal without flags it asks\n"
    "for what it needs; otherwise one person plays the first seat. The game is saved after every\n"
    "decision; `kickback play FILE.kbr` continues it. The file holds all secrets and who plays which\n"
    "seat. A program that plays a seat must be named again to continue.\n\n"
    "  --edition E        the edition (default: the first of `kickback games GAME`)\n"
    "  --players N        seats (default: 4)\n"
    "  --option K=V       sets an option; may be repeated\n"
    "  --people SEATS     the seats played by people: separated by commas, all, or none\n"
    "  --bot SEATS=BOT    the bot for these seats; all: every seat not played by people. Bots: easy, medium, hard,\n"
    "                     greedy, random, search:SIMULATIONS, search:TIMEms, each with an optional character:\n"
    "                     hard:honest, :opportunist, :grudge; or your own program, cmd:PROGRAM ARGS, which\n"
    "                     has five seconds per decision (default: medium, with different characters)\n"
    "  --bot-time MS      how long a program may take for a decision (default 5000)\n"
    "  --seed S           a number from 0 to 2^63-1; the same seed gives the same luck and bots\n"
    "  --save FILE        the file for the record (default: GAME-DATE-TIME.kbr)\n"
    "  --resume FILE.kbr  continues a record, whatever its name\n\n"
    "At the prompt: a move as listed, an abbreviation, its number, or its number and the missing part\n"
    "(`1 5000`); Enter if there is only one move; or table, moves [all|VERB], log [all], say TEXT,\n"
    "say to SEAT: TEXT, undo, rules [WORD], save [FILE], quit, help. Promises: promise, vow, accept N, decline N,\n"
    "withdraw N, promises. docs/promises.md explains promises, docs/bots.md the bots.\n\n"
    "examples:\n"
    "  kickback play intrige\n"
    "  kickback play intrige --players 5 --people red,green --option bribes=sealed\n"
    "  kickback play intrige --option deals=loose --bot green=hard:grudge --bot blue=cmd:./mybot.py\n"
    "  kickback play intrige-20250101-200000.kbr\n",
    run,
};
