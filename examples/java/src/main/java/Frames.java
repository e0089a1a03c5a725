import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.CommandBuffer;
import dev.barnacle.cl.CommandQueue;
import dev.barnacle.cl.CommandRecorder;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.Event;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.cl.QueueOptions;
import dev.barnacle.cl.RecordedCommand;
import dev.barnacle.cl.Semaphore;
import java.util.Arrays;

/** Records commands once and executes them for each frame; another queue takes the results. */
public class Frames {
  private static final String SOURCE =
      """
      kernel void step(global int *x, int by) { x[get_global_id(0)] += by; }
      kernel void twice(global const int *x, global int *y)
      {
        y[get_global_id(0)] = 2 * x[get_global_id(0)];
      }
      """;

  public static void main(String[] args) {
    NDRange all = NDRange.of(4);
    int[] result = new int[4];
    try (Context context = Context.create()) {
      Program program = context.build(SOURCE);
      Kernel step = program.kernel("step");
      Buffer x = context.buffer(new int[] {0, 10, 20, 30});
      Buffer y = context.buffer(new int[4]);
      CommandQueue producer = context.queue(QueueOptions.OUT_OF_ORDER);
      CommandQueue consumer = context.queue();

      CommandBuffer frame = context.commandBuffer(producer);
      CommandRecorder record = frame.recorder();
      RecordedCommand stepped = record.run(step.with(x, 1), all);
      record.run(program.kernel("twice").with(x, y), all, stepped); // waits for the step
      frame.finalizeRecording();

      Semaphore ready = context.semaphore();
      for (int number = 0; number < 3; number++) {
        Event ended = frame.enqueue();
        producer.semaphores().signal(ready, ended);
        consumer.semaphores().await(ready);
        consumer.read(y, result).waitFor();
        System.out.println(Arrays.toString(result));
      }

      frame.update(stepped, step.with(x, 100), all); // from the next execution on
      frame.enqueue().waitFor();
      y.read(result);
      System.out.println(Arrays.toString(result));
    }
  }
}
