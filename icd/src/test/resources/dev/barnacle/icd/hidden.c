/* Says whether extensions of command-buffers are there, by name and by what calls return. */
typedef handle (*create_call)(unsigned, const handle *, const long *, int *);
typedef int (*barrier_call)(handle, handle, const long *, unsigned, const unsigned *, unsigned *,
                            handle *);
int main(void) {
  handle platform, device;
  char text[1 << 14];
  int error;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  CHECK(clGetDeviceInfo(device, 0x1030, sizeof text, text, NULL));
  printf("%d %d\n", strstr(text, "cl_khr_command_buffer_multi_device") != NULL,
         strstr(text, "cl_khr_command_buffer_mutable_dispatch") != NULL);
  handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  handle queues[2] = {clCreateCommandQueue(context, device, 0, &error),
                      clCreateCommandQueue(context, device, 0, &error)};
  create_call create =
      clGetExtensionFunctionAddressForPlatform(platform, "clCreateCommandBufferKHR");
  barrier_call barrier =
      clGetExtensionFunctionAddressForPlatform(platform, "clCommandBarrierWithWaitListKHR");
  create(2, queues, NULL, &error);
  printf("two queues %d\n", error);
  long mutable[] = {0x1293, 1 << 1, 0};
  create(1, queues, mutable, &error);
  printf("mutable %d\n", error);
  handle buffer = create(1, queues, NULL, &error);
  CHECK(error);
  printf("named %d\n", barrier(buffer, queues[0], NULL, 0, NULL, NULL, NULL));
  printf("not named %d\n", barrier(buffer, NULL, NULL, 0, NULL, NULL, NULL));
  printf("queries %d %d\n", clGetDeviceInfo(device, 0x12AB, sizeof text, text, NULL),
         clGetDeviceInfo(device, 0x12B0, sizeof text, text, NULL));
  return 0;
}
