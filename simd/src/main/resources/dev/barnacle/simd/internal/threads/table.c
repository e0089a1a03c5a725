/* For Java: NativePool has their order. */
#ifndef POOL_TABLE
#define POOL_TABLE
#endif
POOL_TABLE void *const pool_functions[] = {pool_new,   pool_free,     pool_add,    pool_start,   pool_serve,
                                           pool_begin, pool_more,     pool_end,    pool_help,    pool_leave,
                                           pool_take,  pool_close,    pool_lose,   guard_install, guard_enter,
                                           guard_printf, guard_queue, guard_tell};
