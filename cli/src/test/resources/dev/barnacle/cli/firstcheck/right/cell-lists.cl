// expected: clean
kernel void fill_cells(global const float4 *position, volatile global int *count,
                       global int *members, int particles, int cells, int max_per_cell,
                       float cell_size) {
  int i = get_global_id(0);
  if (i >= particles)
    return;
  int cell = clamp((int)(position[i].x / cell_size), 0, cells - 1);
  int slot = atomic_inc(&count[cell]);
  if (slot < max_per_cell)
    members[cell * max_per_cell + slot] = i;
}
