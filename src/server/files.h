/* server/files.h -- web/ inside the program, as a table (tools/embed.py). */
#pragma once

#include <stddef.h>

typedef struct server_file {
    const char *path; /* "/table.js"; NULL ends the table */
    const char *type;
    const char *etag; /* a hash of the content, quoted */
    const unsigned char *plain, *gzip;
    size_t plain_size, gzip_size;
} server_file;

extern const server_file server_files[];
