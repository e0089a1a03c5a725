package dev.barnacle.watch.command;

import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import dev.barnacle.watch.command.MemoryUse.AccessType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds races between the commands of a context, and between commands and the host: two accesses of
 * the same bytes, one of them a write, that global-happens-before does not order (OpenCL
 * architecture, 3.3.6 "Host-side and Device-side Commands"). Which of them ran first does not
 * matter.
 *
 * <p>It is told of each command when it is enqueued, starts and ends, of what it accesses, and of
 * what the host waits for. It can be used by many threads at once.
 */
public final class CommandWatch {
  private final CommandOrder order = new CommandOrder();
  private final UseTable uses = new UseTable();
  private final MemoryNames names = new MemoryNames();
  private final CommandFindings findings = new CommandFindings(names);
  private final Map<Long, Deque<MapSpan>> mapped = new HashMap<>();
  private final Map<CommandNode, QueueOrder> queues = new HashMap<>();
  private final UnsetMemory unset;
  private final Consumer<Report> listener;
  private final List<Finding> untold = new ArrayList<>();
  private int queueCount;
  private long commandCount;
  private int bufferCount;
  private long executionCount;

  /**
   * Makes one.
   *
   * @param unset is told what commands and the host write
   * @param listener is told of each finding that is new, by the thread that ended the command
   */
  public CommandWatch(UnsetMemory unset, Consumer<Report> listener) {
    this.unset = unset;
    this.listener = listener;
  }

  /** Returns what has been found among the commands that have ended. */
  public synchronized List<Finding> findings() {
    return findings.all();
  }

  /** A queue is made. */
  public synchronized QueueOrder queue(boolean outOfOrder) {
    return new QueueOrder(++queueCount, outOfOrder);
  }

  /** Returns whether there is or was a queue. */
  public synchronized boolean hasQueues() {
    return queueCount > 0;
  }

  /**
   * A memory object is made, which reports call by its kind and a number.
   *
   * @param ofHost whether the host may use its memory without mapping it
   */
  public synchronized void made(String kind, long address, long byteSize, boolean ofHost) {
    names.add(kind, address, byteSize, ofHost);
    unset.made(address, byteSize);
  }

  /** Marks the content of some memory as undefined from here on, until it is written. */
  public void undefined(long address, long byteSize) {
    unset.unset(address, byteSize);
  }

  /**
   * Marks the content of an object as undefined until it is written, which the host can do without
   * a call. The memory is filled with a pattern: where that has gone, the host has written.
   */
  public void filled(long address) {
    unset.fill(address);
  }

  /** The host is given the memory of an object itself, mapped or not. */
  public synchronized void givenToHost(long address) {
    names.giveToHost(address);
    unset.written(address);
  }

  /** The memory of an object is given back to the system, or to the program. */
  public synchronized void gone(long address, long byteSize) {
    names.remove(address);
    unset.gone(address);
    uses.forget(Ranges.of(address, byteSize, 0));
  }

  /**
   * A command is enqueued (rules 1, 2, 5, 6, 7).
   *
   * @param name such as {@code kernel 'scale'}
   */
  public synchronized CommandNode enqueued(
      QueueOrder queue,
      String name,
      List<? extends CompletionPoint> waitList,
      QueueOrder.Role role) {
    List<CompletionPoint> waits = new ArrayList<>(waitList);
    CommandClock past = order.host();
    CommandNode before = queue.before();
    if (before != null) {
      waits.add(before);
    }
    if (role != QueueOrder.Role.COMMAND && waitList.isEmpty()) {
      waits.addAll(queue.all().live());
      past = past.join(queue.all().ended());
    }
    CommandText text =
        new CommandText(
            name, queue.number(), queue.outOfOrder(), ++commandCount, queue.lastPause(), null);
    CommandNode node = new CommandNode(text, past, waits, before);
    queue.add(node, role);
    if (role != QueueOrder.Role.COMMAND && waitList.isEmpty()) {
      queue.paused(new CommandText.Pause(text.serial(), role == QueueOrder.Role.BARRIER));
    }
    queues.put(node, queue);
    order.begin(node);
    return node;
  }

  /** An execution of a command-buffer begins to be enqueued; returns its number. */
  public synchronized long execution() {
    return ++executionCount;
  }

  /** A command-buffer is made; returns its number. */
  public synchronized int commandBuffer() {
    return ++bufferCount;
  }

  /**
   * A recorded command is enqueued as a part of its command-buffer's execution.
   *
   * @param replay the command in a queue that it is a part of; what orders that orders its parts
   * @param execution the number of the command-buffer's execution
   * @param name such as {@code kernel 'scale'}
   * @param waits the recorded commands that it waits for
   */
  public synchronized CommandNode recorded(
      CommandNode replay, long execution, String name, RecordedIn where, List<CommandNode> waits) {
    List<CompletionPoint> all = new ArrayList<>(waits);
    all.add(replay);
    CommandText text = replay.text().part(name, where, execution, ++commandCount);
    CommandNode node = new CommandNode(text, replay.before(), all, null);
    node.partOf(replay);
    order.begin(node);
    return node;
  }

  /** A command starts: all that it waits for has ended. */
  public void started(CommandNode node) {
    synchronized (this) {
      node.start(order);
      if (!node.frees()) {
        return;
      }
    }
    accessed(node); // before the memory is gone
  }

  /** All is known that a command which has started accesses. */
  public void accessed(CommandNode node) {
    List<Finding> fresh = new ArrayList<>();
    synchronized (this) {
      add(node, fresh);
    }
    tell(fresh);
  }

  /** A command ends (rule 3): what it accessed is known by now. */
  public void ended(CommandNode node) {
    node.takeChanges().forEach(change -> change.accept(unset));
    List<Finding> fresh = new ArrayList<>();
    synchronized (this) {
      add(node, fresh);
      order.end(node);
      node.end();
      node.parts().forEach(order::end); // they have not run
      QueueOrder queue = queues.remove(node);
      if (queue != null) {
        queue.end(node);
      }
      uses.prune(order);
      fresh.addAll(untold);
      untold.clear();
    }
    tell(fresh);
  }

  private void add(CommandNode node, List<Finding> fresh) {
    uses.add(
        node,
        (earlier, its, later, use) -> fresh.addAll(findings.compare(earlier, its, later, use)));
  }

  private void tell(List<Finding> fresh) {
    if (!fresh.isEmpty()) {
      listener.accept(new Report(fresh, 0, 0, 0));
    }
  }

  /** A user event is made. */
  public HostSignal signal() {
    return new HostSignal();
  }

  /** The host sets the status of a user event (rule 12); again does nothing. */
  public synchronized void set(HostSignal signal) {
    signal.set(order.host());
  }

  /** A command has ended that a signal stands for. */
  public synchronized void set(HostSignal signal, CommandNode command) {
    signal.set(command.after());
  }

  /** A command ends without having accessed anything. */
  public void failed(CommandNode node) {
    synchronized (this) {
      node.takeUses();
      node.takeChanges();
    }
    ended(node);
  }

  /** The host is told that an event has ended (rules 4 and 11). */
  public synchronized void learned(CompletionPoint event) {
    order.learn(event.after());
  }

  /** The host begins to wait for all commands of a queue (rule 8). */
  public synchronized QueueOrder.All finishing(QueueOrder queue) {
    return queue.all();
  }

  /** They have ended. */
  public synchronized void finished(QueueOrder.All commands) {
    order.learn(commands.ended());
    commands.live().forEach(c -> order.learn(c.after()));
    uses.prune(order);
  }

  /** A launch begins that the host waits for, without a queue. */
  public synchronized CommandNode startedAtOnce(String name) {
    CommandText text = new CommandText(name, CommandText.AT_ONCE, ++commandCount);
    CommandNode node = new CommandNode(text, order.host(), List.of(), null);
    node.start(order);
    order.begin(node);
    return node;
  }

  /**
   * A kernel has enqueued another on the device, or a marker.
   *
   * @param parent the kernel's command
   */
  public synchronized CommandNode enqueuedOnDevice(
      String name, CommandNode parent, DeviceOrder by) {
    CommandText.Origin origin = new CommandText.Origin(parent.text(), by.flag());
    CommandText text = new CommandText(name, ++commandCount, origin);
    CommandClock past = by.behindParent() ? parent.ownEnd() : parent.before();
    CommandNode node = new CommandNode(text, past, by.waits(), null);
    node.addGroups(parent.groups());
    node.addGroups(List.of(new GroupPart(parent, by.group(), !by.behindGroup(), null)));
    order.begin(node);
    return node;
  }

  /**
   * A work-group of a kernel sets a user event that a command on the device waits for (rule 12).
   *
   * @param done the accesses that it had made by then: those after it are not ordered
   */
  public synchronized void setOnDevice(
      CommandNode by, long group, List<MemoryUse> done, CommandNode waits) {
    waits.addGroups(by.groups());
    waits.addGroups(List.of(new GroupPart(by, group, false, done)));
  }

  /** A command on the device starts: what it waits for is complete. */
  public synchronized void startedOnDevice(CommandNode node, List<CommandNode> waits) {
    waits.forEach(w -> node.addGroups(w.groups()));
    node.start(order);
  }

  /** A command on the device is complete, with all that it has enqueued. */
  public void completedOnDevice(CommandNode node, @Nullable CommandNode parent) {
    synchronized (this) {
      if (parent != null) {
        parent.completes(node);
      }
    }
    ended(node);
  }

  /** Gives some memory a name, that of an argument. */
  public synchronized void named(String name, long address, long byteSize) {
    names.name(name, address, byteSize);
  }

  /** It has ended, and the host goes on. */
  public void endedAtOnce(CommandNode node) {
    ended(node);
    learned(node);
  }

  /** The host reads or writes memory itself. */
  public void hostAccess(String name, boolean writes, long address, long bytes) {
    Ranges range = Ranges.of(address, bytes, 0);
    if (writes) {
      unset.written(range);
    }
    host(name, MemoryUse.of(writes ? AccessType.WRITE : AccessType.READ, range));
  }

  /** The host frees memory that commands may use ({@code clSVMFree} waits for none). */
  public void hostFrees(String name, long address, long bytes) {
    host(name, MemoryUse.of(AccessType.WRITE, Ranges.of(address, bytes, 0)).freeing());
  }

  /** A command changes what memory holds of what nobody has written. */
  public static void changes(CommandNode node, Consumer<UnsetMemory> change) {
    node.add(change);
  }

  private void host(String name, MemoryUse use) {
    List<Finding> fresh = new ArrayList<>();
    synchronized (this) {
      CommandText text = new CommandText(name, CommandText.HOST, ++commandCount);
      CommandNode node = CommandNode.host(text, order.host(), order.hostActs());
      node.add(use);
      add(node, fresh);
      uses.prune(order);
    }
    tell(fresh);
  }

  /** A command reads or writes bytes. */
  public static void accesses(CommandNode node, boolean writes, Ranges bytes) {
    node.add(MemoryUse.of(writes ? AccessType.WRITE : AccessType.READ, bytes));
  }

  /**
   * A command reads or writes memory of the host by a pointer that the host gave it. That may be
   * into a region that the host has mapped, but not into one that it has unmapped.
   */
  public synchronized void accessesHost(CommandNode node, boolean writes, Ranges bytes) {
    if (bytes.isEmpty()) {
      return;
    }
    node.add(MemoryUse.of(writes ? AccessType.WRITE : AccessType.READ, bytes).byHostPointer());
    MemoryNames.Named memory = names.at(bytes.first());
    if (!memory.ofHost() && !isMapped(bytes)) {
      untold.addAll(findings.unmapped(node, memory, bytes, writes));
    }
  }

  private boolean isMapped(Ranges bytes) {
    return mapped.values().stream()
        .anyMatch(spans -> spans.stream().anyMatch(s -> s.covers(bytes)));
  }

  /** A command frees memory. */
  public static void frees(CommandNode node, long address, long bytes) {
    node.add(MemoryUse.of(AccessType.WRITE, Ranges.of(address, bytes, 0)).freeing());
  }

  /** A command that has been enqueued maps memory: the host may use it until it is unmapped. */
  public synchronized void maps(CommandNode node, boolean writes, Ranges bytes) {
    if (bytes.isEmpty()) {
      return;
    }
    MapSpan span = new MapSpan(bytes);
    mapped.computeIfAbsent(bytes.first(), a -> new ArrayDeque<>()).add(span);
    node.add(MemoryUse.of(writes ? AccessType.WRITE : AccessType.READ, bytes).during(span));
  }

  /** A command that has been enqueued unmaps what was mapped first at an address. */
  public synchronized void unmaps(CommandNode node, long address) {
    Deque<MapSpan> spans = mapped.get(address);
    if (spans != null) {
      spans.remove().closeBy(node);
      if (spans.isEmpty()) {
        mapped.remove(address);
      }
    }
  }

  /** Returns how many uses are remembered, for tests. */
  synchronized int remembered() {
    return uses.size();
  }
}
