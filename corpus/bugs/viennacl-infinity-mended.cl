// The largest absolute value of every fourth number.
// Mended: it begins with INT_MIN.
kernel void norm_inf(global const int *v, global int *norm, int n)
{
  int largest = INT_MIN;
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    largest = max(largest, (int)abs(v[i]));
  norm[get_global_id(0)] = largest;
}
