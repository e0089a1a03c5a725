// The running sums of 64 numbers.
// Faulty: each work-item adds the element before, which another one changes.
kernel void scan(global int *v)
{
  const int i = get_global_id(0);
  if (i > 0)
    v[i] = v[i - 1] + v[i];
}
