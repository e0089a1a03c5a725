package dev.barnacle.llvm.module;

import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.error.LlvmFatalException;
import dev.barnacle.llvm.error.LlvmParseException;
import dev.barnacle.llvm.internal.LlvmCalls;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.llvm.LLVM.LLVMMemoryBufferRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMPassBuilderOptionsRef;
import org.bytedeco.llvm.LLVM.LLVMTargetMachineRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.bytedeco.llvm.global.LLVM;
import org.jspecify.annotations.Nullable;

/** A module of LLVM IR in a {@link LlvmContext}. Belongs to its context's thread. */
public final class LlvmModule implements AutoCloseable {
  private static final Pattern PLACE =
      Pattern.compile("^(?:.*?):(\\d+):(\\d+): (?:error: )?", Pattern.DOTALL);

  private final LlvmContext context;
  private final LLVMModuleRef ref;
  private boolean closed;

  private LlvmModule(LlvmContext context, LLVMModuleRef ref) {
    this.context = context;
    this.ref = ref;
    context.adopt(this);
  }

  /** Makes an empty module. */
  public static LlvmModule create(LlvmContext context, String name) {
    try (BytePointer cName = LlvmCalls.utf8(name)) {
      return new LlvmModule(context, LLVM.LLVMModuleCreateWithNameInContext(cName, context.ref()));
    }
  }

  /**
   * Parses textual LLVM IR.
   *
   * @param name what messages call the text
   * @throws LlvmParseException with the error's line and column if the text is not LLVM IR
   */
  public static LlvmModule parseText(LlvmContext context, String name, String text) {
    LLVMModuleRef module = new LLVMModuleRef();
    try (BytePointer message = LlvmCalls.nullMessage()) {
      LLVMMemoryBufferRef buffer = LlvmCalls.bufferOf(text.getBytes(StandardCharsets.UTF_8), name);
      int failed =
          context.guard(
              "parsing " + name,
              () -> LLVM.LLVMParseIRInContext(context.ref(), buffer, module, message));
      if (failed != 0) {
        throw parseException(LlvmCalls.takeMessage(message));
      }
    }
    return new LlvmModule(context, module);
  }

  private static LlvmParseException parseException(String message) {
    Matcher place = PLACE.matcher(message);
    return place.find()
        ? new LlvmParseException(
            message.strip(), Integer.parseInt(place.group(1)), Integer.parseInt(place.group(2)))
        : new LlvmParseException(message.strip(), 0, 0);
  }

  /**
   * Reads a module of LLVM bitcode whole.
   *
   * @param name what messages call it
   * @throws LlvmParseException if the bytes are not bitcode that this LLVM understands
   */
  public static LlvmModule parseBitcode(LlvmContext context, String name, byte[] bitcode) {
    return parseBitcode(context, name, bitcode, false);
  }

  /**
   * Reads a module of LLVM bitcode, leaving the bodies of its functions for the time when they are
   * needed: linking such a module into another one reads only what the other one uses.
   *
   * @param name what messages call it
   * @throws LlvmParseException if the bytes are not bitcode that this LLVM understands
   */
  public static LlvmModule parseBitcodeLazily(LlvmContext context, String name, byte[] bitcode) {
    return parseBitcode(context, name, bitcode, true);
  }

  private static LlvmModule parseBitcode(
      LlvmContext context, String name, byte[] bitcode, boolean lazily) {
    LLVMModuleRef module = new LLVMModuleRef();
    int before = context.diagnosticCount();
    LLVMMemoryBufferRef buffer = LlvmCalls.bufferOf(bitcode, name);
    int failed;
    try {
      failed = context.guard("reading " + name, () -> read(context, buffer, module, lazily));
    } catch (LlvmFatalException e) {
      throw e;
    } catch (LlvmException e) {
      throw new LlvmParseException(e.getMessage(), 0, 0);
    }
    if (failed != 0) {
      throw new LlvmParseException(
          "reading " + name + ": " + context.takeErrorsSince(before), 0, 0);
    }
    return new LlvmModule(context, module);
  }

  private static int read(
      LlvmContext context, LLVMMemoryBufferRef buffer, LLVMModuleRef module, boolean lazily) {
    if (lazily) {
      return LLVM.LLVMGetBitcodeModuleInContext2(context.ref(), buffer, module);
    }
    int failed = LLVM.LLVMParseBitcodeInContext2(context.ref(), buffer, module);
    LLVM.LLVMDisposeMemoryBuffer(buffer);
    return failed;
  }

  /** The context that this module lives in. */
  public LlvmContext context() {
    return context;
  }

  /** The native module, for the other wrappers of this package. */
  public LLVMModuleRef ref() {
    if (closed) {
      throw new IllegalStateException("the LLVM module is closed");
    }
    context.ref();
    return ref;
  }

  /** The module as textual LLVM IR. */
  @Override
  public String toString() {
    return closed || context.isLost()
        ? "closed LLVM module"
        : LlvmCalls.takeMessage(LLVM.LLVMPrintModuleToString(ref));
  }

  /** The module as LLVM bitcode. */
  public byte[] toBitcode() {
    return LlvmCalls.takeBuffer(LLVM.LLVMWriteBitcodeToMemoryBuffer(ref()));
  }

  /** Sets the file that it says it was compiled from, which its bitcode has in it. */
  public void setSourceFileName(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    try (BytePointer text = LlvmCalls.utf8(name)) {
      LLVM.LLVMSetSourceFileName(ref(), text, bytes.length);
    }
  }

  /** The target triple, or the empty string. */
  public String triple() {
    return LLVM.LLVMGetTarget(ref()).getString(StandardCharsets.UTF_8);
  }

  /** Sets the target triple. */
  public void setTriple(String triple) {
    try (BytePointer text = LlvmCalls.utf8(triple)) {
      LLVM.LLVMSetTarget(ref(), text);
    }
  }

  /** The data layout in LLVM's notation, or the empty string. */
  public String dataLayout() {
    return LLVM.LLVMGetDataLayoutStr(ref()).getString(StandardCharsets.UTF_8);
  }

  /** Sets the data layout, in LLVM's notation. */
  public void setDataLayout(String layout) {
    try (BytePointer text = LlvmCalls.utf8(layout)) {
      LLVM.LLVMSetDataLayout(ref(), text);
    }
  }

  /**
   * Checks that the module is well formed.
   *
   * @throws LlvmException with all that is wrong
   */
  public void verify() {
    try (BytePointer message = LlvmCalls.nullMessage()) {
      int broken = LLVM.LLVMVerifyModule(ref(), LLVM.LLVMReturnStatusAction, message);
      String text = LlvmCalls.takeMessage(message);
      if (broken != 0) {
        throw new LlvmException("the module is malformed: " + text.strip());
      }
    }
  }

  /**
   * Links {@code other} into this module. {@code other} is used up and closed, also when linking
   * fails. Functions of {@code other} with linkage {@link Linkage#LINK_ONCE_ODR} come along only if
   * this module uses them.
   *
   * @throws LlvmException if the two define one symbol twice or differ in its type
   */
  public void link(LlvmModule other) {
    if (other.context != context || other == this) {
      throw new IllegalArgumentException(
          "only another module of the same context can be linked into a module");
    }
    int before = context.diagnosticCount();
    LLVMModuleRef source = other.ref();
    other.closed = true;
    context.forget(other);
    int failed = context.guard("linking", () -> LLVM.LLVMLinkModules2(ref(), source));
    if (failed != 0) {
      throw new LlvmException("linking: " + context.takeErrorsSince(before));
    }
  }

  /** The names of the functions that have a body here, in the module's order. */
  public List<String> definedFunctions() {
    return functionNames(true);
  }

  /**
   * The names of the functions that are declared but have no body here, LLVM's intrinsic functions
   * among them, in the module's order.
   */
  public List<String> declaredFunctions() {
    return functionNames(false);
  }

  private List<String> functionNames(boolean defined) {
    List<String> names = new ArrayList<>();
    for (LLVMValueRef f = LLVM.LLVMGetFirstFunction(ref());
        f != null;
        f = LLVM.LLVMGetNextFunction(f)) {
      if ((LLVM.LLVMIsDeclaration(f) == 0) == defined) {
        names.add(nameOf(f));
      }
    }
    return names;
  }

  private static String nameOf(LLVMValueRef value) {
    return LLVM.LLVMGetValueName(value).getString(StandardCharsets.UTF_8);
  }

  /**
   * Gives every function that is declared but has no body here the name that {@code name} makes of
   * its own.
   */
  public void renameDeclarations(UnaryOperator<String> name) {
    for (LLVMValueRef f = LLVM.LLVMGetFirstFunction(ref());
        f != null;
        f = LLVM.LLVMGetNextFunction(f)) {
      String old = nameOf(f);
      String renamed = LLVM.LLVMIsDeclaration(f) == 0 ? old : name.apply(old);
      if (!renamed.equals(old)) {
        byte[] bytes = renamed.getBytes(StandardCharsets.UTF_8);
        try (BytePointer text = LlvmCalls.utf8(renamed)) {
          LLVM.LLVMSetValueName2(f, text, bytes.length);
        }
      }
    }
  }

  /**
   * Gives every function with a body here whose name passes {@code which} this linkage and
   * visibility.
   */
  public void setLinkage(Predicate<String> which, Linkage linkage, Visibility visibility) {
    for (LLVMValueRef f = LLVM.LLVMGetFirstFunction(ref());
        f != null;
        f = LLVM.LLVMGetNextFunction(f)) {
      if (LLVM.LLVMIsDeclaration(f) == 0 && which.test(nameOf(f))) {
        LLVM.LLVMSetLinkage(f, linkage.code());
        LLVM.LLVMSetVisibility(f, visibility.code());
      }
    }
  }

  /**
   * Gives every global variable with an initial value here whose name passes {@code which} this
   * linkage and visibility.
   */
  public void setVariableLinkage(Predicate<String> which, Linkage linkage, Visibility visibility) {
    for (LLVMValueRef g = LLVM.LLVMGetFirstGlobal(ref());
        g != null;
        g = LLVM.LLVMGetNextGlobal(g)) {
      if (LLVM.LLVMIsDeclaration(g) == 0 && which.test(nameOf(g))) {
        LLVM.LLVMSetLinkage(g, linkage.code());
        LLVM.LLVMSetVisibility(g, visibility.code());
      }
    }
  }

  /**
   * Says which variables of the source allocas are by calls of {@code llvm.dbg.declare}, which can
   * be read ({@code LlvmDebugVariables}), or as LLVM does it otherwise.
   */
  public void callDeclarations(boolean calls) {
    LLVM.LLVMSetIsNewDbgInfoFormat(ref(), calls ? 0 : 1);
  }

  /**
   * Has all variables of functions begin as zeros, before and whenever their lives begin; to be
   * called before variables become values.
   */
  public void zeroVariables() {
    try (ZeroedVariables variables = new ZeroedVariables(this)) {
      variables.run();
    }
  }

  /** Takes all debug information out. */
  public void stripDebugInfo() {
    LLVM.LLVMStripModuleDebugInfo(ref());
  }

  /**
   * Runs passes for no target in particular; see {@link #runPasses(String, TargetMachine,
   * PassOptions)}.
   */
  public void runPasses(String pipeline) {
    runPasses(pipeline, null, PassOptions.DEFAULT);
  }

  /**
   * Runs a pass pipeline in the notation of LLVM's {@code opt -passes=}, such as {@code
   * default<O3>} or {@code always-inline,function(sroa)}.
   *
   * @param target the machine whose costs the passes consult, or null for none
   * @throws LlvmException if the pipeline cannot be parsed
   */
  public void runPasses(String pipeline, @Nullable TargetMachine target, PassOptions options) {
    LLVMTargetMachineRef machine = target == null ? null : target.ref();
    context.guard("running " + pipeline, () -> run(pipeline, machine, options));
  }

  private @Nullable Void run(
      String pipeline, @Nullable LLVMTargetMachineRef machine, PassOptions options) {
    LLVMPassBuilderOptionsRef nativeOptions = options.create();
    try (BytePointer text = LlvmCalls.utf8(pipeline)) {
      LlvmCalls.check(
          LLVM.LLVMRunPasses(ref(), text, machine, nativeOptions), "running " + pipeline);
    } finally {
      LLVM.LLVMDisposePassBuilderOptions(nativeOptions);
    }
    return null;
  }

  /** Frees the module. Doing it twice has no effect. */
  @Override
  public void close() {
    if (!closed && !context.isLost()) {
      closed = true;
      context.forget(this);
      LLVM.LLVMDisposeModule(ref);
    }
  }
}
