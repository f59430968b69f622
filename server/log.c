/* log.c: code shared by all logs. */
#include "log.h"

static void take_answer(void *context, srv_logged answer)
{
    *(srv_logged *)context = answer;
}

srv_logged srv_log_commit(srv_log *log)
{
    srv_logged answer = SRV_LOG_PENDING;
    log->commit(log, take_answer, &answer);
    if (answer == SRV_LOG_PENDING && log->wait) log->wait(log);
    return answer == SRV_LOG_PENDING ? SRV_LOG_FAILED : answer;
}
