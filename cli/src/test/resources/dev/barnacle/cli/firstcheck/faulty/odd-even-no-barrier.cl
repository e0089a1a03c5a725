// expected: data-race; in lines 6, 7, 8, 9
kernel void odd_even_sort(global int *data, int n) {
  int i = get_local_id(0);
  for (int phase = 0; phase < n; phase++) {
    int j = 2 * i + (phase & 1);
    if (j + 1 < n && data[j] > data[j + 1]) {
      int t = data[j];
      data[j] = data[j + 1];
      data[j + 1] = t;
    }
  }
}
