package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.BoundKernel;
import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.watch.Report;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/**
 * Runs kernels called {@code k} in every way: in vectors, one work-item after the other, and under
 * the engine that watches, where nothing may be found.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EveryEngineTests {
  final List<Context> contexts =
      List.of(
          Context.create(),
          Context.builder().engineOptions("lanes=1").create(),
          Context.builder().watched().create());

  @AfterAll
  void close() {
    contexts.forEach(Context::close);
  }

  /** Runs a kernel on buffers of 64-bit words, and finds nothing in it where it is watched. */
  final void run(Context context, String source, long size, Object... arguments) {
    run(context, source, "", size, arguments);
  }

  final void run(Context context, String source, String options, long size, Object... arguments) {
    Object[] bound = new Object[arguments.length];
    List<Buffer> buffers = new ArrayList<>();
    for (int i = 0; i < arguments.length; i++) {
      bound[i] = arguments[i];
      if (arguments[i] instanceof long[] words) {
        Buffer buffer = context.buffer(MemorySegment.ofArray(words));
        buffers.add(buffer);
        bound[i] = buffer;
      }
    }
    BoundKernel kernel = context.build(source, options).kernel("k").with(bound);
    long local = Math.min(size, 64);
    NDRange range = size % local == 0 ? NDRange.of(size).local(local) : NDRange.of(size);
    if (context == contexts.getLast()) {
      Report report = kernel.check(range);
      assertTrue(report.isClean(), report::toString);
    } else {
      kernel.run(range);
    }
    for (int i = 0; i < arguments.length; i++) {
      if (bound[i] instanceof Buffer buffer) {
        buffer.read(0, MemorySegment.ofArray((long[]) arguments[i]));
      }
    }
    buffers.forEach(Buffer::close);
  }
}
