// Partial sums of 24 rows in two slices: part holds the 24 numbers of each slice one after the other.
// Faulty: the work-items behind row 24 write into the slice of the other work-group.
kernel void split_k(global const int *src, global int *part, int rows)
{
  const int row = get_global_id(0), slice = get_global_id(1);
  const int value = row < rows ? src[slice * rows + row] : 0;
  if (slice * rows + row < 2 * rows)
    part[slice * rows + row] = value;
}
