/* fuzz_request.c: sends any text to a server, one message per line, from three people at a table. The first byte
 * chooses the stage of the table. Every message is answered, the log can be read back, and views can be written. */
#define _GNU_SOURCE /* memmem */
#include "fuzz.h"

#include "../../server/lobby.h"
#include "../json.h"

enum { PEOPLE = 3 };

/* Lines name the table by zeros, because its id is not known before it is made. */
#define ZEROS "00000000000000000000000000000000"
static char made[] = ZEROS;
static int n_sent;
static uint8_t luck;

static void take(void *context, void *outside, const char *text, size_t n)
{
    (void)context, (void)outside;
    kb_slice message = json_message(text, n);
    const char *type = json_text(message, "type");
    MUST(*type);
    n_sent += !strcmp(type, "ok") || !strcmp(type, "no");
    const char *table = json_text(message, "table");
    if (!strcmp(type, "ok") && *table && !strcmp(made, ZEROS)) memcpy(made, table, strlen(made));
}

static void draw(void *context, void *bytes, size_t n)
{
    (void)context;
    memset(bytes, luck++, n);
}

static void note(void *context, const char *text)
{
    (void)context, (void)text;
    abort();
}

static void append(srv_log *log, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    (void)log, (void)stream, (void)n, (void)text, (void)bytes;
}

static void commit(srv_log *log, srv_log_done *done, void *context)
{
    (void)log;
    done(context, SRV_LOGGED);
}

static srv_logged read_nothing(srv_log *log, const char *stream, uint64_t from, uint64_t to, srv_log_reader *reader,
                               void *context)
{
    (void)log, (void)stream, (void)from, (void)to, (void)reader, (void)context;
    return SRV_LOGGED;
}

static void index_result(srv_log *log, const srv_result *result)
{
    (void)log, (void)result;
}

static srv_logged drop_nothing(srv_log *log)
{
    (void)log;
    return SRV_LOGGED;
}

static srv_logged none_unindexed(srv_log *log, srv_log_reader *reader, void *context)
{
    (void)log, (void)reader, (void)context;
    return SRV_LOGGED;
}

static srv_logged no_results(srv_log *log, uint32_t person, const char *before, int max, srv_log_reader *reader,
                             void *context)
{
    (void)log, (void)person, (void)before, (void)max, (void)reader, (void)context;
    return SRV_LOGGED;
}

static srv_logged none_created(srv_log *log, uint32_t host, const char *id, srv_log_reader *reader, void *context)
{
    (void)log, (void)host, (void)id, (void)reader, (void)context;
    return SRV_LOGGED;
}

static uint64_t now_ms;

static void send_line(srv_lobby *lobby, srv_connection *from, const char *text, size_t n)
{
    int before = n_sent;
    static srv_job job;
    char *line = malloc(n ? n : 1); /* no longer than the line, so that reading past its end is noticed */
    MUST(line);
    memcpy(line, text, n);
    for (char *at = line; (at = memmem(at, (size_t)(line + n - at), ZEROS, strlen(ZEROS))); at += strlen(ZEROS))
        memcpy(at, made, strlen(ZEROS));
    srv_receive(lobby, from, line, n, now_ms += 1000);
    free(line);
    while (srv_next_job(lobby, &job, now_ms)) /* passphrases, all with the same hash; bots never move here */
        if (job.proof.connection) srv_job_done(lobby, &job, now_ms);
    MUST(srv_turn(lobby));
    MUST(n_sent == before + 1);
}

static void send_text(srv_lobby *lobby, srv_connection *from, const char *text)
{
    send_line(lobby, from, text, strlen(text));
}

#define TABLE "\"table\":\"" ZEROS "\""

static void prepare(srv_lobby *lobby, srv_connection **people, uint8_t how)
{
    static const char *const sits[] = {"{\"id\":\"s\",\"do\":\"sit\"," TABLE ",\"seat\":\"red\"}",
                                       "{\"id\":\"s\",\"do\":\"sit\"," TABLE ",\"seat\":\"yellow\"}",
                                       "{\"id\":\"s\",\"do\":\"sit\"," TABLE ",\"seat\":\"green\"}"};
    for (int i = 0; i < PEOPLE; i++) send_text(lobby, people[i], "{\"id\":\"n\",\"do\":\"name\",\"name\":\"x\"}");
    send_text(lobby, people[0],
              "{\"id\":\"c\",\"do\":\"create\",\"game\":\"intrige\",\"players\":3,"
              "\"clock\":{\"kind\":\"live\",\"bank_s\":10,\"increment_s\":0}}");
    for (int i = 0; i < PEOPLE; i++) send_text(lobby, people[i], "{\"id\":\"w\",\"do\":\"watch\"," TABLE "}");
    for (int i = 0; i < PEOPLE && how & 1; i++) send_text(lobby, people[i], sits[i]);
    if (how & 2) send_text(lobby, people[0], "{\"id\":\"g\",\"do\":\"start\"," TABLE "}");
}

static void check(const srv_room *room)
{
    static char buffer[SRV_FRAME_MAX];
    srv_room *again = srv_room_new();
    for (size_t i = 0; i < room->table->n_entries; i++) MUST(srv_room_repeat(again, room, i + 1));
    MUST(!memcmp(&again->table->state, &room->table->state, sizeof room->table->state));
    for (int viewer = 0; viewer < room->table->setup.seats; viewer++) {
        kb_text text = kb_text_in(buffer, sizeof buffer);
        srv_room_view(again, viewer, &text);
        MUST(!text.cut);
    }
    srv_room_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    srv_log log = {.append = append,
                   .commit = commit,
                   .read = read_nothing,
                   .index_result = index_result,
                   .drop_index = drop_nothing,
                   .unindexed = none_unindexed,
                   .results = no_results,
                   .find_created = none_created};
    srv_edge edge = {NULL, take, draw, note, 0, 0, NULL, NULL, 0, 0};
    char reason[64];
    kb_text why = kb_text_in(reason, sizeof reason);
    srv_connection *people[PEOPLE];
    if (!n || n > 3 * SRV_MESSAGE_MAX) return 0;
    now_ms = 1000;
    srv_lobby *lobby = srv_lobby_open(&log, &edge, now_ms, &why);
    MUST(lobby);
    luck = 0;
    memcpy(made, ZEROS, sizeof made);
    for (int i = 0; i < PEOPLE; i++) {
        srv_secret secret;
        srv_visitor visitor = {NULL, (uint64_t)i, "http://127.0.0.1", 0, false};
        memset(&secret, i, sizeof secret);
        people[i] = srv_connect(lobby, &visitor, &secret, now_ms);
    }
    prepare(lobby, people, data[0]);
    for (size_t at = 1, who = 0; at < n; who++) {
        const uint8_t *end = memchr(data + at, '\n', n - at);
        size_t length = end ? (size_t)(end - (data + at)) : n - at;
        send_line(lobby, people[who % PEOPLE], (const char *)data + at, length);
        at += length + 1;
    }
    check(srv_lobby_room(lobby, made));
    srv_lobby_close(lobby, true, now_ms);
    return 0;
}
