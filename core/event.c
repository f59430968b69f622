/* event.c: see event.h. */
#include "event.h"

void kb_put_event(kb_text *out, const kb_event_shape *shape, const void *state, const kb_event *event,
                  void (*put_field)(const void *state, int field, const kb_event *, kb_text *))
{
    kb_put(out, "{"); /* there may be other text before */
    kb_putj(out, "kind:%s", shape->kind);
    for (int i = 0; i < KB_EVENT_FIELDS_MAX && shape->fields[i]; i++) put_field(state, shape->fields[i], event, out);
    kb_putj(out, "}");
}
