// Says whether one of the keys is the wanted one.
// Faulty: work-item 0 clears the answer while the work-item with that key sets it.
kernel void o5logon(global const uint *keys, uint wanted, global int *result)
{
  const int gid = get_global_id(0);
  if (gid == 0)
    *result = 0;
  if (keys[gid] == wanted)
    *result = 1;
}
