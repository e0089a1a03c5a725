// options: -w
kernel void k(global int *p) {
  *p == 1;
}
