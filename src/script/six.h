/* script/six.h -- six.pl as a text: made from it when the program is built. */
#ifndef DUEL_SCRIPT_SIX_H
#define DUEL_SCRIPT_SIX_H

extern const char six_source[];

#endif
