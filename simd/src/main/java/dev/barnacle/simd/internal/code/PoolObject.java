package dev.barnacle.simd.internal.code;

import dev.barnacle.simd.internal.abi.KernelObject;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import dev.barnacle.simd.internal.threads.NativePool;
import java.util.List;
import java.util.Optional;

/** Keeps the machine code of the threads' pool beside that of kernels. */
public final class PoolObject {
  private PoolObject() {}

  /** Returns the object file, compiled by the first process that needs it. */
  public static byte[] get(Optional<CodeCache> cache, TargetCpu target) {
    String key = cache.map(c -> c.ownKey("pool", target)).orElse("");
    Optional<KernelObject> known = cache.flatMap(c -> c.find(key));
    if (known.isPresent()) {
      return known.get().object();
    }
    KernelObject made =
        new KernelObject(
            NativePool.compile(), new KernelObject.Needs(List.of(), List.of(), 0, 0, 0), "");
    cache.ifPresent(c -> c.store(key, made));
    return made.object();
  }
}
