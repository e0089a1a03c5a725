package dev.barnacle.llvm.jit;

import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.internal.CallbackHandle;
import dev.barnacle.llvm.internal.LlvmCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.llvm.LLVM.LLVMErrorRef;
import org.bytedeco.llvm.LLVM.LLVMOrcCJITDylibSearchOrderElement;
import org.bytedeco.llvm.LLVM.LLVMOrcCLookupSetElement;
import org.bytedeco.llvm.LLVM.LLVMOrcCSymbolMapPair;
import org.bytedeco.llvm.LLVM.LLVMOrcExecutionSessionLookupHandleResultFunction;
import org.bytedeco.llvm.LLVM.LLVMOrcExecutionSessionRef;
import org.bytedeco.llvm.LLVM.LLVMOrcJITDylibRef;
import org.bytedeco.llvm.global.LLVM;

/**
 * Asks ORC for the address of one symbol in one JITDylib, and waits for the answer: another thread
 * may be linking that object already.
 */
final class JitLookup {
  private static final ConcurrentHashMap<Long, CompletableFuture<Long>> WAITING =
      new ConcurrentHashMap<>();
  private static final AtomicLong IDS = new AtomicLong();

  private JitLookup() {}

  /**
   * Finds an address.
   *
   * @param mangled the name as object files spell it
   * @throws LlvmException with ORC's reasons if there is none
   */
  static long address(
      LLVMOrcExecutionSessionRef session, LLVMOrcJITDylibRef dylib, String mangled, String what) {
    JitErrors.take();
    CompletableFuture<Long> result = new CompletableFuture<>();
    long id = IDS.incrementAndGet();
    WAITING.put(id, result);
    try (LLVMOrcCJITDylibSearchOrderElement order = new LLVMOrcCJITDylibSearchOrderElement(1);
        LLVMOrcCLookupSetElement wanted = new LLVMOrcCLookupSetElement(1);
        BytePointer name = LlvmCalls.utf8(mangled)) {
      order.JD(dylib).JDLookupFlags(LLVM.LLVMOrcJITDylibLookupFlagsMatchAllSymbols);
      wanted.Name(LLVM.LLVMOrcExecutionSessionIntern(session, name));
      wanted.LookupFlags(LLVM.LLVMOrcSymbolLookupFlagsRequiredSymbol);
      LLVM.LLVMOrcExecutionSessionLookup(
          session,
          LLVM.LLVMOrcLookupKindStatic,
          order,
          1,
          wanted,
          1,
          Answer.INSTANCE,
          new CallbackHandle(id));
      return result.join();
    } catch (CompletionException e) {
      List<String> reasons = new ArrayList<>(JitErrors.take());
      reasons.add(
          String.valueOf(e.getCause() == null ? e.getMessage() : e.getCause().getMessage()));
      throw new LlvmException(what + ": " + String.join("; ", reasons));
    } finally {
      WAITING.remove(id);
    }
  }

  private static final class Answer extends LLVMOrcExecutionSessionLookupHandleResultFunction {
    static final Answer INSTANCE = new Answer();

    @Override
    public void call(LLVMErrorRef error, LLVMOrcCSymbolMapPair found, long count, Pointer id) {
      CompletableFuture<Long> result = WAITING.get(id.address());
      if (error != null && !error.isNull()) {
        String message = LlvmCalls.takeError(error);
        if (result != null) {
          result.completeExceptionally(new LlvmException(message));
        }
      } else if (result != null) {
        result.complete(found.Sym().Address());
      }
    }
  }
}
