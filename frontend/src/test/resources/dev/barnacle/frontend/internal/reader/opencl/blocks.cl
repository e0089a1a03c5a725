// options: -cl-std=CL2.0
kernel void k(global int *out, int n) {
  int (^twice)(int) = ^(int x) { return 2 * x; };
  void (^put)(int) = ^(int x) { out[x] = n; };
  put(twice(n));
}
