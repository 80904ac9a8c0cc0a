/* games/ergo/rules.h -- Ergo, the game of proving you exist: its cards, its state, its moves.
 *
 *      deal ──▶ turn ──card──▶ turn ──card──▶ next seat's turn ──▶ …     PLAYING
 *                  └──Ergo──┬──── the pile was emptied ───┘
 *                           ▼
 *             next deals the next round                                 BETWEEN
 *             or somebody has enough points, or it was the last round    ENDED
 *
 * The seat to move has drawn already: its cards come with the last move of the seat before it,
 * so that inside a turn nothing is revealed. For the same reason `next` is never said by the
 * seat that begins the next round, nor in one turn with the cards that ended the last one (who
 * could look at the new hand and take them back): see seat_after_round in rules.c.
 *
 * Invariants of a state: (1) proof, hands, pile, what left the round and the Fallacies lying
 * before players are the 55 cards  (2) when a turn begins every line is empty or well formed;
 * inside a turn one line at most is not, and a card in hand can mend it  (3) `shown` is part of
 * `hand`  (4) the pile's lowest `sunk` cards are known to all  (5) unused entries are 0. */
#pragma once

#include "core/command.h"
#include "core/engine.h"
#include "core/lesson.h"
#include "logic/truth_table.h"

/* Kinds of cards. Those that stand in a proof as they are have the numbers of their symbols. */
typedef enum ergo_card {
    ERGO_A,
    ERGO_B,
    ERGO_C,
    ERGO_D,
    ERGO_AND,
    ERGO_OR,
    ERGO_THEN,
    ERGO_NOT,
    ERGO_PAREN,
    ERGO_FALLACY,
    ERGO_JUSTIFICATION,
    ERGO_RASA,
    ERGO_REVOLUTION,
    ERGO_WILDVAR,
    ERGO_WILDOP,
    ERGO_ERGO,
    ERGO_KINDS,
    ERGO_UNKNOWN = 0xFF /* a card of the pile, in a view */
} ergo_card;
_Static_assert((int)ERGO_D == LOGIC_D && (int)ERGO_AND == LOGIC_AND &&
                   (int)ERGO_THEN == LOGIC_THEN && (int)ERGO_NOT == LOGIC_NOT,
               "cards that are symbols have their numbers");

enum {
    ERGO_DECK = 55,
    ERGO_DEALT = 5,       /* cards in a hand between turns */
    ERGO_DRAWN = 2,       /* at the beginning of a turn, and used in it */
    ERGO_HAND = 7,        /* no hand is larger */
    ERGO_PROOF = 44,      /* cards that can stand in a proof */
    ERGO_PILE = 50,       /* room for the pile: 45 cards at most in play */
    ERGO_BLOCKED = 3,     /* turns a Fallacy lasts */
    ERGO_SECRET = 16,     /* bytes from which the coming rounds are shuffled */
    ERGO_MOVES_MAX = 1280 /* 18 symbols in 48 gaps, 214 swaps, and less than 100 others */
};

/* Several cards, four bits for the number of each kind. */
typedef uint64_t ergo_cards;
#define ERGO_ALL UINT64_C(0x3111133864444444) /* the deck: the digits from right to left */

static inline ergo_cards ergo_one(unsigned kind)
{
    return UINT64_C(1) << (4 * kind);
}

static inline unsigned ergo_count(ergo_cards cards, unsigned kind)
{
    return (unsigned)(cards >> (4 * kind)) & 15;
}

unsigned ergo_total(ergo_cards cards);

typedef enum ergo_stage { ERGO_PLAYING, ERGO_BETWEEN, ERGO_ENDED } ergo_stage;

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct ergo {
    ergo_cards hand[DUEL_SEATS];           /* in a view, what is known of it */
    ergo_cards shown[DUEL_SEATS];          /* of these, what everybody knows */
    ergo_cards gone;                       /* discarded, or played as specials */
    uint64_t wild[LOGIC_LINES];            /* bit i: card i of the line is a wild */
    uint8_t line[LOGIC_LINES][ERGO_PROOF]; /* logic_symbol */
    uint8_t length[LOGIC_LINES];
    uint16_t score[DUEL_SEATS];
    uint8_t pile[ERGO_PILE];     /* ergo_card, the lowest first */
    uint8_t secret[ERGO_SECRET]; /* zero: not known */
    uint8_t held[DUEL_SEATS];    /* cards in hand, known or not */
    uint8_t fallacy[DUEL_SEATS]; /* turns still blocked; a Fallacy lies there while > 0 */
    uint8_t pile_count, sunk;
    uint8_t round; /* from 1 */
    uint8_t turn;
    uint8_t stage;
    uint8_t used;       /* cards used in this turn: 0 or 1 */
    uint8_t emptied;    /* this turn's draw emptied the pile */
    uint8_t immune;     /* bit: no Fallacy can be played on the seat */
    uint8_t fresh_line; /* where the first card of this turn was placed: line from 1, 0 = no */
    uint8_t fresh_at;
} ergo;
#pragma GCC diagnostic pop

/* ---- options ----------------------------------------------------------------------------- */

enum {
    ERGO_OPT_PLAYERS,
    ERGO_OPT_PRESET,
    ERGO_OPT_PRECEDENCE,
    ERGO_OPT_POINTS,
    ERGO_OPT_ONE_ROUND,
    ERGO_OPT_ROUNDS,
    ERGO_OPT_PAIRED,
    ERGO_OPT_RESET,
    ERGO_OPT_RETURNS,
    ERGO_OPT_IMMUNITY,
    ERGO_OPT_WILD_NOT,
    ERGO_OPT_WILD_ERGO,
    ERGO_OPT_WILD_JUST
};
extern const duel_option ergo_options[];

static inline bool ergo_has(const duel_variant *v, int option)
{
    return v->option[option] != 0;
}

static inline logic_precedence ergo_precedence(const duel_variant *v)
{
    return v->option[ERGO_OPT_PRECEDENCE] ? LOGIC_OFFICIAL : LOGIC_SEED;
}

int ergo_last_round(const duel_variant *v);

/* ---- moves ------------------------------------------------------------------------------- */

typedef enum ergo_act {
    ERGO_PLACE,   /* card, as symbol, before card `at` of `line` */
    ERGO_DISCARD, /* card */
    ERGO_BLOCK,   /* Fallacy on the seat `victim` */
    ERGO_JUSTIFY, /* card: Justification or a wild */
    ERGO_ERASE,   /* Tabula Rasa on card `at` of `line` */
    ERGO_SWAP,    /* Revolution on that card and card `at2` of `line2`, which comes after it */
    ERGO_END,     /* card: Ergo or a wild */
    ERGO_NEXT     /* no card: deals the next round */
} ergo_act;

/* A move taken apart. Fields the act does not use are 0. Lines, places and seats from 0. */
typedef struct ergo_use {
    uint8_t act, card, symbol, victim;
    uint8_t line, at, line2, at2;
} ergo_use;

static inline duel_move ergo_pack(ergo_use u)
{
    return (duel_move)u.act | (duel_move)u.card << 4 | (duel_move)u.symbol << 8 |
           (duel_move)u.victim << 12 | (duel_move)u.line << 16 | (duel_move)u.at << 20 |
           (duel_move)u.line2 << 28 | (duel_move)u.at2 << 32;
}

static inline ergo_use ergo_unpack(duel_move m)
{
    return (ergo_use){.act = m & 15,
                      .card = m >> 4 & 15,
                      .symbol = m >> 8 & 15,
                      .victim = m >> 12 & 15,
                      .line = m >> 16 & 15,
                      .at = (uint8_t)(m >> 20 & 255),
                      .line2 = m >> 28 & 15,
                      .at2 = (uint8_t)(m >> 32 & 255)};
}

/* ---- rules.c ----------------------------------------------------------------------------- */

/* The kind of a card of the proof; a wild is a wild again. */
unsigned ergo_kind_at(const ergo *s, unsigned line, unsigned at);
/* Whether a card of this kind may stand in a proof as this symbol. */
bool ergo_can_be(const duel_variant *v, unsigned kind, unsigned symbol);
/* Whether it may be played as Ergo, as Justification. */
bool ergo_can_end(const duel_variant *v, unsigned kind);
bool ergo_can_justify(const duel_variant *v, unsigned kind);
/* Whether the Fallacy may be played on this seat by the seat to move. */
bool ergo_can_block(const duel_variant *v, const ergo *s, int victim);
bool ergo_has_letters(const ergo *s); /* A, B, C and D all stand in the proof */

unsigned ergo_size(const ergo *s); /* cards in the proof */
/* False if a line is not well formed; *out is what the proof says otherwise. */
bool ergo_verdict(const duel_variant *v, const ergo *s, logic_verdict *out);
int ergo_starter(const duel_variant *v, int round);
bool ergo_secret_known(const ergo *s);
void ergo_draw_secret(ergo *s, duel_rng *rng);

duel_status ergo_variant(duel_variant *v, duel_msg *why);
duel_status ergo_deal(const duel_variant *v, duel_rng *rng, void *state);
int ergo_turn(const duel_variant *v, const void *state);
bool ergo_over(const duel_variant *v, const void *state, int32_t score[]);
/* Also on a view of the seat to move: what it cannot know stays unknown. */
void ergo_play(const duel_variant *v, void *state, duel_move move);

/* ---- the other files of the game --------------------------------------------------------- */

int ergo_moves(const duel_variant *v, const void *state, duel_move out[]);
duel_move ergo_sample(const duel_variant *v, const void *state, duel_rng *rng);
bool ergo_can_move(const duel_variant *v, const ergo *s);
uint32_t ergo_action_count(void);
uint32_t ergo_action(const duel_variant *v, duel_move move);

void ergo_hide(const duel_variant *v, void *state, int seat);
duel_status ergo_guess(const duel_variant *v, void *view, duel_rng *rng, duel_msg *why);
/* A kind of which there are more cards than the game has, or -1. */
int ergo_surplus(const ergo *s);

extern const char ergo_letters[ERGO_KINDS + 1]; /* of the notation: "ABCD&|>~(FJTRVOE" */
void ergo_print(const duel_variant *v, const void *view, duel_sink *out);
duel_status ergo_parse(const duel_variant *v, duel_str text, void *state, duel_msg *why);
void ergo_print_move(const duel_variant *v, const void *view, duel_move move, duel_sink *out);
duel_status ergo_parse_move(const duel_variant *v, const void *view, duel_str text,
                            duel_move *move, duel_msg *why);

const char *ergo_name(unsigned kind); /* a message */
const char *ergo_face(unsigned kind, logic_style style);
const char *ergo_shape(unsigned kind); /* the drawing on a special, for scenes; else NULL */
enum { ERGO_LETTER_LIST = 16 };
const char *ergo_letter_list(unsigned mask, char text[ERGO_LETTER_LIST]); /* "A, C", or "–" */
/* The ids of things in the picture: the nth card of its kind, or a gap before a card. */
duel_target ergo_gap_id(unsigned line, unsigned at);
duel_target ergo_proof_id(unsigned symbol, unsigned nth); /* from 1, in reading order */
duel_target ergo_hand_id(int seat, unsigned kind, unsigned nth);
duel_target ergo_back_id(int seat, unsigned nth); /* a card that is not known */
duel_target ergo_gone_id(unsigned kind, unsigned nth);
duel_target ergo_seat_id(unsigned seat);
void ergo_draw(const duel_variant *v, const void *view, int seat, duel_pen *pen);
void ergo_scene(const duel_variant *v, const void *view, int seat, struct duel_scene *out);
int ergo_path(const duel_variant *v, const void *view, duel_move move, duel_target out[]);

/* What a fact claims, for those who check it: kind, and its numbers. */
typedef enum ergo_fact {
    ERGO_FACT_PARADOX,   /* lines (bit each) that contradict each other */
    ERGO_FACT_RESOLVED,  /* there was a paradox, and there is none now */
    ERGO_FACT_PROVES,    /* letter, lines that entail it (a smallest set), points at stake */
    ERGO_FACT_DISPROVES, /* letter, lines that entail its negation */
    ERGO_FACT_UNSETTLES, /* letter, 1 if it was proven, 0 if disproven */
    ERGO_FACT_ENDS,      /* letters proven (bit each), points each */
    ERGO_FACT_BREAKS,    /* line (from 1) that the second card must mend */
    ERGO_FACT_BLOCKS,    /* seat (from 1), turns it was still blocked before */
    ERGO_FACT_FREES,     /* turns cancelled, 1 if immune afterwards */
    ERGO_FACT_STAKE,     /* letters proven (bit each), points each would take */
    ERGO_FACT_STEP,      /* letter, number of a step of its derivation (from 1) */
    ERGO_FACT_HINT       /* no claim: it gives away less than a reason */
} ergo_fact;
/* Why: the proof before the turn and after it. */
void ergo_add_reasons(const duel_variant *v, const ergo *s, const duel_move turn[], int count,
                      struct duel_reason *out);
/* The same behind two hints, and why a game is over. */
void ergo_explain(const duel_variant *v, const void *view, int seat, const duel_move turn[],
                  int count, struct duel_reason *out);
void ergo_ending(const duel_variant *v, const void *view, int seat, struct duel_reason *out);

extern const duel_lens ergo_lenses[]; /* "proven" and "table" */
void ergo_study(const duel_variant *v, const void *view, duel_sink *out);
extern const duel_lesson ergo_lesson;
extern const char *const ergo_rulebook[];

/* What people say. */
void ergo_say_move(const duel_variant *v, const void *view, duel_move move, duel_msg *out);
void ergo_task(const duel_variant *v, const void *view, duel_msg *out);
extern const duel_wording ergo_wordings[];

extern const duel_engine ergo_seed_random, ergo_seed_score, ergo_tuned, ergo_expert;
extern const duel_command ergo_commands[];
