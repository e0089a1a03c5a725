package dev.barnacle.llvm.jit;

import dev.barnacle.llvm.internal.CallbackHandle;
import dev.barnacle.llvm.internal.LlvmCalls;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.llvm.LLVM.LLVMErrorRef;
import org.bytedeco.llvm.LLVM.LLVMOrcCAPIDefinitionGeneratorTryToGenerateFunction;
import org.bytedeco.llvm.LLVM.LLVMOrcCLookupSetElement;
import org.bytedeco.llvm.LLVM.LLVMOrcCSymbolMapPair;
import org.bytedeco.llvm.LLVM.LLVMOrcDefinitionGeneratorRef;
import org.bytedeco.llvm.LLVM.LLVMOrcJITDylibRef;
import org.bytedeco.llvm.LLVM.LLVMOrcLookupStateRef;
import org.bytedeco.llvm.global.LLVM;
import org.jspecify.annotations.Nullable;

/**
 * One of ORC's JITDylibs, with a generator that finds in Java the symbols that its objects leave
 * undefined.
 */
final class JitNamespace {
  private static final ConcurrentHashMap<Long, JitNamespace> BY_ID = new ConcurrentHashMap<>();
  private static final AtomicLong IDS = new AtomicLong();

  private final long id = IDS.incrementAndGet();
  private final OrcJit jit;
  private final LLVMOrcJITDylibRef dylib;
  private volatile Map<String, MemorySegment> imports = Map.of();

  JitNamespace(OrcJit jit, LLVMOrcJITDylibRef dylib) {
    this.jit = jit;
    this.dylib = dylib;
    BY_ID.put(id, this);
    LLVM.LLVMOrcJITDylibAddGenerator(
        dylib,
        LLVM.LLVMOrcCreateCustomCAPIDefinitionGenerator(
            Generator.INSTANCE, new CallbackHandle(id), null));
  }

  LLVMOrcJITDylibRef dylib() {
    return dylib;
  }

  void imports(Map<String, MemorySegment> symbols) {
    imports = Map.copyOf(symbols);
  }

  /** After the JIT has gone. */
  void forget() {
    BY_ID.remove(id);
  }

  long lookup(String mangled, String what) {
    return JitLookup.address(jit.session(), dylib, mangled, what);
  }

  private @Nullable Long find(String mangled) {
    String name = jit.demangled(mangled);
    MemorySegment imported = imports.get(name);
    if (imported != null) {
      return imported.address();
    }
    long address = jit.outside(name);
    return address == 0 ? null : address;
  }

  /**
   * Defines those of the wanted symbols that can be found; ORC complains about the others by name.
   */
  private @Nullable LLVMErrorRef generate(LLVMOrcCLookupSetElement wanted, long count) {
    Map<String, Long> found = new LinkedHashMap<>();
    for (long i = 0; i < count; i++) {
      BytePointer text = LLVM.LLVMOrcSymbolStringPoolEntryStr(wanted.getPointer(i).Name());
      String name = text.getString(StandardCharsets.UTF_8);
      Long address = find(name);
      if (address != null) {
        found.put(name, address);
      }
    }
    return found.isEmpty() ? null : define(found);
  }

  private LLVMErrorRef define(Map<String, Long> found) {
    try (LLVMOrcCSymbolMapPair pairs = new LLVMOrcCSymbolMapPair(found.size())) {
      long i = 0;
      for (Map.Entry<String, Long> symbol : found.entrySet()) {
        LLVMOrcCSymbolMapPair pair = pairs.getPointer(i++);
        try (BytePointer name = LlvmCalls.utf8(symbol.getKey())) {
          pair.Name(LLVM.LLVMOrcExecutionSessionIntern(jit.session(), name));
        }
        pair.Sym().Address(symbol.getValue());
        pair.Sym()
            .Flags()
            .GenericFlags((byte) LLVM.LLVMJITSymbolGenericFlagsExported)
            .TargetFlags((byte) 0);
      }
      return LLVM.LLVMOrcJITDylibDefine(dylib, LLVM.LLVMOrcAbsoluteSymbols(pairs, found.size()));
    }
  }

  private static final class Generator extends LLVMOrcCAPIDefinitionGeneratorTryToGenerateFunction {
    static final Generator INSTANCE = new Generator();

    @Override
    @SuppressWarnings("NullAway") // null is LLVM's success
    public LLVMErrorRef call(
        LLVMOrcDefinitionGeneratorRef generator,
        Pointer context,
        LLVMOrcLookupStateRef state,
        int kind,
        LLVMOrcJITDylibRef dylib,
        int flags,
        LLVMOrcCLookupSetElement wanted,
        long count) {
      JitNamespace space = BY_ID.get(context.address());
      return space == null ? null : space.generate(wanted, count);
    }
  }
}
