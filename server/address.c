/* address.c: who counts as one where limits are for each address. */
#include "address.h"

#include <arpa/inet.h>
#include <string.h>

bool srv_address_of(const char *text, size_t n, char out[SRV_ADDRESS_MAX])
{
    struct in6_addr six;
    struct in_addr four;
    char copy[SRV_ADDRESS_MAX];
    if (n >= sizeof copy) return false;
    memcpy(copy, text, n);
    copy[n] = '\0';
    if (inet_pton(AF_INET, copy, &four) == 1) return inet_ntop(AF_INET, &four, out, SRV_ADDRESS_MAX) != NULL;
    if (inet_pton(AF_INET6, copy, &six) != 1) return false;
    if (IN6_IS_ADDR_V4MAPPED(&six)) return inet_ntop(AF_INET, &six.s6_addr[12], out, SRV_ADDRESS_MAX) != NULL;
    memset(&six.s6_addr[8], 0, 8);
    return inet_ntop(AF_INET6, &six, out, SRV_ADDRESS_MAX) != NULL;
}

bool srv_address_forwarded(const char *list, char out[SRV_ADDRESS_MAX])
{
    const char *comma = strrchr(list, ','), *last = comma ? comma + 1 : list;
    last += strspn(last, " ");
    return srv_address_of(last, strcspn(last, " "), out);
}
