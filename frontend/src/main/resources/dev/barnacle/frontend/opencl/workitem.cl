// Work-Item Functions (OpenCL C 6.15.1).
#include "intrinsics.h"

THIN uint get_work_dim(void) { return __barnacle_get_work_dim(); }
THIN size_t get_global_linear_id(void) { return __barnacle_get_global_linear_id(); }
THIN size_t get_local_linear_id(void) { return __barnacle_get_local_linear_id(); }

#define QUERY(NAME)                                                                                                    \
  THIN size_t NAME(uint dim) { return __barnacle_##NAME(dim); }

QUERY(get_global_size)
QUERY(get_global_id)
QUERY(get_local_size)
QUERY(get_enqueued_local_size)
QUERY(get_local_id)
QUERY(get_num_groups)
QUERY(get_group_id)
QUERY(get_global_offset)
