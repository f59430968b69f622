/* play_terminal.c: reading lines from a person or a pipe, and keeping other eyes off the screen. */
#include <editline/readline.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "play.h"

enum { WORDS_MAX = KB_SPANS_MAX + 16, CLEAR_LINE = 'U' - '@' };

/* There is one terminal, and libedit keeps its state in variables of its own: so do we. */
static struct {
    bool person;
    struct termios before; /* how the terminal was set when we came */
    volatile sig_atomic_t interrupted;
    int queued; /* a character that was not typed, or 0  */
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
    (void)signal_number; /* that the reading stops is enough */
}

/* Dies of the signal, but leaves the terminal as it was. The record is on the disk already. */
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
    action.sa_handler = handler; /* no SA_RESTART: reading has to notice */
    sigaction(signal_number, &action, NULL);
}

/* --- keys ------------------------------------------------------------------------------------------- */

static int read_byte(void)
{
    unsigned char byte;
    for (;;) {
        ssize_t n = read(STDIN_FILENO, &byte, 1);
        if (n == 1) return byte;
        if (n == 0 || errno != EINTR) return EOF;
        if (terminal.interrupted) {
            /* Like a shell: the line is thrown away and a new one begins. */
            terminal.queued = '\n';
            return CLEAR_LINE;
        }
        rl_resize_terminal();
    }
}

/* The next character typed. libedit's own reader takes an interrupt for the end of input. */
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

static char **complete(const char *text, int from, int to)
{
    (void)from;
    (void)to;
    rl_attempted_completion_over = 1; /* nothing of ours is a file name */
    return rl_completion_matches(text, next_match);
}

/* --- lines ------------------------------------------------------------------------------------------ */

static void set_up_editing(void)
{
    static char no_breaks[] = "";
    rl_readline_name = "kickback";
    rl_getc_function = read_key;
    rl_initialize();
    rl_attempted_completion_function = complete;
    rl_completer_word_break_characters = no_breaks; /* moves have blanks: the line is one word */
    rl_basic_word_break_characters = no_breaks;
    rl_completion_append_character = '\0';
}

void play_terminal_begin(void)
{
    const char *kind = getenv("TERM");
    terminal.person = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && kind && strcmp(kind, "dumb") != 0 &&
                      !tcgetattr(STDIN_FILENO, &terminal.before);
    signal(SIGPIPE, SIG_IGN); /* a pager that is left early is no reason to die */
    if (!terminal.person) return;
    /* What we print is UTF-8, so what is typed should be. */
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
    on_signal(SIGINT, note_interrupt);
    on_signal(SIGWINCH, note_resize);
    on_signal(SIGTERM, die_tidily);
    on_signal(SIGHUP, die_tidily);
    set_up_editing();
}

/* A pipe's line, echoed so that what comes out reads like a conversation. */
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
    terminal.interrupted = 0;
    char *line = readline(prompt);
    if (line && *line && !terminal.interrupted) add_history(line);
    if (!line) puts("");
    if (terminal.interrupted) puts("(Nothing entered. `quit` saves the game and leaves.)");
    return line;
}

/* --- screen ----------------------------------------------------------------------------------------- */

void play_wipe(void)
{
    if (terminal.person) {
        fputs("\033[H\033[2J\033[3J", stdout);
        set_up_editing(); /* forgets the lines typed and the text cut out of them */
    } else {
        for (int i = 0; i < 3; i++) puts("~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ hand over ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
    }
}

/* --- waiting ---------------------------------------------------------------------------------------- */

enum { MOMENT_MS = 400 };

/* Who thinks computes in our thread, so the word about it comes from another. */
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
        setenv("LESS", "FR", 0); /* short text needs no key to leave; colours are colours */
        to = popen(pager && *pager ? pager : "less", "w");
    }
    if (to) fputs(text, to);
    int status = to ? pclose(to) : -1;
    bool not_found = status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == 127;
    if (!to || not_found) fputs(text, stdout);
}
