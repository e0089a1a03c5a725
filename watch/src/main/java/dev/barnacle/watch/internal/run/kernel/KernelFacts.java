package dev.barnacle.watch.internal.run.kernel;

import static dev.barnacle.ir.MemoryOrder.SEQ_CST;

import dev.barnacle.watch.internal.race.access.AccessKind;
import dev.barnacle.watch.internal.race.access.AtomicAccess;
import java.util.List;
import java.util.Optional;

/**
 * The facts about a kernel that are needed to run it beside its code, as long as no message is
 * about its instructions.
 *
 * @param sites its cuts by number
 * @param atomics how each instruction that reports can name accesses memory, by number; empty for
 *     what is not atomic
 * @param locals the names of its local variables, by number
 * @param arrays its private arrays, by number
 * @param argumentWords the first word of each argument, and how many there are
 * @param counts how many values of each kind a work-item keeps at cuts
 * @param functionCounts how many values of each kind functions keep between their parts
 * @param writes for each argument whether what it points to may be written
 * @param writtenVariables the names of the program's variables that may be written
 * @param precise whether its order needs the precise detector
 * @param enqueues whether it asks for queues of the device
 */
public record KernelFacts(
    List<CutSite> sites,
    List<Optional<AtomicUse>> atomics,
    List<String> locals,
    List<PrivateArray> arrays,
    List<Integer> argumentWords,
    StateCounts counts,
    StateCounts functionCounts,
    List<Boolean> writes,
    List<String> writtenVariables,
    boolean precise,
    boolean enqueues) {
  /** Returns how many instructions reports can name. */
  public int places() {
    return atomics.size();
  }

  /** Returns whether it has atomic operations. */
  public boolean hasAtomics() {
    return atomics.stream().anyMatch(Optional::isPresent);
  }

  /**
   * Returns whether it has an atomic load, or an exchange that may fail, that may read an old
   * value: not all is seq_cst.
   */
  public boolean hasWeakLoads() {
    return atomics.stream()
            .flatMap(Optional::stream)
            .anyMatch(use -> use.failure().kind() == AccessKind.ATOMIC_READ)
        && atomics.stream()
            .flatMap(Optional::stream)
            .anyMatch(use -> use.access().order() != SEQ_CST || use.failure().order() != SEQ_CST);
  }

  /** The numbers of elements in the arrays that keep values between methods. */
  public record StateCounts(int ints, int longs, int floats, int doubles) {}

  /** The size and the alignment of a private array, in bytes. */
  public record PrivateArray(long byteSize, long alignment) {}

  /**
   * The use of atomics by an instruction.
   *
   * @param access the access; of a compare-and-exchange one that succeeds
   * @param failure a compare-and-exchange that fails; the same as {@code access} for others
   */
  public record AtomicUse(AtomicAccess access, AtomicAccess failure) {}
}
