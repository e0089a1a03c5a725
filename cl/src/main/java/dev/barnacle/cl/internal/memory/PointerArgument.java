package dev.barnacle.cl.internal.memory;

import dev.barnacle.cl.IndirectAccess;
import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.engine.Argument;
import dev.barnacle.engine.SharedMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An argument of a kernel that is an address. What an address points into is only looked up when a
 * launch is enqueued: memory may have been freed, and other memory allocated there, since it was
 * set.
 *
 * @param index the parameter's
 * @param isAny whether any address may be set, as long as nobody accesses what is there
 */
public record PointerArgument(int index, long address, boolean isAny) {
  /** Returns arguments with what their addresses point into now. */
  public static List<Argument> resolve(
      List<Argument> arguments, List<PointerArgument> pointers, SharedBlocks shared) {
    List<Argument> resolved = new ArrayList<>(arguments);
    for (PointerArgument pointer : pointers) {
      resolved.set(pointer.index, pointer.resolve(shared));
    }
    return resolved;
  }

  private Argument resolve(SharedBlocks shared) {
    Optional<SvmBlocks.Found> found = shared.at(address);
    if (found.isPresent()) {
      SharedMemory memory = found.get().memory();
      return new Argument.Shared(address, memory.memory(), memory.kind());
    }
    boolean isNowhere = isAny || shared.isFreed(address);
    return new Argument.Shared(
        address,
        isNowhere ? MemorySegment.NULL : MemorySegment.ofAddress(address),
        SharedMemory.Kind.SVM);
  }

  /** Returns what a launch uses besides its memory objects: what its pointers point into. */
  public static List<Lifetime> held(
      List<PointerArgument> pointers, IndirectAccess indirect, SharedBlocks shared) {
    List<Lifetime> held = new ArrayList<>();
    pointers.forEach(p -> shared.at(p.address).ifPresent(f -> held.add(f.lifetime())));
    for (List<Long> named : List.of(indirect.svm(), indirect.usm(), indirect.buffers())) {
      named.forEach(a -> shared.at(a).ifPresent(f -> held.add(f.lifetime())));
    }
    if (!indirect.types().isEmpty()) {
      held.add(shared.uses().launch(indirect.types()));
    }
    return held;
  }
}
