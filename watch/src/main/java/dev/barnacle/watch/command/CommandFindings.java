package dev.barnacle.watch.command;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.command.MemoryUse.AccessType;
import dev.barnacle.watch.internal.run.fault.CommandFault;
import dev.barnacle.watch.internal.words.Sentences;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds conflicting bytes in uses that no order connects, once each. */
final class CommandFindings {
  private static final List<AccessType> STRONGEST_FIRST =
      List.of(AccessType.WRITE, AccessType.READ, AccessType.ATOMIC_WRITE, AccessType.ATOMIC_READ);

  private final MemoryNames names;
  private final Map<Key, Finding> all = new LinkedHashMap<>();

  /** The properties that two findings must share to be one. */
  private record Key(String first, String firstLine, String second, String secondLine) {}

  /** The origin of an access: a command, what it did to the memory, and how and by which tag. */
  private record Side(CommandNode node, MemoryUse use, AccessType type, int tag) {
    String line() {
      Location at = use.place(tag);
      return at == null ? type.verb() : at.file() + ":" + at.line();
    }
  }

  private record Pair(AccessType mine, int tag, AccessType its, int itsTag) {}

  /** Bytes of a pair of accesses. */
  private static final class Bytes {
    private final long first;
    private long end;
    private long count;

    Bytes(long first) {
      this.first = first;
    }

    void add(long from, long to) {
      count += to - from;
      end = to;
    }

    /** Returns which bytes of some memory they are. */
    String of(MemoryNames.Named memory) {
      if (memory.byteSize() == 0) {
        return "";
      }
      long at = first - memory.address();
      if (count == memory.byteSize()) {
        return "all";
      }
      return count == 1
          ? "byte " + at
          : end - first == count
              ? "bytes " + at + " to " + (at + count - 1)
              : count + " bytes from byte " + at + " on";
    }
  }

  CommandFindings(MemoryNames names) {
    this.names = names;
  }

  /** Returns what has been found. */
  List<Finding> all() {
    return new ArrayList<>(all.values());
  }

  /**
   * Compares two uses that no order connects.
   *
   * @return what had not been found before
   */
  List<Finding> compare(CommandNode earlier, MemoryUse its, CommandNode later, MemoryUse use) {
    Map<Pair, Bytes> found = new LinkedHashMap<>();
    for (AccessType mine : STRONGEST_FIRST) {
      for (AccessType other : STRONGEST_FIRST) {
        if (use.conflicts(mine, its, other)) {
          use.get(mine)
              .common(
                  its.get(other),
                  (start, end, tag, itsTag) -> {
                    Pair pair = new Pair(mine, tag, other, itsTag);
                    Ranges all = Ranges.of(start, end - start, itsTag);
                    later
                        .without(earlier, its, other, itsTag, all)
                        .each(
                            (from, to) ->
                                found.computeIfAbsent(pair, p -> new Bytes(from)).add(from, to));
                  });
        }
      }
    }
    Map<Key, Finding> here = new LinkedHashMap<>();
    found.forEach(
        (pair, bytes) -> {
          Side a = new Side(earlier, its, pair.its(), pair.itsTag());
          Side b = new Side(later, use, pair.mine(), pair.tag());
          boolean swap = a.node().text().serial() > b.node().text().serial();
          Side first = swap ? b : a;
          Side second = swap ? a : b;
          here.computeIfAbsent(key(first, second), k -> finding(first, second, bytes));
        });
    List<Finding> fresh = new ArrayList<>();
    here.forEach(
        (key, finding) -> {
          Finding known = all.get(key);
          if (known == null) {
            fresh.add(finding);
          }
          all.put(key, known == null ? finding : known.withCount(known.count() + 1));
        });
    return fresh;
  }

  /**
   * A command is given a pointer to memory of an object that the host has not mapped.
   *
   * @return what had not been found before
   */
  List<Finding> unmapped(CommandNode node, MemoryNames.Named memory, Ranges bytes, boolean writes) {
    String verb = writes ? "write" : "read";
    Key key = new Key(node.text().name(), verb, memory.name(), "unmapped");
    Finding known = all.get(key);
    CommandFault.Unmapped fault = new CommandFault.Unmapped(node.text().name());
    Finding finding =
        known != null
            ? known.withCount(known.count() + 1)
            : new Finding(
                fault.kind(),
                new Finding.Words(
                    Sentences.what(fault), Sentences.why(fault), Sentences.help(fault)),
                List.of(
                    new Finding.Access(
                        null, verb, List.of(), List.of(), List.of(), node.text().where())),
                new Finding.Memory(
                    AddressSpace.GLOBAL,
                    memory.name(),
                    memory.byteSize(),
                    Finding.Names.NONE,
                    bytes.first() - memory.address()),
                1);
    all.put(key, finding);
    return known == null ? List.of(finding) : List.of();
  }

  private static Key key(Side first, Side second) {
    String a = first.node().text().name();
    String b = second.node().text().name();
    boolean swap = (a + first.line()).compareTo(b + second.line()) > 0;
    return swap
        ? new Key(b, second.line(), a, first.line())
        : new Key(a, first.line(), b, second.line());
  }

  private Finding finding(Side first, Side second, Bytes bytes) {
    MemoryNames.Named memory = names.at(bytes.first);
    String variable = first.use().argument(bytes.first);
    String object =
        memory.byteSize() > 0 || variable.isEmpty() ? memory.name() : variableName(first, variable);
    boolean frees = first.use().frees() || second.use().frees();
    Side owner = first.use().frees() ? first : second;
    Side user = first.use().frees() ? second : first;
    Record fault =
        frees
            ? new CommandFault.Freed(
                owner.node().text().name(),
                user.node().text().name(),
                user.type().writes(),
                bytes.count)
            : new CommandFault.Unordered(told(first), told(second), bytes.count);
    OrderWords words = new OrderWords(first.node(), first.use(), second.node(), second.use());
    return new Finding(
        frees ? FindingKind.USE_AFTER_FREE : FindingKind.COMMAND_RACE,
        new Finding.Words(
            Sentences.what(fault),
            words.explanation(first.type().isAtomic() && second.type().isAtomic()),
            words.suggestion()),
        List.of(access(first, bytes), access(second, bytes)),
        new Finding.Memory(
            AddressSpace.GLOBAL,
            object,
            memory.byteSize(),
            new Finding.Names("", 0, bytes.of(memory)),
            bytes.first - memory.address()),
        1);
  }

  private static String variableName(Side side, String name) {
    return (side.node().text().queue() < CommandText.HOST ? "argument '" : "variable '")
        + name
        + "'";
  }

  private static CommandFault.Side told(Side side) {
    return new CommandFault.Side(
        side.node().text().name(), side.type().verb(), side.type().isAtomic());
  }

  private Finding.Access access(Side side, Bytes bytes) {
    @Nullable Location location = side.use().place(side.tag());
    String argument = side.use().argument(bytes.first);
    return new Finding.Access(
        location,
        side.use().frees() ? "free" : side.type().verb(),
        List.of(),
        List.of(),
        List.of(),
        side.node().text().where() + (argument.isEmpty() ? "" : " through '" + argument + "'"));
  }
}
