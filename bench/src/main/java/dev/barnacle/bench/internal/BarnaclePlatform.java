package dev.barnacle.bench.internal;

import dev.barnacle.cl.BoundKernel;
import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.CommandBuffer;
import dev.barnacle.cl.CommandQueue;
import dev.barnacle.cl.CommandRecorder;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.ContextBuilder;
import dev.barnacle.cl.LocalMemory;
import dev.barnacle.cl.Program;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Barnacle itself, through its Java API. */
final class BarnaclePlatform implements ComputePlatform {
  private final Context context;

  /** Makes a context as the builder says. */
  BarnaclePlatform(ContextBuilder builder) {
    this.context = builder.create();
  }

  /** Returns the context that all is run in. */
  Context context() {
    return context;
  }

  @Override
  public String name() {
    return "Barnacle";
  }

  @Override
  public Prepared prepare(Workload workload) {
    return new BarnaclePrepared(workload);
  }

  @Override
  public void close() {
    context.close();
  }

  private final class BarnaclePrepared implements Prepared {
    private final Workload workload;
    private final Program program;
    private final List<Buffer> buffers;
    private final List<BoundKernel> kernels;
    private final CommandQueue queue = context.queue();
    private final Optional<CommandBuffer> recorded;

    BarnaclePrepared(Workload workload) {
      this.workload = workload;
      if (workload.submission() == Workload.Submission.ON_DEVICE) {
        context.deviceQueues().setDefault(context.deviceQueues().create());
      }
      this.program = context.build(workload.name(), workload.source(), workload.options());
      this.buffers =
          workload.buffers().stream().map(data -> context.buffer(data.initial())).toList();
      Map<Workload.Step, BoundKernel> known = new HashMap<>();
      this.kernels =
          workload.steps().stream().map(step -> known.computeIfAbsent(step, this::bind)).toList();
      this.recorded =
          workload.submission() == Workload.Submission.RECORDED
              ? Optional.of(record())
              : Optional.empty();
    }

    private CommandBuffer record() {
      CommandBuffer buffer = context.commandBuffer(queue);
      CommandRecorder recorder = buffer.recorder();
      for (int i = 0; i < kernels.size(); i++) {
        recorder.run(kernels.get(i), workload.steps().get(i).range());
      }
      buffer.finalizeRecording();
      return buffer;
    }

    private BoundKernel bind(Workload.Step step) {
      return program
          .kernel(step.kernel())
          .with(step.operands().stream().map(this::argument).toArray());
    }

    private @Nullable Object argument(Workload.Operand operand) {
      return switch (operand) {
        case Workload.Operand.BufferRef(int index) -> buffers.get(index);
        case Workload.Operand.LocalBytes(long bytes) -> LocalMemory.bytes(bytes);
        case Workload.Operand.Null() -> null;
        case Workload.Operand.Bytes(ByteBuffer value) -> MemorySegment.ofBuffer(value);
        case Workload.Operand.Scalar(Number value) -> value;
      };
    }

    @Override
    public void reset() {
      for (int i = 0; i < buffers.size(); i++) {
        buffers.get(i).write(workload.buffers().get(i).initial());
      }
    }

    @Override
    public long run() {
      long start = System.nanoTime();
      if (recorded.isPresent()) {
        recorded.get().enqueue().close();
        queue.finish();
        return System.nanoTime() - start;
      }
      for (int i = 0; i < kernels.size(); i++) {
        queue.run(kernels.get(i), workload.steps().get(i).range(), List.of()).close();
        if (workload.waitEach()) {
          queue.finish();
        }
      }
      queue.finish();
      return System.nanoTime() - start;
    }

    @Override
    public byte[] read(int buffer) {
      byte[] bytes = new byte[workload.buffers().get(buffer).initial().length];
      buffers.get(buffer).read(bytes);
      return bytes;
    }

    @Override
    public void close() {
      recorded.ifPresent(CommandBuffer::close);
      queue.close();
      program.close();
      buffers.forEach(Buffer::close);
    }
  }
}
