// Bitonic sort of unsigned integers: `bitonic_sort_segments` has each work-group sort a segment in local
// memory, with barriers in two nested loops; `bitonic_step` is one step of the sort of a whole array,
// for arrays that don't fit there.
//
// Every exchange moves the smaller number to the lower index (the first step of each merge compares
// mirror images), so that the numbers that a full power of two would have beyond the end can be
// thought of as infinite and left out: any length can be sorted.

// The lower index of the pair-th exchange at a distance (a power of two).
static uint lower_index(uint pair, uint distance)
{
  return ((pair & ~(distance - 1)) << 1) | (pair & (distance - 1));
}

// The upper index; merged is the length of the merged runs, of which distance == merged / 2 is the first step.
static uint upper_index(uint lower, uint distance, uint merged)
{
  return distance == merged / 2 ? lower ^ (merged - 1) : lower + distance;
}

// Group g sorts data[g * segment] to data[(g + 1) * segment - 1], or to the end if that comes first.
// keys: segment numbers. Works with any local size.
kernel void bitonic_sort_segments(global uint *data, uint n, uint segment, local uint *keys)
{
  const size_t base = get_group_id(0) * (size_t)segment;
  if (base >= n)
    return;
  const uint count = min((ulong)segment, (ulong)(n - base));
  const uint item = get_local_id(0), items = get_local_size(0);
  for (uint i = item; i < count; i += items)
    keys[i] = data[base + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint merged = 2; merged / 2 < count; merged *= 2) {
    for (uint distance = merged / 2; distance > 0; distance /= 2) {
      for (uint pair = item;; pair += items) {
        const uint lower = lower_index(pair, distance);
        if (lower >= count)
          break;
        const uint upper = upper_index(lower, distance, merged);
        if (upper < count && keys[lower] > keys[upper]) {
          const uint key = keys[lower];
          keys[lower] = keys[upper];
          keys[upper] = key;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  for (uint i = item; i < count; i += items)
    data[base + i] = keys[i];
}

// To be launched for merged = 2, 4, 8, ... while merged / 2 < n, and within that for distance = merged / 2,
// merged / 4, ..., 1; at least one work-item for each of the ceil(n / 2) pairs, rounded up to a power of two.
kernel void bitonic_step(global uint *data, uint n, uint merged, uint distance)
{
  const uint lower = lower_index(get_global_id(0), distance);
  const uint upper = upper_index(lower, distance, merged);
  if (lower >= n || upper >= n)
    return;
  const uint a = data[lower], b = data[upper];
  if (a > b) {
    data[lower] = b;
    data[upper] = a;
  }
}
