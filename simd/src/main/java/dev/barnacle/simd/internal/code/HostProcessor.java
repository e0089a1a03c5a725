package dev.barnacle.simd.internal.code;

import dev.barnacle.simd.internal.cpu.HostCpu;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** This computer's processor, which is looked for once in a process. */
public final class HostProcessor {
  private static @Nullable HostCpu known;

  private HostProcessor() {}

  /**
   * Returns the processor.
   *
   * @param cache may know it, so that LLVM need not be loaded
   */
  public static synchronized HostCpu get(Optional<CodeCache> cache) {
    HostCpu host = known;
    if (host == null) {
      host = cache.map(CodeCache::host).orElseGet(HostCpu::ofLlvm);
      known = host;
    }
    return host;
  }
}
