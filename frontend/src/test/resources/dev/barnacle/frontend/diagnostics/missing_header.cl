// options:
#include "nowhere.h"
kernel void k(global int *p) {}
