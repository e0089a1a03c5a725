// Kernels that are launched together, as commands of one out-of-order queue.
#define DEV memory_scope_device

kernel void produce(global int *data, global atomic_int *ready) {
  *data = 42;
  atomic_store_explicit(ready, 1, memory_order_release, DEV);
}

kernel void produce_relaxed(global int *data, global atomic_int *ready) {
  *data = 42;
  atomic_store_explicit(ready, 1, memory_order_relaxed, DEV);
}

kernel void consume(global int *data, global atomic_int *ready, global int *out) {
  while (atomic_load_explicit(ready, memory_order_acquire, DEV) == 0)
    ;
  *out = *data;
}

kernel void copy(global int *data, global int *out) { *out = *data; }

// Which of n places a key has in a sorted row; n if it is in none.
kernel void find(global const int *row, int n, int key, global int *place) {
  int low = 0;
  int high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (row[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  *place = low < n && row[low] == key ? low : n;
}

kernel void find_beyond(global const int *row, int n, int key, global int *place) {
  int low = 0;
  int high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (row[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  *place = row[low] == key ? low : n; // broken: low may be n
}
