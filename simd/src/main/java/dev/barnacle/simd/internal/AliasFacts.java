package dev.barnacle.simd.internal;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells LLVM which accesses of a kernel don't meet. The launch has found some arguments' memory to
 * overlap with no other's ({@link Specialization#disjoint()}); what is accessed through one of
 * these is then not accessed through another, nor is it local memory. An access outside of its
 * buffer is undefined behaviour, so nothing is lost with it.
 *
 * <p>It is said by {@code !alias.scope} and {@code !noalias} on the accesses, each pair by itself,
 * and not by {@code noalias} on parameters: that would also say that no other thread writes the
 * memory while the function runs, which is not so where work-groups communicate. Accesses through
 * pointers of unknown origin (loaded from memory, made of integers) say nothing, so LLVM reckons
 * with their meeting any other.
 *
 * <p>An argument that no instruction of the kernel can write through, and whose memory no other
 * argument reaches, holds the same values throughout the launch; loads from it are {@code
 * !invariant.load}, which lets LLVM move them across barriers, fences and atomic operations. A host
 * or another kernel may write that memory during the launch only if they synchronise with this one
 * (else it is a data race; OpenCL architecture, 3.3.6), so not even this is assumed of kernels that
 * acquire anything from outside their work-group.
 */
final class AliasFacts {
  private final ModuleContext module;
  private final PointerRoots roots;
  private final long scoped;
  private final long unwritten;
  private final Function kernel;
  private final long copied;
  private final boolean smallObjects;
  private final Map<Long, String> scopes = new HashMap<>();
  private final Map<Long, String> tags = new HashMap<>();

  /**
   * Looks at a kernel.
   *
   * @param functions the kernel and all that it calls
   */
  AliasFacts(
      ModuleContext module, Function kernel, Set<Function> functions, Specialization launch) {
    this.module = module;
    this.kernel = kernel;
    this.copied = launch.copied();
    this.smallObjects = launch.smallObjects();
    this.roots = new PointerRoots(kernel);
    long pointers = 0;
    for (Parameter parameter : kernel.parameters()) {
      pointers |= PointerRoots.bit(parameter);
    }
    this.scoped = pointers & launch.disjoint();
    long written = 0;
    for (Function function : functions) {
      for (Block block : function.blocks()) {
        for (Instruction instruction : block.instructions()) {
          written |= acquires(instruction) ? PointerRoots.UNKNOWN : written(instruction);
        }
      }
    }
    this.unwritten = scoped & ~written;
  }

  /** Tells whether the instruction may make another work-group's or the host's writes visible. */
  private static boolean acquires(Instruction instruction) {
    return switch (instruction) {
      case Fence i -> i.order().acquires() && isWide(i.scope());
      case Barrier i -> isWide(i.scope());
      case AtomicLoad i -> acquires(i.order(), i.scope(), i.pointer());
      case AtomicRmw i -> acquires(i.order(), i.scope(), i.pointer());
      case AtomicCompareExchange i ->
          acquires(i.order(), i.scope(), i.pointer())
              || acquires(i.failureOrder(), i.scope(), i.pointer());
      default -> false;
    };
  }

  private static boolean acquires(MemoryOrder order, MemoryScope scope, Value pointer) {
    return order.acquires() && isWide(scope) && !AtomicEmitter.isLocal(pointer);
  }

  private static boolean isWide(MemoryScope scope) {
    return scope.compareTo(MemoryScope.WORK_GROUP) > 0;
  }

  private long written(Instruction instruction) {
    return switch (instruction) {
      case Store i -> reached(i.pointer());
      case AtomicStore i -> reached(i.pointer());
      case AtomicRmw i -> reached(i.pointer());
      case AtomicCompareExchange i -> reached(i.pointer());
      case MemoryCopy i -> reached(i.operand(0));
      case MemoryFill i -> reached(i.operand(0));
      case AsyncCopy i -> reached(i.operand(0));
      default -> 0;
    };
  }

  private long reached(Value pointer) {
    return isPrivate(pointer) ? 0 : roots.of(pointer);
  }

  private static boolean isShared(Value pointer) {
    return pointer.type() instanceof PointerType type
        && type.space() != AddressSpace.PRIVATE
        && type.space() != AddressSpace.GENERIC;
  }

  private static boolean isPrivate(Value pointer) {
    return pointer.type() instanceof PointerType type && type.space() == AddressSpace.PRIVATE;
  }

  /** Returns what follows an access through {@code pointer}: nothing, or metadata and a comma. */
  String tags(Value pointer) {
    long from = from(pointer);
    if (from == 0) {
      return "";
    }
    return tags.computeIfAbsent(from, this::text);
  }

  /** Returns what follows a non-volatile load besides, where no write can come between. */
  String invariance(Value pointer) {
    long from = from(pointer);
    boolean constant = roots.description(pointer) != 0;
    return constant || (from != 0 && (from & ~unwritten) == 0)
        ? ", !invariant.load " + module.emptyNode()
        : "";
  }

  /** Tells whether no access through one of the pointers meets one through the other. */
  boolean areApart(Value first, Value second) {
    if (isPrivate(first) ? isShared(second) : isPrivate(second) && isShared(first)) {
      return true;
    }
    long one = from(first);
    long other = from(second);
    return one != 0 && other != 0 && (one & other) == 0;
  }

  /** Tells whether the pointer reaches only objects of at most {@link LaunchFacts#SMALL} bytes. */
  boolean isInSmallObject(Value pointer) {
    return smallObjects && roots.of(pointer) != PointerRoots.UNKNOWN;
  }

  /** Returns the argument that the pointer comes from, if the thread has a copy of its memory. */
  @Nullable Parameter copied(Value pointer) {
    long from = roots.of(pointer);
    return Long.bitCount(from) == 1 && (from & copied) != 0
        ? kernel.parameters().get(Long.numberOfTrailingZeros(from))
        : null;
  }

  /** Returns the roots that there are facts about, or 0. */
  private long from(Value pointer) {
    long from = roots.of(pointer);
    return from == PointerRoots.UNKNOWN || (from & ~(scoped | PointerRoots.LOCAL)) != 0 ? 0 : from;
  }

  private String text(long from) {
    long others = (scoped | PointerRoots.LOCAL) & ~from;
    String own = ", !alias.scope " + list(from);
    return others == 0 ? own : own + ", !noalias " + list(others);
  }

  private String list(long bits) {
    List<String> nodes = new ArrayList<>();
    for (long rest = bits; rest != 0; rest &= rest - 1) {
      nodes.add(scope(Long.lowestOneBit(rest)));
    }
    return module.metadata(nodes.stream().collect(Collectors.joining(", ", "!{", "}")));
  }

  private String scope(long bit) {
    String domain = scopes.computeIfAbsent(0L, b -> module.metadata("distinct !{SELF}"));
    return scopes.computeIfAbsent(bit, b -> module.metadata("distinct !{SELF, " + domain + "}"));
  }
}
