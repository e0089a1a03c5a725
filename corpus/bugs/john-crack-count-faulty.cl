// Lists the keys whose hash is the one that is looked for.
// Faulty: work-item 0 clears the counter, perhaps after others have counted.
kernel void crack(global const uint *hash, uint target, volatile global int *count, global int *found)
{
  const int i = get_global_id(0);
  if (i == 0)
    *count = 0;
  if (hash[i] == target)
    found[atomic_inc(count)] = i;
}
