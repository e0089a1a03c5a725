// The largest absolute value of every fourth number.
// Faulty: the maximum begins with -INFINITY, which no int can be.
kernel void norm_inf(global const int *v, global int *norm, int n)
{
  int largest = -INFINITY;
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    largest = max(largest, (int)abs(v[i]));
  norm[get_global_id(0)] = largest;
}
