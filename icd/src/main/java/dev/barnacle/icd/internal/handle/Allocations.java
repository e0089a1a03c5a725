package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.SvmBlock;
import dev.barnacle.icd.internal.abi.Properties;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The unified shared memory of a context, with what a program has asked for. */
public final class Allocations {
  private final Map<SvmBlock, Request> all = new ConcurrentHashMap<>();

  /**
   * The request of a program for memory.
   *
   * @param device the handle of the device that the allocation is associated with; 0 without one
   * @param flags {@code cl_mem_alloc_flags_intel}
   * @param properties {@code CL_SVM_INFO_PROPERTIES_KHR}
   */
  public record Request(long device, long flags, Properties properties) {
    /** Nothing: that of what {@code clSVMAlloc} made. */
    public static final Request NONE = new Request(0, 0, new Properties(new long[0], Map.of()));
  }

  /** Keeps what was asked for as long as the memory is there. */
  public void add(SvmBlock block, Request request) {
    all.put(block, request);
    block.onDestroy(() -> all.remove(block));
  }

  /** Returns what was asked for. */
  public Request of(SvmBlock block) {
    return Optional.ofNullable(all.get(block)).orElse(Request.NONE);
  }
}
