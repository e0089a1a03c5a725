// Sets a flag if one of the hashes ends with five.
// Mended: the host clears the flag, and atomic_or is safe for several that match.
kernel void compare(global const uint *hash, volatile global int *flag)
{
  const int gid = get_global_id(0);
  if (hash[gid] % 10 == 5)
    atomic_or(flag, 1);
}
