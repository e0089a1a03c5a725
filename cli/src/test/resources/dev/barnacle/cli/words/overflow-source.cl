// --global 2 --arg w=65536 --arg a=int[4]
#define INDEX(y, w) ((y) * (w) * 32768)
#define TORN 16384 + 16384
#define SIDE 32768
static int at(int y, int x, int w) { return (y * w + x) * 4; }
kernel void k(global int *a, int w)
{
  int i = get_global_id(0);
  if (i == 1) {
    a[at(32767, i, w)] = 1;
    a[(i * SIDE) * w] = 2; // not of *this* one: a*b
    a[INDEX(i, w)] = 3;
    a[i * TORN * w * 2] = 4;
    a[(i + 32767) /* rows */ *
      w] = 5;
    int j = i << 30;
    j += (1 << 30) + i;
    a[j] = 6;
    j = i * 2147483647;
    a[++j] = 7;
    a[(int)(i + 1) * 1073741824] = 8;
    a[(short)i << 31] = 9;
    uint u = i;
    a[-u] = 10;
    if (w) a[(int)2 * get_local_size(0) + (w * 32767 + i + w) ] = 11;
    short s = i * 40000;
    a[s] = 12;
  }
}
