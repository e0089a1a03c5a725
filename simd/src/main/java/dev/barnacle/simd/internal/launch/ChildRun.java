package dev.barnacle.simd.internal.launch;

import dev.barnacle.engine.enqueue.ChildCommand;
import dev.barnacle.engine.enqueue.CommandTree;
import dev.barnacle.engine.enqueue.SharedRun;
import java.lang.foreign.Arena;
import java.lang.ref.Reference;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A kernel-instance that was enqueued on the device, whose work-groups several threads run. */
final class ChildRun implements SharedRun {
  /** The time that a thread's chunk takes, in nanoseconds. */
  private static final long CHUNK_NANOS = 50_000;

  private final CommandTree tree;
  private final ChildCommand command;
  private final RunState state;
  private final List<BoxRun> boxes;
  private final int threads;
  private final Arena memory;
  private final long groups;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong done = new AtomicLong();

  /**
   * Makes one.
   *
   * @param memory what it keeps alive until it has ended
   */
  ChildRun(Enqueuing enqueuing, RunState state, List<BoxRun> boxes, int threads, Arena memory) {
    this.tree = enqueuing.tree();
    this.command = enqueuing.command();
    this.state = state;
    this.boxes = boxes;
    this.threads = threads;
    this.memory = memory;
    this.groups = boxes.stream().mapToLong(b -> b.box().groups()).sum();
  }

  @Override
  public boolean hasMore() {
    return next.get() < groups;
  }

  @Override
  public void help() {
    while (hasMore() && !tree.isOver()) {
      long before = 0;
      long at = next.get();
      BoxRun box = boxes.getFirst();
      for (int i = 1; i < boxes.size() && at >= before + box.box().groups(); i++) {
        before += box.box().groups();
        box = boxes.get(i);
      }
      long left = before + box.box().groups() - at;
      long chunk = Math.min(left, chunk(box.box()));
      if (chunk > 0 && next.compareAndSet(at, at + chunk)) {
        run(box, at - before, at - before + chunk);
        if (done.addAndGet(chunk) == groups) {
          state.close();
          try {
            tree.end(command);
          } finally {
            Reference.reachabilityFence(memory);
          }
        }
      }
    }
  }

  private long chunk(LaunchPlan.Box box) {
    long most = Math.max(1, box.groups() / (4L * threads));
    return Math.min(most, box.cost().stepsIn(CHUNK_NANOS));
  }

  private void run(BoxRun box, long begin, long end) {
    try {
      long start = System.nanoTime();
      box.begin();
      box.run(begin, end);
      box.end();
      state.rethrow();
      box.box().cost().measured(end - begin, System.nanoTime() - start);
    } catch (RuntimeException | Error e) {
      tree.fail(e);
    }
  }
}
