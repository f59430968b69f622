/* play_terminal.c: reads lines from a person or a pipe, and clears the screen between people. */
#include <editline/readline.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "play.h"

enum { WORDS_MAX = KB_LISTED_MAX + 16, CLEAR_LINE = 'U' - '@', WIDTH_MIN = 40, TABLE_MAX = 18 };

/* There is only one terminal, and libedit keeps its state in global variables. So do we. */
static struct {
    bool person;
    struct termios before; /* the terminal's settings when we started */
    volatile sig_atomic_t interrupted;
    bool line_interrupted; /* the last line was interrupted            */
    int queued;            /* a character that was not typed, or 0     */
    char words[WORDS_MAX][KB_MOVE_TEXT_MAX];
    int n_words;
} terminal;

bool play_is_terminal(void)
{
    return terminal.person;
}

/* --- signals ---------------------------------------------------------------------------------------- */

static void note_interrupt(int signal_number)
{
    (void)signal_number;
    terminal.interrupted = 1;
}

static void note_resize(int signal_number)
{
    (void)signal_number; /* interrupting pselect is enough */
}

/* Restores the terminal and dies of the signal. The record is already on disk. */
static void die_tidily(int signal_number)
{
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal.before);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void on_signal(int signal_number, void (*handler)(int))
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler; /* no SA_RESTART: the signal must interrupt reading */
    sigaction(signal_number, &action, NULL);
}

/* --- keys ------------------------------------------------------------------------------------------- */

/* Waits for a key. False: an interrupt came instead. Interrupts are blocked except while waiting; otherwise one that
 * comes between the check and the wait would be missed. */
static bool wait_for_key(void)
{
    sigset_t interrupt, before;
    fd_set keyboard;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    sigprocmask(SIG_BLOCK, &interrupt, &before);
    while (!terminal.interrupted) {
        FD_ZERO(&keyboard);
        FD_SET(STDIN_FILENO, &keyboard);
        if (pselect(STDIN_FILENO + 1, &keyboard, NULL, NULL, NULL, &before) >= 0 || errno != EINTR) break;
        if (!terminal.interrupted) rl_resize_terminal();
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return !terminal.interrupted;
}

static int read_byte(void)
{
    unsigned char byte;
    if (wait_for_key()) return read(STDIN_FILENO, &byte, 1) == 1 ? byte : EOF;
    /* Drop the line and begin a new one, as a shell does. */
    terminal.queued = '\n';
    return CLEAR_LINE;
}

/* The next character typed. libedit's own reader would treat an interrupt as the end of input. */
static int read_key(FILE *unused)
{
    (void)unused;
    int c = terminal.queued;
    terminal.queued = 0;
    if (!c) c = read_byte();
    if (c < 0xC0) return c;
    int n_more = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
    c &= 0x3F >> n_more;
    for (; n_more > 0; n_more--) {
        int byte = read_byte();
        if (byte == EOF) return EOF;
        c = c << 6 | (byte & 0x3F);
    }
    return c;
}

/* --- completion ------------------------------------------------------------------------------------- */

void play_forget_words(void)
{
    terminal.n_words = 0;
}

void play_offer_word(const char *word)
{
    if (terminal.n_words == WORDS_MAX) return;
    snprintf(terminal.words[terminal.n_words++], KB_MOVE_TEXT_MAX, "%s", word);
}

static char *next_match(const char *text, int again)
{
    static int at;
    if (!again) at = 0;
    while (at < terminal.n_words) {
        const char *word = terminal.words[at++];
        if (!strncmp(word, text, strlen(text))) return strdup(word);
    }
    return NULL;
}

/* libedit would sort the words as text, 10000 before 3000. Our order is meaningful, so we print them ourselves. */
static void show_words(const char *text)
{
    puts("");
    for (int i = 0; i < terminal.n_words; i++)
        if (!strncmp(terminal.words[i], text, strlen(text))) printf("  %s\n", terminal.words[i]);
    fflush(stdout);
    rl_forced_update_display();
}

static char **complete(const char *text, int from, int to)
{
    (void)from;
    (void)to;
    rl_attempted_completion_over = 1; /* do not complete file names */
    char **matches = rl_completion_matches(text, next_match);
    if (!matches || !matches[1] || strlen(matches[0]) > strlen(text)) return matches;
    for (int i = 0; matches[i]; i++) free(matches[i]);
    free(matches);
    show_words(text);
    return NULL;
}

/* --- lines ------------------------------------------------------------------------------------------ */

static void set_up_editing(void)
{
    static char no_breaks[] = "";
    rl_readline_name = "kickback";
    rl_getc_function = read_key;
    rl_initialize();
    rl_attempted_completion_function = complete;
    rl_completer_word_break_characters = no_breaks; /* moves contain spaces, so complete the whole line */
    rl_basic_word_break_characters = no_breaks;
    rl_completion_append_character = '\0';
}

void play_terminal_begin(void)
{
    const char *kind = getenv("TERM");
    terminal.person = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && kind && strcmp(kind, "dumb") != 0 &&
                      !tcgetattr(STDIN_FILENO, &terminal.before);
    signal(SIGPIPE, SIG_IGN); /* quitting a pager early must not kill us */
    if (!terminal.person) return;
    /* We print UTF-8, so input should be UTF-8 too. */
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
    on_signal(SIGINT, note_interrupt);
    on_signal(SIGWINCH, note_resize);
    on_signal(SIGTERM, die_tidily);
    on_signal(SIGHUP, die_tidily);
    set_up_editing();
}

/* Reads a line from a pipe and echoes it, so that the output reads like a conversation. */
static char *read_plain(const char *prompt)
{
    char *line = NULL;
    size_t size = 0;
    fputs(prompt, stdout);
    fflush(stdout);
    ssize_t n = getline(&line, &size, stdin);
    if (n < 0) {
        free(line);
        puts("");
        return NULL;
    }
    while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r')) line[--n] = '\0';
    char echo[512];
    kb_text text = kb_text_in(echo, sizeof echo);
    cli_put_safe(&text, line, strlen(line));
    if (!isatty(STDIN_FILENO)) puts(echo);
    return line;
}

char *play_read(const char *prompt)
{
    if (!terminal.person) return read_plain(prompt);
    fflush(stdout);
    char *line = readline(prompt);
    terminal.line_interrupted = terminal.interrupted;
    terminal.interrupted = 0;
    if (line && *line && !terminal.line_interrupted) add_history(line);
    if (!line) puts("");
    return line;
}

bool play_was_interrupted(void)
{
    return terminal.line_interrupted;
}

/* --- screen ----------------------------------------------------------------------------------------- */

static struct winsize size_of_screen(void)
{
    struct winsize size = {0};
    if (!terminal.person || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col || !size.ws_row)
        size = (struct winsize){.ws_row = 200, .ws_col = KB_TEXT_WIDTH + 1};
    return size;
}

int play_width(void)
{
    int columns = size_of_screen().ws_col - 1; /* some terminals wrap when the last column is full */
    return columns > KB_TEXT_WIDTH ? KB_TEXT_WIDTH : columns < WIDTH_MIN ? WIDTH_MIN : columns;
}

int play_height(void)
{
    return size_of_screen().ws_row;
}

/* Bytes up to the next space or the end of the line, and the columns they take. Colours take none. */
static size_t word_length(const char *text, int *columns)
{
    size_t n = 0;
    *columns = 0;
    while (text[n] && text[n] != ' ' && text[n] != '\n') {
        if (text[n] == '\033') {
            n += strcspn(text + n, "m") + 1;
        } else {
            *columns += (text[n++] & 0xC0) != 0x80;
        }
    }
    return n;
}

/* The indent of a continuation line: below the second column of a small table, or two columns more than the line
 * itself. Plain text has none. */
static int hanging_indent(const char *text)
{
    int indent = (int)strspn(text, " ");
    if (indent == 0) return 0;
    for (int i = indent; i < TABLE_MAX && text[i] && text[i] != '\n'; i++)
        if (text[i] == ' ' && text[i + 1] == ' ') return i + (int)strspn(text + i, " ");
    return indent + 2;
}

static const char *print_line(const char *text, int width)
{
    int indent = (int)strspn(text, " ");
    int hanging = hanging_indent(text);
    int column = 0;
    while (*text && *text != '\n') {
        int blanks = (int)strspn(text, " ");
        int columns;
        size_t n = word_length(text + blanks, &columns);
        if (column > indent && column + blanks + columns > width) {
            printf("\n%*s", hanging, "");
            column = hanging;
        } else {
            printf("%*s", blanks, "");
            column += blanks;
        }
        printf("%.*s", (int)n, text + blanks);
        column += columns;
        text += (size_t)blanks + n;
    }
    return text;
}

void play_print(const char *text)
{
    int width = play_width();
    while (*text) {
        text = print_line(text, width);
        if (*text) putchar(*text++);
    }
}

void play_wipe(void)
{
    if (terminal.person) {
        fputs("\033[H\033[2J\033[3J", stdout);
        set_up_editing(); /* clears the history and the kill buffer */
    } else {
        for (int i = 0; i < 3; i++) puts("~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ hand over ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
    }
}

/* --- waiting ---------------------------------------------------------------------------------------- */

enum { MOMENT_MS = 400 };

/* Bots compute in our thread, so another one prints the message. */
static struct {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t over;
    const char *name;
    bool running, done, shown;
} thinking = {.lock = PTHREAD_MUTEX_INITIALIZER, .over = PTHREAD_COND_INITIALIZER};

static void *tell_after_a_moment(void *unused)
{
    struct timespec until;
    int waited = 0;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += MOMENT_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&thinking.lock);
    while (!thinking.done && !waited) waited = pthread_cond_timedwait(&thinking.over, &thinking.lock, &until);
    if (!thinking.done) {
        printf("%s is thinking…", thinking.name);
        fflush(stdout);
        thinking.shown = true;
    }
    pthread_mutex_unlock(&thinking.lock);
    return unused;
}

void play_thinking_begin(const char *name)
{
    thinking.name = name;
    thinking.done = thinking.shown = false;
    thinking.running = terminal.person && !pthread_create(&thinking.thread, NULL, tell_after_a_moment, NULL);
}

void play_thinking_end(void)
{
    if (!thinking.running) return;
    pthread_mutex_lock(&thinking.lock);
    thinking.done = true;
    pthread_cond_signal(&thinking.over);
    pthread_mutex_unlock(&thinking.lock);
    pthread_join(thinking.thread, NULL);
    thinking.running = false;
    if (thinking.shown) fputs("\r\033[K", stdout);
}

/* --- long text -------------------------------------------------------------------------------------- */

void play_page(const char *text)
{
    const char *pager = getenv("PAGER");
    FILE *to = NULL;
    if (terminal.person) {
        fflush(stdout);
        /* -F quits at once if the text fits, -R shows colours, and the prompt says how to quit. */
        setenv("LESS", "-F -R -Ps space\\: more   q\\: back to the game $", 0);
        to = popen(pager && *pager ? pager : "less", "w");
    }
    if (to) fputs(text, to);
    int status = to ? pclose(to) : -1;
    bool not_found = status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == 127;
    if (!to || not_found) fputs(text, stdout);
}
