/* front/static/page.h -- the page without a server, for the files of this room. */
#ifndef DUEL_FRONT_STATIC_PAGE_H
#define DUEL_FRONT_STATIC_PAGE_H

#include "store/store.h"

typedef struct page page;
duel_store *page_store(const page *p);

#endif
