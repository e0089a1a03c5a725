// options: -cl-std=CL1.2
__attribute__((always_inline)) int inner(global int *p) {
  return *p;
}

__attribute__((always_inline)) int outer(global int *p) {
  return inner(p) + p[1];
}

kernel void k(global int *p) {
  p[2] = outer(p);
}
