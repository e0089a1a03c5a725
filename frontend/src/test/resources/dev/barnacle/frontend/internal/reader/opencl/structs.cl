// options: -cl-std=CL3.0
typedef struct { int a; float3 v; char c[5]; } S;
typedef struct { int x, y; } P;
typedef union { float f; uint u; uchar c[4]; } U;
struct Big { int a[20]; };

int member(struct Big big, int i) { big.a[0] = 3; return big.a[i]; }
P pair(int i) { P p = {i, i + 1}; return p; }

kernel void k(global S *s, const P p, struct Big big, int n) {
  local S shared;
  s[n].v = s[0].v.zyx;
  s[n] = s[n + 1];
  shared = s[2];
  s[0].a = p.x + member(big, n) + pair(n).y + shared.c[1];
  U u;
  u.f = 1.5f * n;
  u.c[2] = 3;
  s[1].a = u.u;
}
