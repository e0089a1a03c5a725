// Quicksort by dynamic parallelism: a work-group partitions a part of the array around a pivot, and its first
// work-item enqueues the sorting of either side (OpenCL C, "Enqueuing Kernels"). The sides are sorted at the same time,
// by as many work-groups as there are parts; the array is sorted when the first kernel is complete, for a parent is not
// complete before its children are.
#define GROUP 64

// The number of smaller ones is where a number belongs; equal ones keep their order.
void sort_few(global int *a, int first, int count)
{
  const int i = get_local_id(0);
  int mine = 0, place = 0;
  if (i < count) {
    mine = a[first + i];
    for (int j = 0; j < count; j++) {
      const int other = a[first + j];
      place += other < mine || (other == mine && j < i);
    }
  }
  work_group_barrier(CLK_GLOBAL_MEM_FENCE);
  if (i < count)
    a[first + place] = mine;
}

int median(int x, int y, int z)
{
  return max(min(x, y), min(max(x, y), z));
}

// What a work-group does with one part: b is as large as a, and has the numbers that have changed sides.
void sort_part(queue_t queue, global int *a, global int *b, global int *failed, int first, int count)
{
  if (count <= GROUP) {
    sort_few(a, first, count);
    return;
  }
  const int pivot = median(a[first], a[first + count / 2], a[first + count - 1]);
  int less = 0, greater = 0;
  for (int start = 0; start < count; start += GROUP) {
    const int i = start + get_local_id(0);
    const int number = i < count ? a[first + i] : pivot;
    const int before = less + work_group_scan_exclusive_add(number < pivot ? 1 : 0);
    const int behind = greater + work_group_scan_exclusive_add(number > pivot ? 1 : 0);
    if (number < pivot)
      b[first + before] = number;
    if (number > pivot)
      b[first + count - 1 - behind] = number;
    less += work_group_reduce_add(number < pivot ? 1 : 0);
    greater += work_group_reduce_add(number > pivot ? 1 : 0);
  }
  work_group_barrier(CLK_GLOBAL_MEM_FENCE);
  for (int i = get_local_id(0); i < count; i += GROUP)
    a[first + i] = i < less || i >= count - greater ? b[first + i] : pivot;
  if (get_local_id(0) == 0) {
    const int right = first + count - greater;
    const ndrange_t range = ndrange_1D(GROUP, GROUP);
    // The children see what the work-group has written as they wait for its end.
    if (less > 1 && enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, range, ^{
          sort_part(queue, a, b, failed, first, less);
        }) != CLK_SUCCESS)
      *failed = 1;
    if (greater > 1 && enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, range, ^{
          sort_part(queue, a, b, failed, right, greater);
        }) != CLK_SUCCESS)
      *failed = 1;
  }
}

// Launched as one work-group.
kernel void quicksort(global int *a, global int *b, global int *failed, int count)
{
  sort_part(get_default_queue(), a, b, failed, 0, count);
}
