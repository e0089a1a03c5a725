// --global 2 --local 2 --arg w=65536 --arg a=int[4] --arg t=local[16]
void put(global int *a, int y, int w) { a[y * w] = 1; }
kernel void k(global int *a, int w, local int *t)
{
  int i = get_global_id(0);
  if (i == 1) {
    put(a, i + 32767, w);
    atomic_inc(a + (i + 32767) * w);
    vstore4((int4)1, (i + 32767) * w, a);
    int4 v = vload4((i + 32767) * w, a);
    a[0] = v.x;
  }
  event_t e = async_work_group_copy(t, a + (int)(get_group_id(0) + 32768) * w, 4, 0);
  wait_group_events(1, &e);
}
