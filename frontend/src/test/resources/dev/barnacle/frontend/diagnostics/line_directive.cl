// options:
#line 100 "generated.cl"
kernel void k(global int *p) {
  *p = missing;
}
