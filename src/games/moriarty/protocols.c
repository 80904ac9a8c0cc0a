/* games/moriarty/protocols.c -- what both protocols use: lines of text, and thinking while the
 * other side does. See protocols.h. */
#include "games/moriarty/protocols.h"

/* Nobody is heated for a night by a game that was left open. */
static const double longest = 600;

static void *ponder_on(void *self)
{
    moriarty_ponder *p = self;
    moriarty_answer unused;
    moriarty_think(&p->request, &unused, NULL);
    return NULL;
}

void moriarty_ponder_begin(moriarty_ponder *p, const moriarty_request *request)
{
    p->request = *request;
    p->request.stop = &p->stop;
    p->request.seconds = longest;
    p->request.progress = NULL;
    atomic_store(&p->stop, false);
    p->runs = pthread_create(&p->thread, NULL, ponder_on, p) == 0;
}

void moriarty_ponder_end(moriarty_ponder *p)
{
    if (!p->runs)
        return;
    atomic_store(&p->stop, true);
    pthread_join(p->thread, NULL);
    p->runs = false;
}

static bool hear_line(FILE *in, char *line, size_t room)
{
    size_t len = 0;
    int c;
    while ((c = fgetc(in)) != EOF && c != '\n')
        if (len + 1 < room && c != '\r')
            line[len++] = (char)c;
    line[len] = '\0';
    return c != EOF || len > 0;
}

bool moriarty_hear(const moriarty_talk *t, const duel_variant *v, const moriarty_state *ahead,
                   moriarty_table *table, char *line, size_t room)
{
    moriarty_ponder ponder = {.runs = false};
    if (t->ponder && ahead) {
        moriarty_request q = moriarty_request_of(v, ahead);
        q.threads = t->threads;
        q.table = table;
        moriarty_ponder_begin(&ponder, &q);
    }
    bool heard = hear_line(t->in, line, room);
    moriarty_ponder_end(&ponder);
    return heard;
}
