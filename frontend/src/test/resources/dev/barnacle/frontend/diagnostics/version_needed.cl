// options:
kernel void k(global atomic_int *counter) {
  atomic_fetch_add(counter, 1);
}
