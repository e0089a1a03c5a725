package dev.barnacle.watch.internal.run;

import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.enqueue.ChildCommand;
import dev.barnacle.engine.enqueue.CommandTree;
import dev.barnacle.engine.enqueue.DeviceEvent;
import dev.barnacle.engine.enqueue.EnqueueFlag;
import dev.barnacle.engine.enqueue.Enqueuer;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.Parameter;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.command.CommandNode;
import dev.barnacle.watch.command.CommandWatch;
import dev.barnacle.watch.command.DeviceOrder;
import dev.barnacle.watch.command.MemoryUse;
import dev.barnacle.watch.command.UnsetMemory;
import dev.barnacle.watch.internal.run.exec.BoundArguments;
import dev.barnacle.watch.internal.run.kernel.KernelCode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A launch whose kernel enqueues others on the device: that and all that comes of it run one after
 * the other, each under the detectors, and between them races are found by the rules of commands
 * ({@link CommandWatch}). A kernel runs when its parent has ended, whatever its flag says: whether
 * it may rely on that is what the rules tell.
 */
public final class WatchedTree {
  private final Launch root;
  private final CommandTree tree;
  private final Supplier<CommandTree> trial;
  private final CommandWatch watch;
  private final CommandNode rootNode;
  private final Runner runner;
  private final Map<ChildCommand, Member> members = new HashMap<>();
  private final Map<DeviceEvent, CommandNode> events = new HashMap<>();
  private final Map<DeviceEvent, SetBy> set = new HashMap<>();

  /** Runs one launch under the detectors. */
  @FunctionalInterface
  public interface Runner {
    /** Runs it; returns its code, or null if nothing more is to be run. */
    @Nullable KernelCode run(Launch launch, TreeMember member);
  }

  /** A command that is not complete. */
  private static final class Member {
    private final CommandNode node;
    private final List<DeviceEvent> waits;
    private final @Nullable Location place;
    private boolean started;

    Member(CommandNode node, List<DeviceEvent> waits, @Nullable Location place) {
      this.node = node;
      this.waits = waits;
      this.place = place;
    }
  }

  /** The work-group of a kernel that has set a user event, and what it had accessed by then. */
  private record SetBy(CommandNode node, long group, List<MemoryUse> done) {
    static SetBy of(CommandNode node, long group, Supplier<List<MemoryUse>> uses) {
      return new SetBy(node, group, uses.get().stream().map(u -> u.ofGroup(group)).toList());
    }
  }

  /**
   * Makes one.
   *
   * @param root the launch of the host
   * @param trees makes the tree, and others for orders whose results do not stay
   * @param unset is told of what commands write
   */
  public WatchedTree(Launch root, Supplier<CommandTree> trees, UnsetMemory unset, Runner runner) {
    this.root = root;
    this.tree = trees.get();
    this.trial = trees;
    this.runner = runner;
    this.watch = new CommandWatch(unset, _ -> {});
    this.rootNode = watch.startedAtOnce("kernel '" + root.kernel().name() + "'");
    nameArguments();
    tree.onCompletion(this::completed);
  }

  private void nameArguments() {
    for (Parameter parameter : root.kernel().parameters()) {
      MemorySegment memory = root.arguments().get(parameter.index()).reached();
      if (memory != null && memory.byteSize() > 0) {
        watch.named("argument '" + parameter.name() + "'", memory.address(), memory.byteSize());
      }
    }
  }

  /**
   * Runs all of it.
   *
   * @return why it did not come to its end, such as a wait without end; null if it did
   */
  public @Nullable EngineException run() {
    Member first = new Member(rootNode, List.of(), root.kernel().location());
    members.put(tree.root(), first);
    first.started = true;
    boolean goesOn = run(root, tree.root(), rootNode, null);
    while (goesOn && tree.take() instanceof ChildCommand command) {
      goesOn = run(command);
    }
    try {
      tree.close();
      return null;
    } catch (EngineException e) {
      return e;
    }
  }

  /** Returns the races between commands. */
  public List<Finding> findings() {
    return watch.findings();
  }

  /** Returns where a command was enqueued that has not begun, if there is one. */
  public @Nullable Location waiting() {
    return members.values().stream()
        .filter(m -> !m.started && m.place != null)
        .map(m -> m.place)
        .findFirst()
        .orElse(null);
  }

  private boolean run(ChildCommand command) {
    Member member = Objects.requireNonNull(members.get(command));
    start(member);
    ChildCommand.Payload payload = command.payload();
    Function kernel = Objects.requireNonNull(payload.kernel());
    Launch launch = root.of(kernel, Objects.requireNonNull(payload.range()), root.arguments());
    try (Arena arena = Arena.ofShared()) {
      byte[] bytes = payload.literal();
      MemorySegment literal = arena.allocate(Math.max(8, bytes.length), 128);
      MemorySegment.copy(bytes, 0, literal, ValueLayout.JAVA_BYTE, 0, bytes.length);
      return run(
          launch,
          command,
          member.node,
          new BoundArguments.Enqueued(root.kernel(), literal, payload.localSizes()));
    }
  }

  private boolean run(
      Launch launch,
      ChildCommand command,
      CommandNode node,
      BoundArguments.@Nullable Enqueued block) {
    Enqueuer enqueuer = new Enqueuer(tree, command);
    KernelCode code =
        runner.run(
            launch,
            new TreeMember(
                enqueuer,
                (event, group, uses) ->
                    set.computeIfAbsent(event, e -> SetBy.of(node, group, uses)),
                node,
                block,
                trial));
    watch.accessed(node);
    if (code == null) {
      return false;
    }
    for (ChildCommand child : enqueuer.enqueued()) {
      add(child, node, code);
    }
    enqueuer.flushAndEnd();
    return true;
  }

  /** A kernel has enqueued a command. */
  private void add(ChildCommand child, CommandNode parent, KernelCode code) {
    ChildCommand.Payload payload = child.payload();
    List<CommandNode> before = new ArrayList<>();
    for (DeviceEvent event : child.waits()) {
      CommandNode its = events.get(event);
      if (its != null) {
        before.add(its);
      }
    }
    DeviceOrder order =
        new DeviceOrder(
            child.flag().text(),
            child.flag() == EnqueueFlag.WAIT_KERNEL,
            child.flag() == EnqueueFlag.WAIT_WORK_GROUP,
            payload.parentItem(),
            before);
    Location place = code.places().get(payload.site()).location();
    CommandNode node = watch.enqueuedOnDevice(name(payload, place), parent, order);
    members.put(child, new Member(node, child.waits(), place));
    if (child.event() != null) {
      events.put(child.event(), node);
    }
  }

  private static String name(ChildCommand.Payload payload, @Nullable Location at) {
    if (payload.kernel() == null) {
      return "marker";
    }
    return at == null ? "block " + payload.kernel().name() : "block of line " + at.line();
  }

  /** All that a command waits for is complete. */
  private void start(Member member) {
    if (member.started) {
      return;
    }
    member.started = true;
    List<CommandNode> before = new ArrayList<>();
    for (DeviceEvent event : member.waits) {
      CommandNode its = events.get(event);
      SetBy by = set.get(event);
      if (its != null) {
        before.add(its);
      } else if (by != null) {
        watch.setOnDevice(by.node(), by.group(), by.done(), member.node);
      }
    }
    watch.startedOnDevice(member.node, before);
  }

  private void completed(ChildCommand command) {
    Member member = Objects.requireNonNull(members.remove(command));
    start(member);
    ChildCommand above = command.parent();
    Member parent = above == null ? null : members.get(above);
    watch.completedOnDevice(member.node, parent == null ? null : parent.node);
  }
}
