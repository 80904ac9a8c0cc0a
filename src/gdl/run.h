/* gdl/run.h -- the words of which a flat program is made. */
#ifndef DUEL_GDL_RUN_H
#define DUEL_GDL_RUN_H

/* A gate: GDL_CODE_GATE + how many values must hold, how many must not, the values. A loop:
 * GDL_CODE_LOOP, words of its body, how many nodes it has, the first one's value, the signals
 * that define them, then its body. */
enum { GDL_CODE_LOOP, GDL_CODE_GATE };

#endif
