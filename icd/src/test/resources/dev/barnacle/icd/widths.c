/* Prints the vector widths that a device prefers, and those that it has, of char, int and double. */
int main(void) {
  handle platform, device;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  static const unsigned asked[] = {0x1006, 0x1008, 0x100B, 0x1036, 0x1038, 0x103B};
  for (int i = 0; i < 6; i++) {
    unsigned width;
    CHECK(clGetDeviceInfo(device, asked[i], sizeof width, &width, NULL));
    printf("%u\n", width);
  }
  return 0;
}
