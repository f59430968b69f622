/* play_person.c: a person at the keyboard: the screen, the commands, handing over to the next person. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "play.h"
#include "save.h"

enum { NEWS_MAX = 40, NEWS_MIN = 8, LOG_LINES = 20, FOLDED_MAX = 1024 };

/* Text for one screen. There is only one. */
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
    return &s->table.at->state;
}

static const char *name_of(const play_session *s, int seat)
{
    return kb_seat_name(&state_of(s)->setup, seat);
}

static void say_no(kb_text *why)
{
    if (why->at[0] >= 'a' && why->at[0] <= 'z') why->at[0] = (char)(why->at[0] - 'a' + 'A');
    kb_put(why, ".\n");
    play_print(why->at);
}

/* --- the screen ------------------------------------------------------------------------------------- */

/* Bytes of a sentence before its last word. 0 if it has only one word, or does not end with a full stop. */
static size_t stem_of(const char *sentence)
{
    const char *blank = strrchr(sentence, ' ');
    size_t n = strlen(sentence);
    return blank && n > 0 && sentence[n - 1] == '.' ? (size_t)(blank - sentence) : 0;
}

static bool share_a_stem(const char *a, const char *b)
{
    size_t n = stem_of(a);
    return n > 0 && n == stem_of(b) && !memcmp(a, b, n);
}

/* The next sentence from *at that the viewer may hear, or NULL. */
static const char *next_sentence(const play_session *s, int *at, int viewer)
{
    for (; *at < s->table.n_sentences; ++*at)
        if (s->table.sentences[*at].seen_by & 1u << viewer) return s->table.sentences[(*at)++].text;
    return NULL;
}

/* The next line of news. Sentences that differ only in their last word become one line. Otherwise dealing cards
 * would push everything else off the screen. */
static bool fold_next(const play_session *s, int *at, int viewer, char line[FOLDED_MAX])
{
    kb_text text = kb_text_in(line, FOLDED_MAX);
    const char *first = next_sentence(s, at, viewer);
    if (!first) return false;
    int n = 1;
    bool alike = true;
    kb_put_n(&text, first, strlen(first) - (stem_of(first) > 0));
    for (int ahead = *at;; n++, *at = ahead) {
        const char *next = next_sentence(s, &ahead, viewer);
        if (!next || !share_a_stem(first, next) || (n > 1 && alike != !strcmp(first, next))) break;
        alike = !strcmp(first, next);
        if (!alike) kb_putf(&text, ",%.*s", (int)(strlen(next) - stem_of(next) - 1), next + stem_of(next));
    }
    if (alike && n > 1) kb_putf(&text, ", %d times", n);
    if (stem_of(first) > 0) kb_put(&text, ".");
    return true;
}

/* Writes the last lines_max lines of news since this sentence. Returns how many lines were left out. */
static int put_news(const play_session *s, int from, int viewer, int lines_max, kb_text *out)
{
    char line[FOLDED_MAX];
    int n = 0, i = 0;
    for (int at = from; fold_next(s, &at, viewer, line);) n++;
    for (int at = from; fold_next(s, &at, viewer, line); i++) {
        if (i < n - lines_max) continue;
        if (!cli_heading_round(line)) kb_put(out, "  ");
        cli_put_sentence(out, &state_of(s)->setup, line);
        kb_put(out, "\n");
    }
    return n > lines_max ? n - lines_max : 0;
}

/* Prints the news since the seat last moved, without that move itself. */
static void print_news(const play_session *s, int seat, int lines_max)
{
    kb_text out = begin_text(s);
    bool moved = s->table.moved_mask & 1u << seat;
    int from = s->table.since[seat] + moved;
    bool has_read = s->read[seat] > from;
    int left_out = put_news(s, has_read ? s->read[seat] : from, seat, lines_max, &out);
    if (!out.n) return;
    puts(has_read ? "\nSince then:" : moved ? "\nSince you last moved:" : "\nSo far:");
    if (left_out) printf("  (%d more before this: `log` tells them)\n", left_out);
    play_print(out.at);
}

static int count_lines(const kb_text *text)
{
    int n = 0;
    for (size_t i = 0; i < text->n; i++) n += text->at[i] == '\n';
    return n;
}

/* Who kept and who broke deals. The picture of the table does not show it, but everybody remembers. */
static void put_reputations(const play_session *s, kb_text *out)
{
    const cli_tally *tally = &s->table.tally;
    const kb_setup *setup = &state_of(s)->setup;
    const char *before = " Deals: ";
    for (int seat = 0; seat < setup->seats; seat++) {
        if (!tally->kept[seat] && !tally->broken[seat]) continue;
        kb_put(out, before);
        cli_put_painted(out, setup, kb_seat_name(setup, seat));
        kb_putf(out, " kept %d, broke %d", tally->kept[seat], tally->broken[seat]);
        before = "; ";
    }
    if (tally->any) kb_put(out, "\n");
}

static kb_text picture_of(const play_session *s, int viewer)
{
    kb_state view;
    kb_text out = begin_text(s);
    kb_redact(state_of(s), viewer, &view);
    kb_put(&out, "\n");
    kb_game_of(&view)->write_picture(&view, viewer, &out);
    put_reputations(s, &out);
    play_put_seals(s, viewer, &out);
    return out;
}

static void print_picture(const play_session *s, int viewer)
{
    kb_text out = picture_of(s, viewer);
    play_print(out.at);
}

/* The legal moves of the seat, in its own view. */
static const play_moves *moves_of(const play_session *s, int seat)
{
    static kb_state view; /* the list points to it */
    kb_redact(state_of(s), seat, &view);
    return play_moves_of(&view, &s->table.at->ledger, seat);
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
    if (!moves_of(s, seat)->n) {
        puts("It is not your move now.");
    } else if (!*verb) {
        print_question(s, seat);
    } else if (play_put_every_move(moves_of(s, seat), verb, &out) > 0) {
        play_page(out.at);
    } else {
        puts("No move that you can make now begins like that.");
    }
}

/* News gets the lines of the screen that the picture and the question leave. */
static int room_for_news(const play_session *s, int seat)
{
    kb_text picture = picture_of(s, seat);
    int room = play_height() - count_lines(&picture);
    kb_text list = begin_text(s);
    play_put_moves(moves_of(s, seat), &list);
    play_put_open_pacts(s, seat, &list);
    room -= count_lines(&list) + 4; /* the question, the prompt, the heading and a blank line */
    return room > NEWS_MAX ? NEWS_MAX : room < NEWS_MIN ? NEWS_MIN : room;
}

static void print_open_pacts(const play_session *s, int seat)
{
    kb_text out = begin_text(s);
    play_put_open_pacts(s, seat, &out);
    if (out.n) puts(" Open promises:");
    play_print(out.at);
}

static void print_screen(const play_session *s, int seat)
{
    print_news(s, seat, room_for_news(s, seat));
    print_picture(s, seat);
    print_open_pacts(s, seat);
    print_question(s, seat);
}

/* --- commands --------------------------------------------------------------------------------------- */

static const char commands_text[] =
    "  table         show the table again\n"
    "  moves         show the question and the moves again; `moves all` lists every one, `moves VERB` those that "
    "begin with VERB\n"
    "  log           show what happened recently; `log all` shows everything\n"
    "  say TEXT      talk to everybody\n"
    "  promise       promise something, or ask for a promise, step by step; or in one line: `promise SEAT: I will GIVE "
    "WHAT, turn; SEAT wont DO WHAT, round, if SEAT: DEED`, also `promise secretly SEAT: …`\n"
    "  vow           promise something to everybody; with an `if`, a threat\n"
    "  accept N      accept pact N; also `decline N`, `withdraw N`\n"
    "  pause         turn the pause at the start of each turn, before the bots move, on or off\n"
    "  promises      list all promises you know of, with their verdicts\n"
    "  undo, u       take back your last move, if nobody has moved since and it revealed nothing\n"
    "  rules [WORD]  show the rules, or what they say about a word\n"
    "  save [FILE]   save the game; with FILE, save it there from now on\n"
    "  quit          save and leave (also Ctrl-D)\n"
    "  help          this\n";

/* Shortens all words to the same length, as short as possible, so that they still mean this move. */
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

/* The examples are moves that are legal now. */
static void put_examples(const play_moves *moves, kb_text *out)
{
    char full[KB_MOVE_TEXT_MAX];
    kb_text text = kb_text_in(full, sizeof full);
    const kb_span *run = NULL;
    const play_entry *open = NULL; /* a line with alternatives */
    int shown = 0;
    for (int i = moves->n - 1; i >= 0; i--)
        if (moves->list[i].n > 1) run = &moves->list[i];
    for (int i = moves->n_numbered - 1; i >= 0; i--)
        if (moves->entry[i].kind == PLAY_ALTERNATIVES) open = &moves->entry[i];
    kb_move_text(moves->view, moves->list[shown].move, &text);
    kb_putf(out, "Type a move as listed (`%s`), or shortened if it is unambiguous (`", full);
    put_shortened(moves, full, moves->list[shown].move, out);
    kb_put(out, "`)");
    if (moves->n_numbered > 0) {
        kb_putf(out, ", or by its number (`%d`).", moves->n_numbered);
    } else {
        kb_put(out, ". These moves contain numbers, so the list is not numbered.");
    }
    if (run) {
        kb_put(out, " Where an amount is given as from..to/step, choose any such amount (`");
        play_put_stem(moves, run, out);
        kb_putf(out, " %d`, or short %dk).", kb_span_last(*run), kb_span_last(*run) / 1000);
    }
    if (open) {
        kb_putf(out, " Where a line has choices separated by |, add one to the number (`%d ",
                (int)(open - moves->entry) + 1);
        play_put_last_word(moves, &moves->list[open->from + 1], out);
        kb_put(out, "`).");
    }
    kb_put(out, " The TAB key completes what you type.\n\n");
}

static void print_help(const play_session *s, int seat)
{
    const kb_setup *setup = &state_of(s)->setup;
    kb_text out = begin_text(s);
    int other = kb_left_of(seat, setup->seats);
    if (moves_of(s, seat)->n > 0) put_examples(moves_of(s, seat), &out);
    kb_put(&out, commands_text);
    kb_putf(&out, "\nIn private: `say to %s: TEXT`", kb_seat_name(setup, other));
    if (setup->seats > 2)
        kb_putf(&out, ", or to several: `say to %s,%s: TEXT`", kb_seat_name(setup, other),
                kb_seat_name(setup, kb_left_of(other, setup->seats)));
    kb_putf(&out, ".\nOptions of the game: `kickback games %s`.\n", kb_game_of(state_of(s))->name);
    play_print(out.at);
}

/* A whole game does not fit into the screen's buffer. A sentence with colours takes a few times its length. */
static void print_log(const play_session *s, int seat, bool all)
{
    size_t size = 1;
    for (int i = 0; i < s->table.n_sentences; i++) size += 8 * strlen(s->table.sentences[i].text) + 16;
    char *buffer = malloc(size);
    if (!buffer) return;
    kb_text out = kb_text_in(buffer, size);
    out.colour = s->colour;
    int left_out = put_news(s, 0, seat, all ? s->table.n_sentences : LOG_LINES, &out);
    if (left_out) printf("(The last %d lines; `log all` shows everything.)\n", LOG_LINES);
    if (all) {
        play_page(out.n ? buffer : "Nothing has happened yet.\n");
    } else {
        play_print(out.n ? buffer : "Nothing has happened yet.\n");
    }
    free(buffer);
}

static void print_rules(const play_session *s, const char *word)
{
    const char *game = kb_game_of(state_of(s))->name;
    if (!*word) {
        play_page(cli_rules_of(game));
        return;
    }
    char *text = cli_rules_about(game, word);
    if (text && *text) {
        play_page(text);
    } else {
        printf("The rules do not mention '%s'.\n", word);
    }
    free(text);
}

/* Reads "to green, blue:" at the start of what is said. False if a typing error could make a secret public. */
static bool take_hearers(const play_session *s, int seat, const char **text, uint32_t *to_mask, kb_text *why)
{
    const kb_setup *setup = &state_of(s)->setup;
    char reason[KB_WHY_MAX];
    kb_text ignored = kb_text_in(reason, sizeof reason);
    *to_mask = 0;
    if (strncasecmp(*text, "to ", 3) != 0) return true;
    const char *list = *text + 3;
    const char *colon = strchr(list, ':');
    size_t word = strcspn(list, " ,:");
    bool one_word = colon && !memchr(list, ' ', (size_t)(colon - list));
    bool begins_with_seat = play_read_seats(setup, list, word, &ignored) != 0;
    if (!one_word && !begins_with_seat) return true; /* "to be honest: no" */
    if (!colon) {
        kb_put(why, "expected a colon after the seats, as in `say to green: psst`; nothing was said");
        return false;
    }
    *to_mask = play_read_seats(setup, list, (size_t)(colon - list), why);
    if (!*to_mask) {
        kb_put(why, "; nothing was said");
        return false;
    }
    *to_mask &= ~(1u << seat);
    if (!*to_mask) kb_put(why, "you cannot talk to yourself; nothing was said");
    *text = colon + 1 + strspn(colon + 1, " ");
    return *to_mask != 0;
}

/* Prints what was added to the log since this sentence. */
static void print_since(const play_session *s, int from, int seat)
{
    kb_text out = begin_text(s);
    put_news(s, from, seat, NEWS_MAX, &out);
    play_print(out.at);
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
        printf("Too long: the maximum is %d bytes.\n", PLAY_SAY_MAX);
    } else if (!play_say(&s->table, seat, to_mask, text, &why)) {
        say_no(&why);
    } else {
        kb_text out = begin_text(s);
        cli_put_painted(&out, &state_of(s)->setup, s->table.sentences[s->table.n_sentences - 1].text);
        kb_put(&out, "\n");
        play_print(out.at);
        int from = s->table.n_sentences;
        while (play_bots_talk(s)) continue;
        print_since(s, from, seat);
    }
}

/* Takes the last move back. Talk since then stays. */
static void undo_move(play_session *s)
{
    play_again(&s->table, s->table.last.entry);
    play_bots_sit(s);
    memset(s->read, 0, sizeof s->read);
}

static void undo(play_session *s, int seat)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    if (!play_may_undo(&s->table, seat, &why)) {
        say_no(&why);
        return;
    }
    undo_move(s);
    s->shown_at = 0;
    puts("Taken back.");
}

/* Adds .kbr to the name if it has no extension. */
static char *file_named(const char *name)
{
    const char *slash = strrchr(name, '/');
    bool bare = !strchr(slash ? slash : name, '.');
    char *file = malloc(strlen(name) + 5);
    if (file) sprintf(file, "%s%s", name, bare ? ".kbr" : "");
    return file;
}

/* Moves the game to a file with another name, but never overwrites an existing file. If we chose the old name, the
 * old file is removed. */
static bool move_file(play_session *s, const char *name)
{
    char *before = s->table.file;
    char *file = file_named(name);
    if (!file || !strcmp(file, before)) {
        free(file);
        return file && play_save(&s->table);
    }
    bool fine = cli_can_save(file);
    if (!fine) printf("%s: %s. Choose another name.\n", file, strerror(errno));
    s->table.file = file;
    if (!fine || !play_save(&s->table)) {
        free(file);
        s->table.file = before;
        return false;
    }
    if (s->named_itself) unlink(before);
    s->named_itself = false;
    free(before);
    return true;
}

static void save_as(play_session *s, const char *name)
{
    if (*name ? !move_file(s, name) : !play_save(&s->table)) return;
    s->decided = true;
    printf("Saved in %s.\n", s->table.file);
}

static void keep(play_session *s)
{
    if (s->decided && s->table.unsaved) play_save(&s->table);
}

static play_outcome leave(play_session *s, bool may_stay)
{
    if (play_save(&s->table)) return PLAY_LEAVES;
    if (!may_stay) return PLAY_LEAVES_UNSAVED;
    puts("The game continues. Try `save FILE` with another name; Ctrl-D leaves without saving.");
    return PLAY_GOES_ON;
}

/* --- a person decides ------------------------------------------------------------------------------- */

static const char *const commands[] = {"table",    "moves",    "log",     "say", "undo",   "rules",
                                       "save",     "quit",     "promise", "vow", "accept", "decline",
                                       "withdraw", "promises", "pause",   "help"};
enum {
    TABLE,
    MOVES,
    LOG,
    SAY,
    UNDO,
    RULES,
    SAVE,
    QUIT,
    PROMISE,
    VOW,
    ACCEPT,
    DECLINE,
    WITHDRAW,
    PROMISES,
    PAUSE,
    HELP
};

/* Whether these bytes are the word, in upper or lower case. */
static bool is_word(const char *text, size_t n, const char *word)
{
    return strlen(word) == n && !strncasecmp(text, word, n);
}

/* The command a line begins with, or -1. rest is what follows it. */
static int command_of(const char *line, const char **rest)
{
    size_t n = strcspn(line, " \t");
    *rest = line + n + strspn(line + n, " \t");
    if (kb_equal(line, n, "?")) return HELP;
    if (!strcasecmp(line, "u")) return UNDO; /* only alone: with more words it may be a move */
    if (is_word(line, n, "exit")) return QUIT;
    for (int i = 0; i < KB_COUNT(commands); i++)
        if (is_word(line, n, commands[i])) return i;
    return -1;
}

static void negotiate(play_session *s, int seat, int command, const char *rest)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    int from = s->table.n_sentences;
    kb_pact_act act = command == ACCEPT ? KB_PACT_ACCEPT : command == DECLINE ? KB_PACT_DECLINE : KB_PACT_WITHDRAW;
    bool made = command == PROMISE || command == VOW ? play_make_promise(s, seat, command == VOW, rest, &why)
                                                     : play_answer_typed(s, seat, act, rest, &why);
    if (made) {
        print_since(s, from, seat);
    } else {
        say_no(&why);
    }
}

static play_outcome obey(play_session *s, int seat, int command, const char *rest)
{
    switch (command) {
    case TABLE: print_picture(s, seat); break;
    case MOVES: print_moves(s, seat, rest); break;
    case LOG: print_log(s, seat, !strcasecmp(rest, "all")); break;
    case SAY: say(s, seat, rest); break;
    case UNDO: undo(s, seat); break;
    case RULES: print_rules(s, rest); break;
    case SAVE: save_as(s, rest); break;
    case QUIT: return leave(s, true);
    case PROMISE:
    case VOW:
    case ACCEPT:
    case DECLINE:
    case WITHDRAW: negotiate(s, seat, command, rest); break;
    case PROMISES: play_print_promises(s, seat); break;
    case PAUSE:
        s->pauses = !s->pauses;
        puts(s->pauses ? "The game now pauses at the start of each turn."
                       : "The game no longer pauses; `pause` turns it on again.");
        break;
    case HELP: print_help(s, seat); break;
    }
    return PLAY_GOES_ON;
}

/* The prompt in the seat's colour. \1 and \2 tell libedit that the escape sequences have no width. */
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

/* Makes the move. If it was abbreviated, prints it in full. */
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
    if (!(kb_actors(state_of(s)) & 1u << seat)) {
        puts("It is not your move now. Enter continues; see `help`.");
        return;
    }
    const play_moves *moves = moves_of(s, seat);
    if (!play_choose(moves, line, &move, &why)) {
        say_no(&why);
        return;
    }
    if (play_warns(s, seat, moves->view, move)) return;
    make_move(s, seat, move, line);
}

/* Whether the line is a legal move: `accept` alone may be a move or a command. */
static bool is_move(const play_session *s, int seat, const char *line)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    kb_move move;
    return kb_actors(state_of(s)) & 1u << seat && play_choose(moves_of(s, seat), line, &move, &why);
}

/* Reads and executes one line from the person whose move it is, or who is asked about a proposal. */
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
    if (command == ACCEPT && !*rest && is_move(s, seat, from)) command = -1;
    if (command >= 0) {
        result = obey(s, seat, command, rest);
    } else if (*from) {
        try_move(s, seat, from);
    } else if (!play_was_interrupted() && play_only_move(moves_of(s, seat))) {
        make_move(s, seat, play_only_move(moves_of(s, seat))->move, from);
    } else if (!play_was_interrupted()) {
        s->passed = true;
    }
    free(line);
    keep(s);
    return result;
}

/* What is typed while the keyboard changes hands: a command, GO_ON for Enter, or -1 at the end of input. Anything
 * else does not continue, because the next screen is for one person only. */
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
        puts("(Enter continues, `quit` saves the game and leaves.)");
    }
}

/* Clears everything the last person saw, and waits until the next one is ready. */
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
    play_print(out.at);
    if (!play_is_terminal()) return PLAY_GOES_ON;
    int command = read_hand_over(may_undo);
    if (command < 0) return leave(s, false);
    play_wipe();
    if (command == QUIT) return leave(s, true);
    if (command == UNDO) {
        undo_move(s);
        s->at_keyboard = PLAY_NOBODY;
        keep(s);
    }
    return PLAY_GOES_ON;
}

/* Prints who plays which seat, and what to type. */
static void greet(const play_session *s, uint32_t people)
{
    const kb_setup *setup = &state_of(s)->setup;
    uint32_t bots = ((1u << setup->seats) - 1) & ~people;
    bool one = !(people & (people - 1));
    kb_text out = begin_text(s);
    kb_put(&out, one ? "You are " : "At this keyboard: ");
    cli_put_seats(&out, setup, people);
    kb_put(&out, bots ? "; played by the computer: " : "");
    cli_put_seats(&out, setup, bots);
    kb_put(&out, ".\n`help` lists what you can type, `rules` explains the game, `quit` saves it.\n");
    play_print(out.at);
}

/* Makes sure that this person is at the keyboard. False: they are not, and result says what to do. */
static bool sit_down(play_session *s, int seat, play_outcome *result)
{
    uint32_t people = play_people(&s->table);
    keep(s);
    *result = PLAY_GOES_ON;
    if (seat != s->at_keyboard && (people & (people - 1))) {
        *result = hand_over(s, seat);
        s->shown_at = 0;
        if (*result != PLAY_GOES_ON || s->at_keyboard != seat) return false;
    }
    s->at_keyboard = seat;
    if (!s->greeted) greet(s, people);
    s->greeted = true;
    return true;
}

/* A person is asked about each proposal only once. They have seen those on the screen. */
static void note_asked(play_session *s, int seat)
{
    s->asked[seat] = s->table.at->pacts.n;
}

play_outcome play_ask(play_session *s, int seat)
{
    play_outcome result;
    if (!sit_down(s, seat, &result)) return result;
    if (s->shown_at == s->table.n_moves + 1 && s->shown_to == seat) {
        print_since(s, s->told, seat);
    } else {
        print_screen(s, seat);
    }
    s->shown_at = s->table.n_moves + 1;
    s->shown_to = seat;
    note_asked(s, seat);
    uint32_t n_moves = s->table.n_moves;
    uint64_t n_entries = s->table.at->n_entries;
    while (result == PLAY_GOES_ON && s->table.n_moves == n_moves && !play_has_pact_since(&s->table, n_entries))
        result = take_line(s, seat);
    s->told = s->table.n_sentences;
    return result;
}

play_outcome play_consult(play_session *s, int seat)
{
    play_outcome result;
    if (!sit_down(s, seat, &result)) return result;
    print_news(s, seat, NEWS_MIN);
    print_open_pacts(s, seat);
    puts("You have a proposal to answer. Enter continues without.");
    s->passed = false;
    s->shown_at = 0;
    while (result == PLAY_GOES_ON && !s->passed && person_waiting_pact(s->table.at, seat, s->asked[seat]))
        result = take_line(s, seat);
    note_asked(s, seat);
    s->read[seat] = s->table.n_sentences;
    return result;
}

play_outcome play_pause(play_session *s, int seat)
{
    play_outcome result;
    if (!sit_down(s, seat, &result)) return result;
    if (s->shown_at == s->table.n_moves + 1 && s->shown_to == seat) {
        print_since(s, s->told, seat);
    } else {
        print_news(s, seat, NEWS_MAX);
        print_picture(s, seat);
        print_open_pacts(s, seat);
        puts("Time to negotiate. Enter continues; `pause` turns this off.");
    }
    s->shown_at = s->table.n_moves + 1;
    s->shown_to = seat;
    s->passed = false;
    note_asked(s, seat);
    uint64_t n_entries = s->table.at->n_entries;
    while (result == PLAY_GOES_ON && !s->passed && s->pauses && !play_has_pact_since(&s->table, n_entries))
        result = take_line(s, seat);
    if (s->passed || !s->pauses) s->paused_in[seat] = s->table.at->moment.turn;
    s->told = s->read[seat] = s->table.n_sentences;
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
    bool moved = from > 0 && reader != PLAY_NOBODY && s->table.moved_mask & 1u << reader;
    put_news(s, from + moved, viewer, NEWS_MAX, &out);
    if (out.n) puts("\nThe end of the game:");
    play_print(out.at);
    print_picture(s, viewer);
    play_print_opened(s, viewer);
    out = begin_text(s);
    kb_put(&out, "\n");
    cli_put_result(&out, state_of(s), &s->table.tally);
    cli_print(stdout, &out);
}
