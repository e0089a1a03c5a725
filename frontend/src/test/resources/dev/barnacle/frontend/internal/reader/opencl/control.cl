// options: -cl-std=CL1.2
kernel void k(global int *out, int n) {
  for (int i = 0; i < n; i++) {
    if (i == 7) continue;
    if (out[i] > 12 && i % 2) break;
    out[i] += i;
  }
  switch (n) {
    case -1: out[0] = 1; break;
    case 4:
    case 5: out[1] = 2;
    default: out[2] = n > 3 ? n : -n;
  }
  do {
    n--;
    if (out[n] < 0) goto done;
  } while (n);
done:
  out[3] = n;
}
