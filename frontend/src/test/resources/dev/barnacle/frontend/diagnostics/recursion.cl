// options:
int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
kernel void k(global int *p) { *p = factorial(*p); }
