package dev.barnacle.watch;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Location;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Something wrong in an execution of a kernel, or between commands: the first example of its kind
 * at its places in the program.
 *
 * @param kind what is wrong
 * @param words what is said of it
 * @param accesses who did it and where: two for a race
 * @param memory the memory in question
 * @param count how often it was met
 * @param also what else is found of the same cause: one mend is for all
 * @param programs in how many programs that hold the kernel it was met; 1 where that is not known
 */
public record Finding(
    FindingKind kind,
    Words words,
    List<Access> accesses,
    Memory memory,
    long count,
    List<Other> also,
    int programs) {
  public Finding {
    accesses = List.copyOf(accesses);
    also = List.copyOf(also);
  }

  /** A finding that is the only one of its cause, in one program. */
  public Finding(FindingKind kind, Words words, List<Access> accesses, Memory memory, long count) {
    this(kind, words, accesses, memory, count, List.of(), 1);
  }

  /**
   * The words of a finding.
   *
   * @param message what happened, as one sentence
   * @param explanation why it is wrong, such as the edge that is missing; may be empty
   * @param suggestion what may help; may be empty
   * @param note what is special in the execution, such as a load that reads an old value; may be
   *     empty
   */
  public record Words(String message, String explanation, String suggestion, String note) {
    /** Words of an execution with nothing special. */
    public Words(String message, String explanation, String suggestion) {
      this(message, explanation, suggestion, "");
    }
  }

  /**
   * The memory that a finding is about.
   *
   * @param space the address space; null where there is no memory
   * @param object the argument or variable that is the memory; empty where there is none
   * @param byteSize its size in bytes; 0 where there is none
   * @param names what the source calls it and the part in question
   * @param offset the first byte in question, from the object's start
   */
  public record Memory(
      @Nullable AddressSpace space, String object, long byteSize, Names names, long offset) {
    /** No memory. */
    public static final Memory NONE = new Memory(null, "", 0, Names.NONE, 0);
  }

  /** Returns what happened, as one sentence. */
  public String message() {
    return words.message();
  }

  /** Returns why it is wrong; may be empty. */
  public String explanation() {
    return words.explanation();
  }

  /** Returns what may help; may be empty. */
  public String suggestion() {
    return words.suggestion();
  }

  /** Returns what is special in the execution; may be empty. */
  public String note() {
    return words.note();
  }

  /** Returns the address space of the memory; null where there is none. */
  public @Nullable AddressSpace space() {
    return memory.space();
  }

  /** Returns the argument or variable that is the memory; empty where there is none. */
  public String object() {
    return memory.object();
  }

  /** Returns the memory's size in bytes; 0 where there is none. */
  public long objectBytes() {
    return memory.byteSize();
  }

  /** Returns what the source calls the memory and the part in question. */
  public Names names() {
    return memory.names();
  }

  /** Returns the first byte in question, from the object's start. */
  public long offset() {
    return memory.offset();
  }

  /** Returns the same, met so often. */
  public Finding withCount(long times) {
    return with(words, times, also, programs);
  }

  /** Returns the same with something special in the execution. */
  public Finding withNote(String special) {
    return with(new Words(message(), explanation(), suggestion(), special), count, also, programs);
  }

  /** Returns the same, with others of the same cause. */
  public Finding withAlso(List<Other> others) {
    return with(words, count, others, programs);
  }

  /** Returns the same, met in so many programs. */
  public Finding withPrograms(int number) {
    return with(words, count, also, number);
  }

  /** Returns what it is beside another finding of the same cause. */
  public Other asOther() {
    return new Other(message(), object(), accesses);
  }

  /** Returns its accesses and those of the others of the same cause. */
  public List<Access> allAccesses() {
    return Stream.concat(
            accesses.stream(), also.stream().flatMap(other -> other.accesses().stream()))
        .toList();
  }

  /**
   * Returns how often it was met, by how many pairs of accesses where it is of several, and in how
   * many programs; empty for once.
   */
  public String countWords() {
    boolean pairs = !also.isEmpty() && accesses.size() == 2;
    return (count > 1 ? "met " + count + " times" : "")
        + (count > 1 && pairs ? ", by " + (1 + also.size()) + " pairs of accesses" : "")
        + (programs > 1 ? (count > 1 ? " in " : "met in ") + programs + " programs" : "");
  }

  private Finding with(Words said, long times, List<Other> others, int number) {
    return new Finding(kind, said, accesses, memory, times, others, number);
  }

  /** Returns it in words: a line of what and where, then one for each access and for the rest. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    if (!accesses.isEmpty() && accesses.getFirst().location() != null) {
      text.append(accesses.getFirst().location()).append(": ");
    }
    text.append(kind.title()).append(": ").append(message());
    if (!names().part().isEmpty()) {
      text.append(", ").append(names().part());
      if (accesses.stream().anyMatch(a -> !a.command().isEmpty())) {
        text.append(" of '").append(object()).append('\'');
      }
    } else if (!object().isEmpty()) {
      text.append(", byte ").append(offset()).append(" of '").append(object()).append('\'');
    }
    accesses.forEach(a -> text.append("\n  ").append(a));
    also.forEach(other -> text.append("\n  also: ").append(other));
    if (!explanation().isEmpty()) {
      text.append("\n  why: ").append(explanation());
    }
    if (!suggestion().isEmpty()) {
      text.append("\n  help: ").append(suggestion());
    }
    if (!note().isEmpty()) {
      text.append("\n  note: ").append(note());
    }
    return text.append(countWords().isEmpty() ? "" : "\n  " + countWords()).toString();
  }

  /**
   * Another finding of the same cause.
   *
   * @param message what happened
   * @param object the memory's argument or variable; may be empty
   * @param accesses who did it and where
   */
  public record Other(String message, String object, List<Access> accesses) {
    public Other {
      accesses = List.copyOf(accesses);
    }

    /** Returns what happened, to which memory, and in which places. */
    @Override
    public String toString() {
      String places =
          accesses.stream()
              .map(Access::location)
              .filter(Objects::nonNull)
              .map(Location::place)
              .distinct()
              .collect(Collectors.joining(" and "));
      return message
          + (object.isEmpty() ? "" : ", of '" + object + "'")
          + (places.isEmpty() ? "" : ", at " + places);
    }
  }

  /**
   * The source's declaration of memory, as far as it is known.
   *
   * @param type the type of a variable, such as {@code float[4][8]}; empty where it is not known,
   *     or known from the parameter
   * @param elements how many elements there are of what an array is declared of; 0 where it is not
   *     known, or no array
   * @param part the part in question, such as {@code tile[1][3]}; empty where it is not known
   */
  public record Names(String type, long elements, String part) {
    /** Nothing is known. */
    public static final Names NONE = new Names("", 0, "");
  }

  /**
   * An access, or what else a work-item did.
   *
   * @param location the place in the source; null where it is not known
   * @param access {@code read}, {@code write} or {@code atomic}; for what is no access, what it is
   * @param globalId of the work-item, in each dimension of the launch
   * @param localId in the same dimensions
   * @param groupId in the same dimensions
   * @param command who did it where that is a command or the host, not a work-item: the ids are
   *     empty then; else empty
   */
  public record Access(
      @Nullable Location location,
      String access,
      List<Long> globalId,
      List<Long> localId,
      List<Long> groupId,
      String command) {
    private static final String ASYNCHRONOUS = "asynchronous ";

    public Access {
      globalId = List.copyOf(globalId);
      localId = List.copyOf(localId);
      groupId = List.copyOf(groupId);
    }

    /** An access by a work-item. */
    public Access(
        @Nullable Location location,
        String access,
        List<Long> globalId,
        List<Long> localId,
        List<Long> groupId) {
      this(location, access, globalId, localId, groupId, "");
    }

    /**
     * Returns the command, the work-group of an asynchronous copy, or the work-item as {@code
     * work-item (5, 0), local id (1, 0) of group (1, 0)}.
     */
    public String who() {
      if (!command.isEmpty()) {
        return command;
      }
      if (access.startsWith(ASYNCHRONOUS)) {
        return "a copy of work-group " + text(groupId);
      }
      return "work-item "
          + text(globalId)
          + ", local id "
          + text(localId)
          + " of group "
          + text(groupId);
    }

    @Override
    public String toString() {
      return access + " by " + who() + (location == null ? "" : " at " + location);
    }

    private static String text(List<Long> ids) {
      return ids.size() == 1
          ? String.valueOf(ids.getFirst())
          : ids.stream().map(String::valueOf).collect(Collectors.joining(", ", "(", ")"));
    }
  }
}
