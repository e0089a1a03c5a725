package dev.barnacle.watch.command;

import dev.barnacle.watch.command.MemoryUse.AccessType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A command, or an action of the host, in the order of commands. Its past is known when it starts,
 * as then all that it waits for has ended.
 */
public final class CommandNode extends CompletionPoint {
  private final CommandText text;
  private CommandClock past;
  private List<CompletionPoint> waits;
  private @Nullable CommandNode previous;
  private CommandClock after = CommandClock.NONE;
  private int chain = -1;
  private int position;
  private List<MemoryUse> uses = new ArrayList<>();
  private List<Consumer<UnsetMemory>> changes = List.of();
  private Set<GroupPart> groups = Set.of();
  private @Nullable CommandNode whole;
  private List<CommandNode> parts = List.of();
  private CommandClock afterParts = CommandClock.NONE;

  /**
   * Makes a command.
   *
   * @param past what the host knew when it enqueued it (rule 1)
   * @param waits what it waits for (rules 2, 5, 6, 7 and 12)
   * @param previous one of them that its queue puts before it; null for none
   */
  CommandNode(
      CommandText text,
      CommandClock past,
      List<? extends CompletionPoint> waits,
      @Nullable CommandNode previous) {
    this.text = text;
    this.past = past;
    this.waits = List.copyOf(waits);
    this.previous = previous;
  }

  /** An action of the host at a position of its chain. */
  static CommandNode host(CommandText text, CommandClock past, int position) {
    CommandNode node = new CommandNode(text, past, List.of(), null);
    node.chain = 0;
    node.position = position;
    node.after = past.with(0, position);
    return node;
  }

  /** All that it waits for has ended: it starts. */
  void start(CommandOrder order) {
    for (CompletionPoint wait : waits) {
      past = past.join(wait.after());
    }
    chain = order.chain(past, previous);
    position = order.position(chain);
    after = past.with(chain, position);
    waits = List.of();
    previous = null;
  }

  /** Makes it a part of a command whose end is that of all its parts. */
  void partOf(CommandNode command) {
    whole = command;
    List<CommandNode> all = new ArrayList<>(command.parts);
    all.add(this);
    command.parts = all;
  }

  /** Returns its parts that have not ended. */
  List<CommandNode> parts() {
    return parts;
  }

  /**
   * It has ended: what waits for it comes behind its parts, and what waits for the command that it
   * is a part of behind it, but not the other parts of that.
   */
  void end() {
    after = after.join(afterParts);
    CommandNode command = whole;
    if (command != null) {
      command.afterParts = command.afterParts.join(after);
      List<CommandNode> rest = new ArrayList<>(command.parts);
      rest.remove(this);
      command.parts = rest;
      whole = null;
    }
  }

  /** Work-groups of other kernels are ordered before it. */
  void addGroups(Collection<GroupPart> more) {
    if (!more.isEmpty()) {
      Set<GroupPart> all = new HashSet<>(groups);
      all.addAll(more);
      groups = all;
    }
  }

  Set<GroupPart> groups() {
    return groups;
  }

  /**
   * Returns the bytes of an access of another kernel that is not ordered before it, though some of
   * them are.
   */
  Ranges without(CommandNode other, MemoryUse use, AccessType type, int tag, Ranges bytes) {
    Ranges rest = bytes;
    for (GroupPart part : groups) {
      rest = part.without(other, use, type, tag, rest);
    }
    return rest;
  }

  /** Returns what is ordered before something that waits for its end, without its children. */
  CommandClock ownEnd() {
    return past.with(chain, position);
  }

  /** A kernel that it has enqueued is complete, and so before its own completion. */
  void completes(CommandNode child) {
    after = after.join(child.after());
  }

  /** Returns whether it frees memory. */
  boolean frees() {
    return uses.stream().anyMatch(MemoryUse::frees);
  }

  /** Returns what is ordered before it, as far as that is known. */
  CommandClock before() {
    return past;
  }

  /** Returns what is ordered before something that waits for its end (rule 3). */
  @Override
  CommandClock after() {
    return after;
  }

  int chain() {
    return chain;
  }

  /** Returns whether it is ordered before what has this past. */
  boolean isIn(CommandClock other) {
    return chain >= 0 && other.knows(chain, position);
  }

  CommandText text() {
    return text;
  }

  /** Adds what it accesses. */
  public void add(MemoryUse use) {
    uses.add(use);
  }

  /** Adds what its end changes. */
  void add(Consumer<UnsetMemory> change) {
    List<Consumer<UnsetMemory>> all = new ArrayList<>(changes);
    all.add(change);
    changes = all;
  }

  /** Takes away what its end changes. */
  List<Consumer<UnsetMemory>> takeChanges() {
    List<Consumer<UnsetMemory>> taken = changes;
    changes = List.of();
    return taken;
  }

  /** Takes away what it accessed. */
  List<MemoryUse> takeUses() {
    List<MemoryUse> taken = uses;
    uses = new ArrayList<>();
    return taken;
  }
}
