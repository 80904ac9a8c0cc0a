/* logic/explain.h -- why a letter is proven, disproven or neither, and why a proof is a
 * paradox.
 *
 * For a proven or disproven letter, and for a paradox: a set of premises as small as any that
 * entails it, and a derivation from them. What is promised of derivations, over the rules of
 * formula.h and the universe of derive.h: a case split or reductio is used only if no
 * derivation without one exists, of any length, from any set of premises of that smallest size.
 * They are complete: with every letter of the premises assumed, the rules evaluate every
 * premise, so splits nested four deep always end. Of derivations without a split the one shown
 * is the shortest if that takes at most LOGIC_SHORT steps (premises not counted); beyond, it is
 * one whose tree is smallest. */
#pragma once

#include "logic/formula.h"

typedef enum logic_why {
    LOGIC_WHY_PROVEN,
    LOGIC_WHY_DISPROVEN,
    LOGIC_WHY_UNDETERMINED,
    LOGIC_WHY_PARADOX
} logic_why;

enum { LOGIC_STEPS_MAX = 1024, LOGIC_SHORT = 8 };

typedef struct logic_explanation {
    logic_why why;
    uint8_t letter;   /* asked about */
    uint8_t lines;    /* the premises used: bit i for line i; 0 if undetermined */
    uint8_t model[2]; /* undetermined: models with the letter false, and true */
    bool truncated;   /* the lines were too long to search everything: no promise is made */
    unsigned count;
    /* The last step concludes the letter, its negation or LOGIC_FALSUM. */
    logic_step step[LOGIC_STEPS_MAX];
    logic_pool pool; /* the formulas of the steps */
} logic_explanation;

/* Explains what the proof says about a letter; for a paradox, whatever the letter, why it is
 * one. The caller frees *out with logic_explanation_free. DUEL_NO_SPACE: no memory, or (for
 * lines much longer than the deck allows) more steps than LOGIC_STEPS_MAX. */
duel_status logic_explain(const logic_proof *proof, unsigned letter, logic_explanation **out);
void logic_explanation_free(logic_explanation *e);

/* ---- in words ---------------------------------------------------------------------------- */

typedef struct logic_wording {
    logic_precedence precedence;
    logic_style style;
} logic_wording;

/* A rule's name: a text marked for translation. */
const char *logic_rule_name(logic_rule rule);
/* One step as a sentence; steps are counted from 1 for people. */
void logic_say_step(const logic_explanation *e, unsigned step, logic_wording wording,
                    duel_msg *msg);
/* The whole in one sentence: which lines suffice, or the two models. */
void logic_say_why(const logic_explanation *e, logic_wording wording, duel_msg *msg);
