/* invitation.c: the page of a table, with tags that say who invites to what. */
#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): memmem */
#include "invitation.h"

#include <string.h>
#include <strings.h>

#include "visitor.h"

bool srv_names_table(kb_slice text, const char *prefix, char id[SRV_TABLE_ID + 1])
{
    size_t n = strlen(prefix);
    if (text.n != n + SRV_TABLE_ID || memcmp(text.at, prefix, n) != 0) return false;
    memcpy(id, text.at + n, SRV_TABLE_ID);
    id[SRV_TABLE_ID] = '\0';
    return strspn(id, "0123456789abcdef") == SRV_TABLE_ID;
}

/* As the value of an attribute in double quotes. */
static void put_escaped(kb_text *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '&': kb_put(out, "&amp;"); break;
        case '<': kb_put(out, "&lt;"); break;
        case '>': kb_put(out, "&gt;"); break;
        case '"': kb_put(out, "&quot;"); break;
        default: kb_putf(out, "%c", *text);
        }
    }
}

static void put_tag(kb_text *out, const char *property, const char *content)
{
    kb_putf(out, "<meta property=\"og:%s\" content=\"", property);
    put_escaped(out, content);
    kb_put(out, "\" />\n    ");
}

/* Whether the first language that the reader asks for is German. */
static bool wants_german(const srv_head *head)
{
    kb_slice asked = head->values[SRV_ACCEPT_LANGUAGE];
    return asked.n >= 2 && !strncasecmp(asked.at, "de", 2) && (asked.n == 2 || strchr("-,; ", asked.at[2]));
}

static void put_title(kb_text *out, const srv_room *room, bool german)
{
    const char *title = kb_game_at(room->table->setup.game)->title;
    if (room->table->stage != KB_GATHERING) {
        kb_putf(out, german ? "%s am Tisch von %s" : "%s at the table of %s", title, room->table->host_name);
    } else if (german) {
        kb_putf(out, "%s lädt dich zu %s ein", room->table->host_name, title);
    } else {
        kb_putf(out, "%s invites you to %s", room->table->host_name, title);
    }
}

static void put_about(kb_text *out, const srv_room *room, bool german)
{
    kb_putf(out,
            german ? "Ein Spiel von %s für %d, im Browser. Man braucht kein Konto."
                   : "A game by %s for %d, in the browser. No account is needed.",
            kb_game_at(room->table->setup.game)->author, room->table->setup.seats);
}

/* Pictures need a whole URL. Search engines must not list tables: whoever has the address can watch. */
static void put_tags(kb_text *out, const char *origin, const srv_room *room, bool german)
{
    char title[512], about[256], picture[600];
    kb_text titled = kb_text_in(title, sizeof title), told = kb_text_in(about, sizeof about),
            drawn = kb_text_in(picture, sizeof picture);
    if (room) {
        put_title(&titled, room, german);
        put_about(&told, room, german);
        kb_putf(&drawn, "%s/card-%s.png", origin, kb_game_at(room->table->setup.game)->name);
    } else {
        kb_put(&titled, german ? "Ein Tisch bei Kickback" : "A table at Kickback");
        kb_put(&told, german ? "Spiele, in denen man verhandelt, mit Freunden oder Bots."
                             : "Games of bargaining, with friends or bots.");
        kb_putf(&drawn, "%s/card.png", origin);
    }
    kb_put(out, "<meta name=\"robots\" content=\"noindex\" />\n    ");
    put_tag(out, "site_name", "Kickback");
    put_tag(out, "type", "website");
    put_tag(out, "locale", german ? "de_DE" : "en_GB");
    put_tag(out, "title", title);
    put_tag(out, "description", about);
    put_tag(out, "image", picture);
    put_tag(out, "image:width", "1200");
    put_tag(out, "image:height", "630");
    kb_put(out, "<meta name=\"twitter:card\" content=\"summary_large_image\" />\n  ");
}

static const srv_file *start_page(void)
{
    const srv_file *file = srv_page;
    while (strcmp(file->path, "/") != 0) file++;
    return file;
}

void srv_respond_table(srv_response *r, const srv_net_options *options, const srv_head *head, const srv_room *room)
{
    char origin[300], tags[8192];
    kb_text text = kb_text_in(origin, sizeof origin), made = kb_text_in(tags, sizeof tags);
    srv_file page = *start_page();
    const char *end = memmem(page.body, page.n, "</head>", strlen("</head>"));
    KB_ASSERT(end);
    srv_write_origin(options, head, &text);
    put_tags(&made, origin, room, wants_german(head));
    srv_add(&r->own, page.body, (size_t)(end - page.body));
    if (!made.cut && !text.cut) srv_add_text(&r->own, &made);
    srv_add(&r->own, end, page.n - (size_t)(end - page.body));
    page.body = r->own.at;
    page.n = r->own.n;
    srv_respond_file(r, options, head, 200, &page);
}
