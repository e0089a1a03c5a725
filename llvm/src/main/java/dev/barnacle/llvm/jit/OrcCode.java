package dev.barnacle.llvm.jit;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bytedeco.llvm.LLVM.LLVMOrcResourceTrackerRef;

/** Object code that an {@link OrcJit} has taken in. */
final class OrcCode implements LinkedCode {
  private final OrcJit jit;
  private final JitNamespace space;
  private final LLVMOrcResourceTrackerRef tracker;
  private final String name;
  private final ConcurrentHashMap<String, Long> addresses = new ConcurrentHashMap<>();
  private final AtomicBoolean freed = new AtomicBoolean();

  OrcCode(OrcJit jit, JitNamespace space, LLVMOrcResourceTrackerRef tracker, String name) {
    this.jit = jit;
    this.space = space;
    this.tracker = tracker;
    this.name = name;
  }

  @Override
  public long address(String symbol) {
    Long known = addresses.get(symbol);
    if (known != null) {
      return known;
    }
    long address = jit.lookup(space, symbol, name);
    addresses.put(symbol, address);
    return address;
  }

  @Override
  public void free() {
    if (freed.compareAndSet(false, true)) {
      jit.remove(space, tracker);
    }
  }
}
