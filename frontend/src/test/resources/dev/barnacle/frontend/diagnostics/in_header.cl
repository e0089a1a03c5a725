// options:
#include "included.h"
kernel void k(global int *p) {
  *p = SQUARE(p);
}
