/* import.c: imports games played elsewhere. */
#include "import.h"

#include <sodium.h>

#include "results.h"

srv_logged srv_import_store(srv_log *log, const srv_room *room, char table[SRV_TABLE_ID + 1])
{
    srv_bytes record = {NULL, 0, 0};
    char stream[SRV_STREAM_MAX + 1];
    uint8_t hash[SRV_TABLE_ID / 2];
    srv_room_record(room, KB_SPECTATOR, 0, SIZE_MAX, &record);
    crypto_generichash(hash, sizeof hash, (const uint8_t *)record.at, record.n, NULL, 0);
    srv_free(&record);
    sodium_bin2hex(table, SRV_TABLE_ID + 1, hash, sizeof hash);
    srv_write_stream(table, stream);
    for (uint64_t number = 1; number <= room->table->n_entries; number++) {
        kb_slice entry = srv_room_entry(room, number);
        log->append(log, stream, number, entry.at, entry.n);
    }
    return srv_log_commit(log);
}
