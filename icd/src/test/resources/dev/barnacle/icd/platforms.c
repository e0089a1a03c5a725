int main(void) {
  unsigned count = 0;
  clGetPlatformIDs(0, NULL, &count);
  printf("%u platforms\n", count);
  return 0;
}
