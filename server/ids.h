/* ids.h: how long ids are. */
#ifndef SRV_IDS_H
#define SRV_IDS_H

enum {
    SRV_TABLE_ID = 32,  /* hexadecimal digits: 128 bits nobody guesses */
    SRV_TOKEN = 32,     /* … of a link to another device: likewise */
    SRV_PERSON_ID = 16, /* … that others know a person by */
    SRV_CODE = 8        /* letters and digits that lead to a table: 40 bits, short enough to be read out */
};

#endif
