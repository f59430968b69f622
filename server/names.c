/* names.c: names by the rules of Unicode: visible characters (UAX 44) and confusable names (UTS 39). */
#include "names.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

#include "bytes.h"
#include "characters.h"

enum { MARKS_MAX = 4 };

struct srv_names {
    USpoofChecker *spoof;
    const UNormalizer2 *compatible, *folded;
};

srv_names *srv_names_open(void)
{
    UErrorCode error = U_ZERO_ERROR;
    srv_names *names = srv_alloc(sizeof *names);
    names->spoof = uspoof_open(&error);
    names->compatible = unorm2_getNFKCInstance(&error);
    names->folded = unorm2_getNFKCCasefoldInstance(&error);
    if (U_SUCCESS(error)) return names;
    srv_names_close(names);
    return NULL;
}

void srv_names_close(srv_names *names)
{
    if (names && names->spoof) uspoof_close(names->spoof);
    free(names);
}

static int32_t read_name(const char *name, UChar units[SRV_LETTERS_MAX])
{
    int32_t n = 0;
    UErrorCode error = U_ZERO_ERROR;
    u_strFromUTF8(units, SRV_LETTERS_MAX, &n, name, -1, &error);
    return U_SUCCESS(error) ? n : 0;
}

/* --- allowed names --------------------------------------------------------------------------------------- */

/* Some scripts and emoji need joiners and variation selectors. They are allowed inside a name, one at a time, and are
 * ignored when names are compared. */
static bool is_joiner(UChar32 c)
{
    return c == 0x200C || c == 0x200D || c == 0xFE0E || c == 0xFE0F;
}

static bool is_invisible(UChar32 c)
{
    uint32_t type = U_GET_GC_MASK(c);
    if (type & (U_GC_C_MASK | U_GC_ZL_MASK | U_GC_ZP_MASK)) return true; /* control, format, private, unassigned */
    return u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) || c == 0x2800;
}

static bool are_visible(const UChar *units, int32_t n)
{
    int marks = MARKS_MAX; /* a name must not start with a mark */
    bool was_joiner = true, is_seen = false;
    for (int32_t i = 0; i < n;) {
        UChar32 c;
        U16_NEXT(units, i, n, c);
        if (is_joiner(c)) {
            if (was_joiner) return false;
            was_joiner = true;
            continue;
        }
        bool is_mark = U_GET_GC_MASK(c) & U_GC_M_MASK, is_blank = U_GET_GC_MASK(c) & U_GC_Z_MASK;
        if (is_invisible(c) || (is_mark && ++marks > MARKS_MAX)) return false;
        if (!is_mark) marks = is_blank ? MARKS_MAX : 0;
        is_seen |= !is_mark && !is_blank;
        was_joiner = false;
    }
    return is_seen;
}

bool srv_is_name(const char *name)
{
    UChar units[SRV_LETTERS_MAX];
    int32_t n = read_name(name, units);
    return are_visible(units, n) && srv_has_at_most(name, KB_NAME_CHARACTERS);
}

/* --- comparing names ------------------------------------------------------------------------------------ */

/* Blanks around a name cannot be seen, and repeated blanks hardly. */
static int32_t squeeze(UChar *units, int32_t n)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < n; i++)
        if (units[i] != ' ' || (kept && units[kept - 1] != ' ')) units[kept++] = units[i];
    return kept && units[kept - 1] == ' ' ? kept - 1 : kept;
}

static int32_t normalize(const UNormalizer2 *way, const char *name, UChar normal[SRV_LETTERS_MAX])
{
    UChar units[SRV_LETTERS_MAX];
    UErrorCode error = U_ZERO_ERROR;
    int32_t n = unorm2_normalize(way, units, read_name(name, units), normal, SRV_LETTERS_MAX, &error);
    return U_SUCCESS(error) ? squeeze(normal, n) : 0;
}

void srv_letters_of(const srv_names *names, const char *name, srv_letters *letters)
{
    letters->n = (size_t)normalize(names->folded, name, letters->at);
}

bool srv_have_letters(const srv_letters *letters, const srv_letters *wanted)
{
    for (size_t i = 0; i + wanted->n <= letters->n; i++)
        if (!memcmp(&letters->at[i], wanted->at, wanted->n * sizeof *wanted->at)) return true;
    return false;
}

/* "Paul", "PauI" with a capital i and "Ｐａｕｌ" have the same skeleton; so do "Anna" and "аnna" with a Cyrillic letter. */
void srv_looks_of(const srv_names *names, const char *name, srv_secret looks[SRV_LOOKS])
{
    const UNormalizer2 *ways[SRV_LOOKS] = {names->compatible, names->folded};
    UChar normal[SRV_LETTERS_MAX], skeleton[SRV_LETTERS_MAX];
    for (int i = 0; i < SRV_LOOKS; i++) {
        UErrorCode error = U_ZERO_ERROR;
        int32_t n = normalize(ways[i], name, normal);
        int32_t n_skeleton = uspoof_getSkeleton(names->spoof, 0, normal, n, skeleton, SRV_LETTERS_MAX, &error);
        const UChar *seen = U_SUCCESS(error) ? skeleton : normal; /* too long to look like any name */
        crypto_generichash(looks[i].at, sizeof looks[i].at, (const uint8_t *)seen,
                           (size_t)(U_SUCCESS(error) ? n_skeleton : n) * sizeof *seen, NULL, 0);
    }
}
