/* results.c: results of finished games. */
#include "results.h"

#include <stdlib.h>
#include <string.h>

static const char prefix[] = "table:";

void srv_write_stream(const char *id, char stream[SRV_STREAM_MAX + 1])
{
    kb_text text = kb_text_in(stream, SRV_STREAM_MAX + 1);
    kb_put(&text, prefix);
    kb_put_n(&text, id, SRV_TABLE_ID);
}

const char *srv_table_of_stream(const char *stream)
{
    bool is_table = !strncmp(stream, prefix, sizeof prefix - 1) && strlen(stream) == sizeof prefix - 1 + SRV_TABLE_ID;
    return is_table ? stream + sizeof prefix - 1 : NULL;
}

void srv_result_of(const srv_room *room, const char *stream, kb_text *line, uint32_t *people, srv_result *result)
{
    bool is_over = room->table->stage == KB_OVER;
    kb_putf(line, "{\"table\":\"%s\"", stream + sizeof prefix - 1);
    if (is_over) {
        kb_put(line, ",");
        kb_table_result(room->table, line);
    }
    kb_put(line, "}");
    *result = (srv_result){stream,
                           is_over ? room->table->ended_ms : room->table->at_ms,
                           is_over && room->table->rules.is_public,
                           room->table->host,
                           kb_table_entry(room->table, 1)->id,
                           people,
                           0,
                           line->at,
                           line->n};
    for (int seat = 0; is_over && seat < room->table->setup.seats; seat++)
        if (room->table->seats[seat].person) people[result->n_people++] = room->table->seats[seat].person;
}

void srv_note_result(srv_log *log, const srv_room *room, const char *id)
{
    char stream[SRV_STREAM_MAX + 1], *buffer = srv_alloc(SRV_FRAME_MAX);
    uint32_t people[KB_SEATS_MAX];
    kb_text line = kb_text_in(buffer, SRV_FRAME_MAX);
    srv_result result;
    srv_write_stream(id, stream);
    srv_result_of(room, stream, &line, people, &result);
    log->index_result(log, &result);
    free(buffer);
}
