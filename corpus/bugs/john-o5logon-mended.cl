// Says whether one of the keys is the wanted one.
// Mended: the host clears it.
kernel void o5logon(global const uint *keys, uint wanted, global int *result)
{
  const int gid = get_global_id(0);
  if (keys[gid] == wanted)
    *result = 1;
}
