// options: -Wall -Wno-unused-value
kernel void k(global int *p) {
  int unused = 3;
  *p == 1;
}
