// options:
int no_result(int x) {
}
kernel void k(global int *p) {
  *p == 1;
  p[1] = no_result(2);
}
