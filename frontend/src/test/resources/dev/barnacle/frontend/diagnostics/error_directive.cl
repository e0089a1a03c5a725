// options: -cl-std=CL3.0 -DSIZE=3
#if SIZE & (SIZE - 1)
#error SIZE must be a power of two
#endif
kernel void k(global int *p) {}
