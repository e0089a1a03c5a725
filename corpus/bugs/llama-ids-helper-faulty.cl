// Each sub-group lists those of its tokens that go to one expert, then writes the list the other way round.
// Faulty: sub_group_reduce_add orders no memory, so the second loop may read the list before it is written.
kernel void list_tokens(global const int *expert, int wanted, global int *out, local int *store)
{
  const int t = get_local_id(0), lane = get_sub_group_local_id(), first = t - lane;
  const int mine = expert[get_global_id(0)] == wanted;
  const int place = sub_group_scan_exclusive_add(mine);
  if (mine)
    store[first + place] = t;
  const int count = sub_group_reduce_add(mine);
  for (int i = lane; i < count; i += get_sub_group_size())
    out[first + i] = store[first + count - 1 - i];
}
