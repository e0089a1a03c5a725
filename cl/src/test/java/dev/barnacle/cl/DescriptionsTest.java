package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.ir.AddressSpace;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What objects say of themselves, as in a debugger or a log. */
class DescriptionsTest {
  private final TestEngine engine = new TestEngine();
  private final Kernel kernel =
      new TestKernels().pointer(AddressSpace.GLOBAL, "int*", "x").in(engine);
  private final Context context = kernel.program().context();

  @AfterEach
  void close() {
    context.close();
  }

  private static void says(String expected, Object object) {
    assertEquals(expected, object.toString());
  }

  @Test
  void programsAndKernels() {
    Program program = kernel.program();
    says("program test with k", program);
    says("k(int* x)", kernel);
    says("k(int* x) with its arguments", kernel.with(context.buffer(4)));
    program.close();
    says("program test with k, closed", program);
  }

  @Test
  void contextsAndDevices() {
    String device = context.device().name();
    says(device + ", 4 compute units, 1024 MiB", context.device());
    says("context on " + device, context);
    context.close();
    says("context on " + device + ", closed", context);
  }

  @Test
  void memory() {
    Buffer buffer = context.buffer(4096);
    says("buffer of 4096 bytes, READ_WRITE", buffer);
    Buffer part = buffer.subBuffer(Set.of(MemoryFlag.READ_ONLY), 256, 100);
    says("sub-buffer of 100 bytes from byte 256 of 4096, READ_ONLY", part);
    says("buffer of 64 bytes, READ_WRITE", buffer.slice(128, 64));
    says(
        "buffer of 4 bytes, READ_ONLY HOST_WRITE_ONLY",
        context.buffer(Set.of(MemoryFlag.HOST_WRITE_ONLY, MemoryFlag.READ_ONLY), 4, null));
    part.close();
    says("sub-buffer of 100 bytes from byte 256 of 4096, READ_ONLY, closed", part);
    says("shared virtual memory of 64 bytes, READ_WRITE", context.svm(64));
  }

  @Test
  void images() {
    ImageFormat format = new ImageFormat(ChannelOrder.RGBA, ChannelType.UNORM_INT8);
    says(
        "IMAGE2D of 640x480 texels, RGBA UNORM_INT8, READ_WRITE",
        context.image(format, ImageDescription.of2D(640, 480)));
    says(
        "IMAGE1D_ARRAY of 8 texels, 3 layers, RGBA UNORM_INT8, READ_WRITE",
        context.image(format, ImageDescription.arrayOf1D(8, 3)));
    says(
        "IMAGE3D of 4x5x6 texels, RGBA UNORM_INT8, READ_WRITE",
        context.image(format, ImageDescription.of3D(4, 5, 6)));
  }

  @Test
  void queuesAndTheirEvents() {
    String device = context.device().name();
    CommandQueue queue = context.queue(QueueOptions.OUT_OF_ORDER.withProfiling());
    says("in-order command-queue on " + device, context.queue());
    says("out-of-order command-queue with profiling on " + device, queue);
    UserEvent user = context.userEvent();
    says("user event, submitted", user);
    Event ran = queue.run(kernel.with(context.buffer(4)), NDRange.of(1), user);
    says("event of kernel 'k', queued", ran); // to ask flushes nothing
    Event read = queue.read(context.buffer(4), new int[1], ran);
    queue.flush();
    says("event of READ_BUFFER, submitted", read);
    user.complete();
    queue.finish();
    says("event of kernel 'k', complete", ran);
    says("user event, complete", user);
    queue.close();
    says("out-of-order command-queue with profiling on " + device + ", closed", queue);
  }

  @Test
  void ranges() {
    says("1024", NDRange.of(1024));
    says("64x32 in groups of 8x8 from 1x2", NDRange.of(64, 32).local(8, 8).offset(1, 2));
  }
}
