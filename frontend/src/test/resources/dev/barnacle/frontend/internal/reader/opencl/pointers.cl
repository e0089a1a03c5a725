// options: -cl-std=CL2.0
int sum(int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += p[i];
  return s;
}

kernel void k(global int *g, local int *l, global char *bytes, volatile global int *v, int n) {
  int own[2] = {n, 1};
  g[0] = sum(g, 3) + sum(l, 3) + sum(own, 2);
  *(global long *)(bytes + n) = (long)g;
  g[1] = &g[n] - g;
  g[2] = bytes ? *v : 0;
  int *p = n > 3 ? (int *)g : (int *)l;
  g[3] = (to_global(p) != 0) + (to_local(p) != 0) + *p;
}
