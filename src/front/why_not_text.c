/* front/why_not_text.c -- see why_not_text.h. */
#include "front/why_not_text.h"
#include "core/play.h"
#include "front/inside.h"

/* ---- how they compare -------------------------------------------------------------------- */

/* {0} is the move advised, {1} the other, {2} and {3} numbers of theirs. */
typedef struct pair {
    duel_buf advised, other;
    char less[WORDING_NUMBER];
} pair;

static const char *of_equals(const duel_variant *v, const duel_worth *advised,
                             const duel_worth *other)
{
    bool longer = other->plies > advised->plies, sooner = other->plies < advised->plies;
    if (!advised->proved || !other->proved)
        return N_("{0} and {1} are worth about as much.");
    if (v->seats == 1)
        return N_("Both come to the same.");
    if (advised->share >= 1)
        return longer ? N_("Both win; {1} takes longer.") : N_("Both win.");
    if (advised->share <= 0)
        return sooner ? N_("Both lose; {1} loses sooner.") : N_("Both lose.");
    return N_("Both come to the same.");
}

/* Of results that differ; NULL where a number says more. */
static const char *of_results(const duel_worth *advised, const duel_worth *other)
{
    bool wins = advised->proved && advised->share >= 1;
    bool loses = other->proved && other->share <= 0;
    if (wins && loses)
        return N_("{0} wins, {1} loses.");
    if (wins && other->proved && other->share < 1)
        return N_("{0} wins, {1} does not.");
    if (wins && !other->proved)
        return N_("{0} wins; nothing is proved of {1}.");
    if (loses && advised->proved && advised->share > 0)
        return N_("{0} holds, {1} loses.");
    return loses && !advised->proved ? N_("{1} loses; {0} keeps the game open.") : NULL;
}

static const char *of_worse(const duel_variant *v, const why_not_answer *c, duel_lang lang,
                            char less[WORDING_NUMBER])
{
    duel_cost cost = duel_worth_lost(v, &c->advised, &c->worth);
    const char *told = of_results(&c->advised, &c->worth);
    if (told && !(v->seats == 1 && cost.scored))
        return told;
    if (!cost.told)
        return N_("{0} seems to be better than {1}.");
    if (!cost.scored)
        return N_("{1} has a chance of about {3} %, {0} of {4} %.");
    wording_number(lang, cost.points, cost.sure, less);
    return cost.sure ? N_("{1} comes to {2} less than {0}.")
                     : N_("{1} is worth about {2} less than {0}.");
}

static const char *sentence_of(const duel_variant *v, const why_not_answer *c, duel_lang lang,
                               char less[WORDING_NUMBER])
{
    switch (c->how) {
    case WHY_NOT_SAME_MOVE:
        return c->overturned ? N_("A closer look has changed the advice: {1} it is.")
                             : N_("That is the very move advised.");
    case WHY_NOT_AS_GOOD:
        return of_equals(v, &c->advised, &c->worth);
    case WHY_NOT_WORSE:
        return of_worse(v, c, lang, less);
    case WHY_NOT_UNPROVED:
        return N_("{1} seems to be worse, but a look behind it found nothing that shows it.");
    case WHY_NOT_UNWEIGHED:
        break;
    }
    return N_("Nobody here can weigh {1}.");
}

static void open_pair(pair *p, duel_lang lang, const duel_variant *v, const void *view,
                      const table_advice *a)
{
    duel_buf_init(&p->advised);
    duel_buf_init(&p->other);
    p->less[0] = '\0';
    duel_move_in_words(lang, v, view, a->answer.plan[0], &p->advised.sink);
    duel_move_in_words(lang, v, view, a->other.move, &p->other.sink);
}

static void close_pair(pair *p)
{
    duel_buf_fini(&p->advised);
    duel_buf_fini(&p->other);
}

void why_not_verdict(duel_lang lang, duel_sink *out, const duel_variant *v, const void *view,
                     const table_advice *a)
{
    pair p;
    open_pair(&p, lang, v, view, a);
    const char *told = sentence_of(v, &a->other, lang, p.less);
    duel_tell(lang, out, told, "sscii", duel_buf_str(&p.advised), duel_buf_str(&p.other),
              p.less, wording_per_cent(a->other.worth.share),
              wording_per_cent(a->other.advised.share));
    close_pair(&p);
}

/* ---- one move ---------------------------------------------------------------------------- */

static void put_facts(duel_lang lang, duel_sink *out, const duel_reason *r)
{
    for (int i = 0; i < r->count; i++) {
        int speaks = r->fact[i].speaks;
        duel_put(out, speaks > 0 ? "+ " : speaks < 0 ? "- " : "· ");
        duel_render(lang, &r->fact[i].text, out);
        duel_put(out, "\n");
    }
}

/* "Yours: d3 — a loss in 4 moves" */
static void put_heading(duel_lang lang, duel_sink *out, const duel_variant *v,
                        const char *heading, const duel_buf *move, const duel_worth *worth,
                        wording_chair chair)
{
    duel_tell(lang, out, heading, "s", duel_buf_str(move));
    duel_put(out, " — ");
    wording_worth(lang, out, v, worth, chair);
    duel_put(out, "\n");
}

static void head_yours(duel_lang lang, duel_sink *out, const duel_variant *v, const pair *p,
                       const why_not_answer *c, wording_chair chair)
{
    put_heading(lang, out, v, N_("Yours: {0}"), &p->other, &c->worth, chair);
}

static void put_refutation(duel_lang lang, duel_sink *out, const duel_variant *v,
                           const void *view, const why_not_answer *c)
{
    if (c->line_count < 2)
        return;
    duel_tell(lang, out, N_("What follows: "), "");
    wording_line(out, v, view, c->line, c->line_count);
    duel_put(out, "\n");
}

static void put_end(duel_lang lang, duel_sink *out, const duel_variant *v, const void *view,
                    const table_advice *a)
{
    why_not_verdict(lang, out, v, view, a);
    duel_put(out, "\n");
    put_refutation(lang, out, v, view, &a->other);
}

void why_not_yours(duel_lang lang, duel_sink *out, const duel_variant *v, const void *view,
                   const table_advice *a, wording_chair chair)
{
    pair p;
    open_pair(&p, lang, v, view, a);
    if (a->other.how != WHY_NOT_SAME_MOVE)
        head_yours(lang, out, v, &p, &a->other, chair);
    close_pair(&p);
    put_end(lang, out, v, view, a);
    if (a->other.how != WHY_NOT_SAME_MOVE)
        put_facts(lang, out, &a->other.only);
}

/* ---- two columns ------------------------------------------------------------------------- */

/* Each paragraph broken into lines so wide. */
static void wrap_side(const duel_buf *side, int columns, duel_buf *out)
{
    duel_str rest = duel_buf_str(side), line;
    while (duel_str_word(&rest, "\n", &line)) {
        duel_buf paragraph;
        duel_buf_init(&paragraph);
        duel_put_str(&paragraph.sink, line);
        wording_wrap(&out->sink, paragraph.text, columns);
        duel_buf_fini(&paragraph);
    }
}

/* One line of each; false: there is none left. */
static bool put_row(duel_sink *out, duel_str *left, duel_str *right, int columns)
{
    duel_str a = {"", 0}, b = {"", 0};
    duel_buf cell;
    bool more = duel_str_word(left, "\n", &a);
    more = duel_str_word(right, "\n", &b) || more;
    if (!more)
        return false;
    duel_buf_init(&cell);
    duel_put_str(&cell.sink, a);
    wording_put_padded(out, cell.text, columns);
    duel_put(out, b.len ? " │ " : " │");
    duel_put_str(out, b);
    duel_put(out, "\n");
    duel_buf_fini(&cell);
    return true;
}

static void put_beside(duel_sink *out, const duel_buf *left, const duel_buf *right, int columns)
{
    duel_buf one, other;
    duel_buf_init(&one);
    duel_buf_init(&other);
    wrap_side(left, columns, &one);
    wrap_side(right, columns, &other);
    duel_str rest = duel_buf_str(&one), beside = duel_buf_str(&other);
    while (put_row(out, &rest, &beside, columns))
        continue;
    duel_buf_fini(&one);
    duel_buf_fini(&other);
}

static void put_both(duel_lang lang, duel_sink *out, const duel_variant *v, const void *view,
                     const table_advice *a, int columns)
{
    pair p;
    duel_buf yours, advised;
    open_pair(&p, lang, v, view, a);
    duel_buf_init(&yours);
    duel_buf_init(&advised);
    head_yours(lang, &yours.sink, v, &p, &a->other, WORDING_APART);
    put_facts(lang, &yours.sink, &a->other.only);
    put_heading(lang, &advised.sink, v, N_("Advised: {0}"), &p.advised, &a->other.advised,
                WORDING_APART);
    put_facts(lang, &advised.sink, &a->other.advised_only);
    put_beside(out, &yours, &advised, columns);
    duel_buf_fini(&yours);
    duel_buf_fini(&advised);
    close_pair(&p);
}

void why_not_columns(duel_lang lang, duel_sink *out, const duel_variant *v, const void *view,
                     const table_advice *a, int columns)
{
    const int between = 3;
    if (a->other.how != WHY_NOT_SAME_MOVE)
        put_both(lang, out, v, view, a, (columns - between) / 2);
    put_end(lang, out, v, view, a);
}
