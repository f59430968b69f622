/* play_person.c: a person at the keyboard: the screen, the commands, handing over to the next. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"
#include "save.h"

enum { NEWS_MAX = 40 };

/* Text for one screenful; there is one screen. */
static char screen_buffer[16 * PLAY_TEXT_MAX];

static kb_text begin_text(const play_session *s)
{
    kb_text text = kb_text_in(screen_buffer, sizeof screen_buffer);
    text.colour = s->colour;
    text.width = play_width();
    return text;
}

static const kb_state *state_of(const play_session *s)
{
    return &s->table.replay.state;
}

static const char *name_of(const play_session *s, int seat)
{
    return kb_seat_name(&state_of(s)->setup, seat);
}

static void say_no(kb_text *why)
{
    if (why->at[0] >= 'a' && why->at[0] <= 'z') why->at[0] = (char)(why->at[0] - 'a' + 'A');
    play_print(why->at);
    puts(".");
}

/* --- the screen ------------------------------------------------------------------------------------- */

/* The sentences from this one on that the viewer may hear. */
static int put_sentences(const play_session *s, int from, int viewer, kb_text *out)
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

static void print_news(const play_session *s, int seat)
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

static void print_picture(const play_session *s, int viewer)
{
    kb_state view;
    kb_text out = begin_text(s);
    kb_redact(state_of(s), viewer, &view);
    kb_put(&out, "\n");
    kb_game_of(&view)->write_picture(&view, viewer, &out);
    cli_print(stdout, &out);
}

/* The legal moves of the seat, as its own view has them. */
static const play_moves *moves_of(const play_session *s, int seat)
{
    static kb_state view; /* the list points to it */
    kb_redact(state_of(s), seat, &view);
    return play_moves_of(&view, seat);
}

static void print_question(const play_session *s, int seat)
{
    const play_moves *moves = moves_of(s, seat);
    kb_text out = begin_text(s);
    kb_paint(&out, KB_BOLD);
    size_t from = out.n;
    kb_game_of(moves->view)->write_question(moves->view, seat, &out);
    if (out.at[from] >= 'a' && out.at[from] <= 'z') out.at[from] = (char)(out.at[from] - 'a' + 'A');
    kb_paint(&out, KB_PLAIN);
    kb_put(&out, "\n");
    play_put_moves(moves, &out);
    if (play_only_move(moves)) kb_put(&out, "    Enter does it.\n");
    play_print(out.at);
}

/* `moves`, `moves all`, `moves trade` */
static void print_moves(const play_session *s, int seat, const char *verb)
{
    kb_text out = begin_text(s);
    if (!*verb) {
        print_question(s, seat);
    } else if (play_put_every_move(moves_of(s, seat), verb, &out) > 0) {
        play_page(out.at);
    } else {
        puts("No move that you can make now begins like that.");
    }
}

static void print_screen(const play_session *s, int seat)
{
    print_news(s, seat);
    print_picture(s, seat);
    print_question(s, seat);
}

/* --- commands --------------------------------------------------------------------------------------- */

static const char commands_text[] =
    "  table        show the table again\n"
    "  moves        show the question and the moves again; `moves all` lists every single\n"
    "               one, `moves VERB` those that begin like that\n"
    "  log          what has happened last, as you saw it; `log all`: everything\n"
    "  say TEXT     talk to all\n"
    "  undo, u      take your last move back, as long as nobody has moved since\n"
    "               and nobody has learnt a secret by it\n"
    "  rules [WORD] the rules of the game, or what they say about a word\n"
    "  save [FILE]  save the game, from now on in FILE if you name one\n"
    "  quit         save and leave; Ctrl-D does the same\n"
    "  help         this\n";

/* The shortest beginnings of its words, all alike long, that still mean this move. */
static void put_shortened(const play_moves *moves, const char *full, kb_move wanted, kb_text *out)
{
    for (size_t letters = 1;; letters++) {
        char line[KB_MOVE_TEXT_MAX], reason[KB_WHY_MAX];
        kb_text text = kb_text_in(line, sizeof line);
        kb_text why = kb_text_in(reason, sizeof reason);
        kb_move meant;
        size_t longest = 0;
        for (const char *at = full; *at; at += *at == ' ') {
            size_t n = strcspn(at, " ");
            bool figure = *at >= '0' && *at <= '9';
            if (n > longest && !figure) longest = n;
            kb_put_n(&text, at, figure || n < letters ? n : letters);
            at += n;
            if (*at) kb_put(&text, " ");
        }
        bool fine = play_choose(moves, line, &meant, &why) && !memcmp(&meant, &wanted, sizeof meant);
        if (!fine && letters < longest) continue;
        kb_put(out, line);
        return;
    }
}

/* Examples are moves that can be made now. */
static void put_examples(const play_moves *moves, kb_text *out)
{
    char full[KB_MOVE_TEXT_MAX];
    kb_text text = kb_text_in(full, sizeof full);
    const kb_span *run = NULL;
    const play_entry *open = NULL; /* a line that leaves something open */
    int shown = 0;
    for (int i = moves->n - 1; i >= 0; i--)
        if (moves->list[i].n > 1) run = &moves->list[i];
    for (int i = moves->n_numbered - 1; i >= 0; i--)
        if (moves->entry[i].kind == PLAY_ALTERNATIVES) open = &moves->entry[i];
    kb_move_text(moves->view, moves->list[shown].move, &text);
    kb_putf(out, "A move is typed as the list writes it (`%s`), or shortened as long as it is clear (`", full);
    put_shortened(moves, full, moves->list[shown].move, out);
    kb_put(out, "`)");
    if (moves->n_numbered > 0) {
        kb_putf(out, ", or by its number (`%d`).", moves->n_numbered);
    } else {
        kb_put(out,
               ". These moves have numbers in themselves, so the list has none: a number means what the move says.");
    }
    if (run) {
        kb_put(out, " Where an amount goes from..to/step, any such amount will do (`");
        play_put_stem(moves, run, out);
        kb_putf(out, " %d`, or short %dk).", kb_span_last(*run), kb_span_last(*run) / 1000);
    }
    if (open) {
        kb_putf(out, " Where a line has choices with | between them, add the one you mean to the number (`%d ",
                (int)(open - moves->entry) + 1);
        play_put_last_word(moves, &moves->list[open->from + 1], out);
        kb_put(out, "`).");
    }
    kb_put(out, " The TAB key completes what you have begun.\n\n");
}

static void print_help(const play_session *s, int seat)
{
    const kb_setup *setup = &state_of(s)->setup;
    kb_text out = begin_text(s);
    int other = kb_left_of(seat, setup->seats);
    put_examples(moves_of(s, seat), &out);
    kb_put(&out, commands_text);
    kb_putf(&out, "\nIn private: `say to %s: TEXT`", kb_seat_name(setup, other));
    if (setup->seats > 2)
        kb_putf(&out, ", or to several: `say to %s,%s: TEXT`", kb_seat_name(setup, other),
                kb_seat_name(setup, kb_left_of(other, setup->seats)));
    kb_putf(&out, ".\nOptions of the game: `kickback games %s`.\n", kb_game_of(state_of(s))->name);
    play_print(out.at);
}

/* A whole game does not fit the screen's buffer; a sentence with painted names takes a few times its length. */
static void print_log(const play_session *s, int seat)
{
    size_t size = 1;
    for (int i = 0; i < s->table.n_sentences; i++) size += 8 * strlen(s->table.sentences[i].text) + 16;
    char *buffer = malloc(size);
    if (!buffer) return;
    kb_text out = kb_text_in(buffer, size);
    out.colour = s->colour;
    put_sentences(s, 0, seat, &out);
    play_page(out.n ? buffer : "Nothing has happened yet.\n");
    free(buffer);
}

/* Takes "to green, blue:" off the front of what is said; false where a slip would make a secret public. */
static bool take_hearers(const play_session *s, int seat, const char **text, uint32_t *to_mask, kb_text *why)
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
    bool begins_with_seat = play_read_seats(setup, list, word, &ignored) != 0;
    if (!one_word && !begins_with_seat) return true; /* "to be honest: no" */
    if (!colon) {
        kb_put(why, "to talk in private put a colon behind the seats, as in `say to green: psst`; nothing was said");
        return false;
    }
    *to_mask = play_read_seats(setup, list, (size_t)(colon - list), why);
    if (!*to_mask) {
        kb_put(why, "; nothing was said");
        return false;
    }
    *to_mask &= ~(1u << seat);
    if (!*to_mask) kb_put(why, "that would be talking to yourself; nothing was said");
    *text = colon + 1 + strspn(colon + 1, " ");
    return *to_mask != 0;
}

static void say(play_session *s, int seat, const char *text)
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

static void undo(play_session *s, int seat)
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
static bool save_as(play_session *s, const char *name)
{
    if (*name && strcmp(name, s->table.file) != 0) {
        if (!cli_can_save(name)) {
            printf("%s: %s. Choose another name.\n", name, strerror(errno));
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

static void keep(play_session *s)
{
    if (s->decided && s->table.unsaved) play_save(&s->table);
}

static play_outcome leave(play_session *s, bool may_stay)
{
    if (play_save(&s->table)) return PLAY_LEAVES;
    if (!may_stay) return PLAY_LEAVES_UNSAVED;
    puts("The game goes on. Try `save FILE` with another name; Ctrl-D leaves without saving.");
    return PLAY_GOES_ON;
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
    if (!strcmp(line, "u")) return UNDO; /* alone: with more behind it, it may be a move */
    if (kb_equal(line, n, "exit")) return QUIT;
    for (int i = 0; i < KB_COUNT(commands); i++)
        if (kb_equal(line, n, commands[i])) return i;
    return -1;
}

static play_outcome obey(play_session *s, int seat, int command, const char *rest)
{
    switch (command) {
    case TABLE: print_picture(s, seat); break;
    case MOVES: print_moves(s, seat, rest); break;
    case LOG: print_log(s, seat); break;
    case SAY: say(s, seat, rest); break;
    case UNDO: undo(s, seat); break;
    case RULES: play_page(cli_rules_of(kb_game_of(state_of(s))->name)); break;
    case SAVE: save_as(s, rest); break;
    case QUIT: return leave(s, true);
    case HELP: print_help(s, seat); break;
    }
    return PLAY_GOES_ON;
}

/* The prompt in the seat's colour; \1 and \2 keep the colours out of libedit's reckoning. */
static void put_prompt(const play_session *s, int seat, kb_text *out)
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

static char *read_line(const play_session *s, int seat)
{
    char buffer[128];
    kb_text prompt = kb_text_in(buffer, sizeof buffer);
    play_forget_words();
    play_offer_moves(moves_of(s, seat));
    for (int i = 0; i < KB_COUNT(commands); i++) play_offer_word(commands[i]);
    put_prompt(s, seat, &prompt);
    return play_read(buffer);
}

/* Who typed it shorter than it is written sees what it was taken for. */
static void make_move(play_session *s, int seat, kb_move move, const char *typed)
{
    char buffer[KB_MOVE_TEXT_MAX];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    kb_move_text(state_of(s), move, &text);
    if (strcmp(typed, buffer) != 0) printf("  (%s)\n", buffer);
    play_move(&s->table, seat, move);
    s->decided = true;
}

static void try_move(play_session *s, int seat, const char *line)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    kb_move move;
    if (!play_choose(moves_of(s, seat), line, &move, &why)) {
        say_no(&why);
        return;
    }
    make_move(s, seat, move, line);
}

/* One line from the person whose move it is. */
static play_outcome take_line(play_session *s, int seat)
{
    const char *rest;
    char *line = read_line(s, seat);
    if (!line) return leave(s, false);
    if (play_was_interrupted()) puts("(Nothing entered. `quit` saves the game and leaves.)");
    char *from = line + strspn(line, " \t");
    for (size_t n = strlen(from); n > 0 && (from[n - 1] == ' ' || from[n - 1] == '\t'); n--) from[n - 1] = '\0';
    int command = command_of(from, &rest);
    play_outcome result = PLAY_GOES_ON;
    if (command >= 0) {
        result = obey(s, seat, command, rest);
    } else if (*from) {
        try_move(s, seat, from);
    } else if (!play_was_interrupted() && play_only_move(moves_of(s, seat))) {
        make_move(s, seat, play_only_move(moves_of(s, seat))->move, from);
    }
    free(line);
    keep(s);
    return result;
}

/* What the people say while the keyboard changes hands: a command, GO_ON for just Enter, or -1 at the end of
 * input. Nothing else goes on: what comes next is for one pair of eyes. */
enum { GO_ON = KB_COUNT(commands) };

static int read_hand_over(bool may_undo)
{
    for (;;) {
        const char *rest;
        char *line = play_read("");
        if (!line) return -1;
        int command = command_of(line, &rest);
        bool entered = !*line && !play_was_interrupted();
        free(line);
        if (entered) return GO_ON;
        if (command == QUIT || (command == UNDO && may_undo)) return command;
        puts("(Enter goes on, `quit` saves the game and leaves.)");
    }
}

/* Between two people: nothing of the last one's view is left, and the next one says when to go on. */
static play_outcome hand_over(play_session *s, int seat)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    kb_text out = begin_text(s);
    int last = s->at_keyboard;
    bool may_undo = last != PLAY_NOBODY && play_may_undo(&s->table, last, &why);
    play_wipe();
    play_forget_words();
    s->at_keyboard = seat;
    kb_putf(&out, "Hand the keyboard to %s. ", name_of(s, seat));
    kb_putf(&out, "Press Enter when only %s is looking.\n", name_of(s, seat));
    if (may_undo) kb_putf(&out, "(%s can still take the last move back: `undo`.)\n", name_of(s, last));
    cli_print(stdout, &out);
    if (!play_is_terminal()) return PLAY_GOES_ON;
    int command = read_hand_over(may_undo);
    if (command < 0) return leave(s, false);
    play_wipe();
    if (command == QUIT) return leave(s, true);
    if (command == UNDO) {
        play_undo(&s->table);
        s->at_keyboard = PLAY_NOBODY;
        keep(s);
    }
    return PLAY_GOES_ON;
}

play_outcome play_ask(play_session *s, int seat)
{
    uint32_t people = play_people(&s->table);
    keep(s);
    if (seat != s->at_keyboard && (people & (people - 1))) {
        play_outcome result = hand_over(s, seat);
        if (result != PLAY_GOES_ON || s->at_keyboard != seat) return result;
    }
    s->at_keyboard = seat;
    if (!s->greeted) puts("`help` lists what you can type, `rules` explains the game, `quit` saves it.");
    s->greeted = true;
    print_screen(s, seat);
    uint32_t n_moves = s->table.replay.moves;
    play_outcome result = PLAY_GOES_ON;
    while (result == PLAY_GOES_ON && s->table.replay.moves == n_moves) result = take_line(s, seat);
    return result;
}

/* --- the end ---------------------------------------------------------------------------------------- */

void play_print_end(const play_session *s)
{
    uint32_t people = play_people(&s->table);
    bool one = people && !(people & (people - 1));
    int viewer = one ? __builtin_ctz(people) : KB_SPECTATOR;
    if (people && !one) play_wipe();
    kb_text out = begin_text(s);
    int reader = one ? viewer : s->at_keyboard;
    int from = people && (one || reader != PLAY_NOBODY) ? s->table.since[reader] : 0;
    put_sentences(s, from, viewer, &out);
    cli_print(stdout, &out);
    print_picture(s, viewer);
    out = begin_text(s);
    kb_put(&out, "\n");
    cli_put_result(&out, state_of(s), &s->table.tally);
    cli_print(stdout, &out);
}
