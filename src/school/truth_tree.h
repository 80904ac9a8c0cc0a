/* school/truth_tree.h -- truth trees (Beth, Smullyan): formulas taken apart until a branch says
 * the opposite of itself, or has nothing left to take apart and so is a model. */
#pragma once

#include "base/film.h"
#include "fitch/formula.h"

enum { SCHOOL_NODES = 1 << 16 };

typedef struct school_node {
    prop_id formula;
    int parent; /* -1: the root */
    int from;   /* the node it was taken out of; -1: given */
    int fork;   /* which side of a fork it begins: 1 or 2; 0: it begins none */
    int closes; /* the node it contradicts; itself for a formula that is never true; -1: none */
} school_node;

typedef struct school_tree {
    prop_pool *pool;
    int count;
    school_node node[SCHOOL_NODES]; /* in the order of growth */
    int64_t patience;               /* nodes that may still be looked at */
    int open; /* the leaf of a branch that is a model; -1: every branch is closed */
} school_tree;

/* Grows the tree of formulas that are all to be true, up to the first branch that stays open.
 * DUEL_REFUSED if it gets too large. */
duel_status school_grow(school_tree *t, prop_pool *pool, const prop_id *given, int count,
                        duel_msg *why);
/* Letters true and false on the branch that stayed open. */
void school_tree_model(const school_tree *t, uint32_t *yes, uint32_t *no);
void school_show_tree(const school_tree *t, prop_style style, duel_film *film);
