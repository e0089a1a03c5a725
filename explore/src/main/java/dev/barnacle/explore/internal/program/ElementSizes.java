package dev.barnacle.explore.internal.program;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The accesses of work-items to each memory, and to each piece of private memory: those of one all
 * have the same size, that of the smallest, as the locations of a model do not overlap. Larger ones
 * that are not atomic are done in pieces ({@link AccessPieces}).
 */
public final class ElementSizes {
  private static final int MOST_COPIED = 4096;
  private static final int WORD = 8;

  /** The accesses to a memory, or to a piece of private memory. */
  private static final class Use {
    private int bytes = WORD;
    private boolean atomic;
    private boolean written;
  }

  /** An access to what some pointer may point to. */
  private record Access(Instruction at, int bytes, boolean atomic, List<Use> uses) {}

  private final int memories;
  private final Map<Object, Use> uses = new HashMap<>();
  private final List<Access> accesses = new ArrayList<>();
  private final Map<ThreadMaker, PointerBases> threads = new HashMap<>();

  /** Begins; memories are numbered from 0. */
  public ElementSizes(int memories) {
    this.memories = memories;
  }

  /** Adds the accesses of a work-item. */
  public void add(ThreadMaker thread) throws ExploreException {
    PointerBases bases = new PointerBases(thread, memories);
    threads.put(thread, bases);
    for (ThreadBlock block : thread.blocks()) {
      for (Op op : block.ops) {
        switch (op.kind) {
          case LOAD, STORE -> access(bases, op, op.a, plainBytes(op));
          case ATOMIC_LOAD, ATOMIC_STORE, ATOMIC_RMW, COMPARE_EXCHANGE ->
              access(bases, op, op.a, op.elementBytes());
          case MEMORY_COPY -> {
            MemoryCopy x = (MemoryCopy) op.source;
            long size = size(thread.values, op);
            access(bases, op, op.a, unit(size, x.targetAlignment()));
            access(bases, op, op.b, unit(size, x.sourceAlignment()));
          }
          case MEMORY_FILL -> {
            long alignment = ((MemoryFill) op.source).alignment();
            access(bases, op, op.a, unit(size(thread.values, op), alignment));
          }
          default -> {}
        }
      }
    }
  }

  private static int plainBytes(Op op) {
    long alignment = op.source instanceof Load x ? x.alignment() : ((Store) op.source).alignment();
    return unit(op.elementBytes(), Math.min(alignment, op.elementBytes()));
  }

  /** Returns the largest power of two that divides a size and an alignment, at most a word. */
  private static int unit(long size, long alignment) {
    return (int) Long.lowestOneBit(size | Math.max(1, alignment) | WORD);
  }

  /** Returns the size of a copy or of what is filled. */
  static long size(ThreadValues values, Op op) throws ExploreException {
    if (values.fixed.get(op.c) && values.template.get(op.c) <= MOST_COPIED) {
      return values.template.get(op.c);
    }
    throw new ExploreException(
        "a .cat file takes no copies of an unknown size, or of more than " + MOST_COPIED + " bytes",
        op.source.location());
  }

  private void access(PointerBases bases, Op op, int pointer, int bytes) throws ExploreException {
    boolean copied = op.kind == Op.Kind.MEMORY_COPY || op.kind == Op.Kind.MEMORY_FILL;
    List<Use> all = new ArrayList<>();
    for (Object base : bases.of(op, pointer)) {
      Use use = uses.computeIfAbsent(base, b -> new Use());
      use.atomic |= op.strength != null;
      use.written |= copied ? pointer == op.a : ThreadCode.writes(op);
      all.add(use);
    }
    accesses.add(new Access(op.source, bytes, op.strength != null, all));
  }

  /**
   * Finds the size of the pieces in which each memory is accessed, once all accesses are known, and
   * takes the larger ones apart.
   *
   * @throws ExploreException if an atomic access is larger
   */
  public void settle() throws ExploreException {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Access access : accesses) {
        int least = access.bytes();
        for (Use use : access.uses()) {
          least = Math.min(least, use.bytes);
        }
        for (Use use : access.uses()) {
          changed |= use.bytes != least;
          use.bytes = least;
        }
      }
    }
    for (Access access : accesses) {
      for (Use use : access.uses()) {
        if (access.atomic() && use.bytes != access.bytes()) {
          throw new ExploreException(
              "a .cat file takes no atomic objects that are accessed in pieces of unequal sizes: "
                  + access.bytes()
                  + " and "
                  + use.bytes
                  + " bytes",
              access.at().location());
        }
      }
    }
    for (Map.Entry<ThreadMaker, PointerBases> thread : threads.entrySet()) {
      new AccessPieces(thread.getKey(), thread.getValue(), this).split();
    }
  }

  /** Returns the size of the pieces in which memory is accessed that a pointer may point to. */
  int bytes(Set<Object> bases) {
    int least = WORD;
    for (Object base : bases) {
      Use use = uses.get(base);
      least = use == null ? least : Math.min(least, use.bytes);
    }
    return least;
  }

  private @Nullable Use use(int memory) {
    return uses.get(memory);
  }

  /** Returns whether a work-item may access a memory. */
  public boolean isAccessed(int memory) {
    return use(memory) != null;
  }

  /** Returns whether a work-item may write a memory. */
  public boolean isWritten(int memory) {
    Use use = use(memory);
    return use != null && use.written;
  }

  /** Returns whether a work-item may access a memory by atomic operations. */
  public boolean isAtomic(int memory) {
    Use use = use(memory);
    return use != null && use.atomic;
  }

  /** Returns the size of the pieces in which a memory is accessed. */
  public int bytes(int memory) {
    Use use = use(memory);
    return use == null ? 1 : use.bytes;
  }
}
