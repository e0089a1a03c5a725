package dev.barnacle.engine.enqueue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.DeviceMemory;
import dev.barnacle.engine.DeviceQueue;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.Executable;
import dev.barnacle.engine.KernelLimits;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.LaunchResult;
import dev.barnacle.engine.NdRange;
import dev.barnacle.engine.enqueue.ChildCommand.Payload;
import dev.barnacle.ir.CodeOptions;
import dev.barnacle.ir.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which commands of a tree are ready, and which complete; no kernel runs. */
class CommandTreeTest {
  private static final NdRange ONE = new NdRange(List.of(1L), List.of(1L), List.of(0L));
  private static final Payload KERNEL = new Payload(null, ONE, new byte[8], List.of(), 0, 0);
  private static final DeviceLimits LIMITS =
      new DeviceLimits(2, 64, 1024, DeviceMemory.ofHost(), 32);

  private final DeviceQueue queue = new DeviceQueue(4 * KERNEL.byteSize(), false);
  private final CommandTree tree =
      new CommandTree(new NoProgram(), LIMITS, CodeOptions.DEFAULT, queue);
  private final ChildCommand root = tree.root();

  /** A program of which nothing is asked. */
  private static final class NoProgram implements Executable {
    @Override
    public LaunchResult launch(Launch launch) {
      throw new AssertionError("a launch");
    }

    @Override
    public KernelLimits limits(Function kernel) {
      throw new AssertionError("a question");
    }

    @Override
    public void close() {}
  }

  @AfterEach
  void close() {
    queue.close();
  }

  private ChildCommand command(
      EnqueueFlag flag, @Nullable DeviceEvent event, DeviceEvent... waits) {
    assertTrue(tree.reserve(queue, KERNEL.byteSize()));
    return new ChildCommand(KERNEL, flag, List.of(waits), event, queue);
  }

  private ChildCommand command() {
    return command(EnqueueFlag.NO_WAIT, null);
  }

  /** What became ready last runs first, so that a tree of launches is walked depth first. */
  @Test
  void theNewestRunsFirst() {
    ChildCommand first = command();
    ChildCommand second = command();
    tree.end(root, List.of(first, second));
    assertSame(second, tree.take());
    ChildCommand below = command();
    tree.end(second, List.of(below));
    assertSame(below, tree.take());
    tree.end(below);
    assertSame(first, tree.take());
    assertFalse(tree.isOver());
    tree.end(first);
    assertTrue(tree.isOver());
    assertNull(tree.take());
    tree.close();
  }

  @Test
  void aParentIsCompleteAfterItsChildren() {
    List<ChildCommand> complete = new ArrayList<>();
    tree.onCompletion(complete::add);
    ChildCommand child = command();
    ChildCommand below = command();
    tree.end(root, List.of(child));
    assertSame(child, tree.take());
    tree.end(child, List.of(below));
    assertEquals(List.of(), complete);
    assertSame(below, tree.take());
    tree.end(below);
    assertEquals(List.of(below, child, root), complete);
  }

  @Test
  void whoWaitsForTheKernelBeginsAfterItsEnd() {
    ChildCommand patient = command(EnqueueFlag.WAIT_KERNEL, null);
    ChildCommand hasty = command();
    tree.add(root, List.of(patient, hasty));
    assertSame(hasty, tree.poll());
    assertNull(tree.poll());
    tree.end(root);
    assertSame(patient, tree.poll());
  }

  /** A chain of launches keeps its end alone: all above it hang on the root. */
  @Test
  void longChainsAreShort() {
    ChildCommand last = command();
    tree.end(root, List.of(last));
    for (int i = 0; i < 100_000; i++) {
      assertSame(last, tree.take());
      ChildCommand next = command();
      tree.end(last, List.of(next));
      last = next;
      ChildCommand parent = Objects.requireNonNull(last.parent());
      assertSame(root, parent.parent() == null ? parent : parent.parent());
    }
    tree.take();
    tree.end(last);
    assertTrue(tree.isOver());
  }

  @Test
  void eventsAreWaitedFor() {
    DeviceEvent event = tree.newEvent(queue);
    DeviceEvent user = tree.newEvent(null);
    ChildCommand first = command(EnqueueFlag.NO_WAIT, event, user);
    ChildCommand second = command(EnqueueFlag.NO_WAIT, null, event);
    tree.end(root, List.of(second, first));
    assertNull(tree.poll());
    tree.set(user, 0);
    assertSame(first, tree.poll());
    assertNull(tree.poll());
    tree.end(first);
    assertSame(second, tree.poll());
  }

  @Test
  void theErrorOfAnEventEndsThoseThatWait() {
    DeviceEvent user = tree.newEvent(null);
    tree.end(root, List.of(command(EnqueueFlag.NO_WAIT, null, user)));
    tree.set(user, -5);
    tree.set(user, 0);
    assertNull(tree.take());
    EngineException error = assertThrows(EngineException.class, tree::close);
    assertEquals(EngineException.Kind.CHILD_TERMINATED, error.kind());
    assertEquals(-5, error.status());
  }

  @Test
  void whatWaitsForEverIsAnError() {
    tree.end(root, List.of(command(EnqueueFlag.NO_WAIT, null, tree.newEvent(null))));
    assertNull(tree.take());
    EngineException error = assertThrows(EngineException.class, tree::close);
    assertEquals(EngineException.Kind.ENDLESS_WAIT, error.kind());
  }

  @Test
  void queuesHaveRoomAgain() {
    List<ChildCommand> four = List.of(command(), command(), command(), command());
    assertFalse(tree.reserve(queue, 1));
    tree.end(root, four);
    ChildCommand newest = (ChildCommand) Objects.requireNonNull(tree.take());
    assertSame(four.getLast(), newest);
    tree.end(newest);
    assertTrue(tree.reserve(queue, KERNEL.byteSize()));
    assertFalse(tree.reserve(queue, 1));
    tree.close();
    assertTrue(queue.reserve(4 * KERNEL.byteSize()));
  }

  @Test
  void handlesAreForgottenWhenNobodyHoldsThem() {
    DeviceEvent user = tree.newEvent(null);
    tree.retain(user);
    tree.set(user, 0);
    tree.release(user);
    assertSame(user, tree.event(user.handle()));
    tree.release(user);
    assertNull(tree.event(user.handle()));
    assertNull(tree.event(0));
  }
}
