// Lists the keys whose hash is the one that is looked for.
// Mended: the host clears it before the launch.
kernel void crack(global const uint *hash, uint target, volatile global int *count, global int *found)
{
  const int i = get_global_id(0);
  if (hash[i] == target)
    found[atomic_inc(count)] = i;
}
