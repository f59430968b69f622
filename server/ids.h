/* ids.h: the lengths of ids. */
#ifndef SRV_IDS_H
#define SRV_IDS_H

enum {
    SRV_TABLE_ID = 32, /* hexadecimal digits: 128 bits, not guessable */
    SRV_TOKEN = 32,    /* hexadecimal digits of a link to another device: 128 bits */
    SRV_CODE = 8       /* letters and digits of a table's code: 40 bits, short enough to read aloud */
};

#endif
