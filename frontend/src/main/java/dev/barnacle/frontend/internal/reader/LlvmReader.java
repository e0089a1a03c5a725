package dev.barnacle.frontend.internal.reader;

import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.internal.reader.call.LibraryBuiltins;
import dev.barnacle.frontend.internal.reader.context.ReaderContext;
import dev.barnacle.frontend.internal.reader.global.DeclarationReader;
import dev.barnacle.frontend.internal.reader.global.GlobalObjects;
import dev.barnacle.frontend.internal.reader.global.GlobalReader;
import dev.barnacle.frontend.internal.reader.global.KernelReader;
import dev.barnacle.frontend.internal.reader.global.LocationReader;
import dev.barnacle.frontend.internal.reader.global.ObjectLists;
import dev.barnacle.frontend.internal.reader.operation.WideReader;
import dev.barnacle.frontend.internal.reader.type.IntegerWidths;
import dev.barnacle.frontend.internal.reader.type.TypeReader;
import dev.barnacle.frontend.internal.reader.type.UnsupportedException;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Declaration;
import dev.barnacle.ir.DeclaredType;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.llvm.module.LlvmModule;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmModuleView;
import dev.barnacle.llvm.view.LlvmType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the LLVM IR that clang makes of OpenCL C for the target spir64, linked with the OpenCL C
 * library, into the kernel IR.
 *
 * <p>Read are the kernels and what they reach. Each instruction gets the place in the source that
 * LLVM's debug information names. What the IR cannot express, what OpenCL C forbids and calls of
 * functions that exist nowhere are errors, all of which are reported at once.
 */
public final class LlvmReader {
  /** The alignment of the literals of blocks, in bytes; the widest vector's alignment. */
  private static final long BLOCK_ALIGNMENT = 128;

  private final LlvmModuleView view;
  private final Module module;
  private final ReaderContext context;
  private final Map<LlvmFunction, Function> functions = new LinkedHashMap<>();
  private final Map<String, Function> declared = new HashMap<>();
  private final Deque<LlvmFunction> unread = new ArrayDeque<>();

  private LlvmReader(LlvmModule source, Module module, boolean watched) {
    this.view = LlvmModuleView.of(source);
    this.module = module;
    TypeReader types = new TypeReader(view.dataLayout());
    DeclarationReader declarations = new DeclarationReader(view.debugVariables());
    module.kernels().forEach(k -> declared.put(k.name(), k));
    this.context =
        new ReaderContext(
            view.context(),
            module,
            types,
            new GlobalReader(types, module, declarations),
            new LocationReader(view.debugInfo()),
            declarations,
            this::function,
            new GlobalObjects(module, declared, this::function),
            watched);
  }

  /**
   * Reads a module.
   *
   * @param source left as it is; the result does not depend on it afterwards
   * @param name what messages call the result
   * @throws FrontendException if the module cannot be expressed in the IR
   */
  public static Module read(LlvmModule source, String name) throws FrontendException {
    return read(source, name, false);
  }

  /**
   * Reads a module.
   *
   * @param watched whether somebody looks for faults: where the life of a private variable in
   *     memory begins or ends, it is filled with an undefined value (what it held, in another
   *     iteration or call, is lost); variables in private memory keep their declarations; and it is
   *     said what built-in functions expect of arguments
   * @throws FrontendException if the module cannot be expressed in the IR
   */
  public static Module read(LlvmModule source, String name, boolean watched)
      throws FrontendException {
    Module module = new Module(name);
    source.callDeclarations(watched);
    try {
      new LlvmReader(source, module, watched).read();
    } finally {
      source.callDeclarations(false);
    }
    return module;
  }

  /**
   * Reads a module of which the kernels and some variables have been declared before.
   *
   * @param source as it was when the declarations were made of it
   * @param declared gets the kernels' blocks and all that is missing
   * @param watched as for {@link #read(LlvmModule, String, boolean)}
   * @throws FrontendException if the module cannot be expressed in the IR
   */
  public static void readInto(LlvmModule source, Module declared, boolean watched)
      throws FrontendException {
    new LlvmReader(source, declared, watched).read();
  }

  private void read() throws FrontendException {
    for (LlvmFunction function : view.functions()) {
      if (isKernel(function) && !function.isDeclaration()) {
        Function known = declared.get(function.name());
        if (known == null) {
          tryToRead(function);
        } else {
          functions.put(function, known);
          unread.add(function);
        }
      }
    }
    context.objects().addInitialization(view.globals());
    readBodies();
    context.objects().addCleanUp(view.globals());
    readBodies();
    if (context.errors().isEmpty()) {
      RecursionBan.run(module, context);
    }
    if (!context.errors().isEmpty()) {
      throw new FrontendException(List.copyOf(context.errors()));
    }
  }

  private void readBodies() throws FrontendException {
    while (!unread.isEmpty()) {
      LlvmFunction next = unread.remove();
      new FunctionReader(context, next, function(next)).read();
    }
  }

  private static boolean isKernel(LlvmFunction function) {
    return function.callingConvention() == LlvmFunction.SPIR_KERNEL
        && !ObjectLists.constructsObjects(function);
  }

  private void tryToRead(LlvmFunction kernel) {
    try {
      function(kernel);
    } catch (UnsupportedException e) {
      context.error(context.locations().of(kernel), String.valueOf(e.getMessage()));
    }
  }

  /** The function in the IR; its body is read later. */
  private Function function(LlvmFunction source) {
    Function known = functions.get(source);
    if (known != null) {
      return known;
    }
    LlvmType signature = source.functionType();
    if (signature.isVariadic()) {
      throw UnsupportedException.of("the variable argument list of '" + source.name() + "'");
    }
    boolean isKernel = isKernel(source);
    KernelInfo info = isKernel ? KernelReader.read(view.context(), source) : null;
    Type result =
        signature.returnType().kind() == LlvmType.Kind.VOID
            ? Types.VOID
            : result(signature.returnType());
    Function function =
        new Function(
            source.name(), result, parameters(source, info), info, context.locations().of(source));
    if (isKernel) {
      declare(function, context.declarations().parameters(source));
    }
    function.setWhole(isWhole(source));
    functions.put(source, function);
    unread.add(source);
    module.functions().add(function);
    return function;
  }

  /** Returns whether it is one of the library's that is said to stay a call; the user's may not. */
  private static boolean isWhole(LlvmFunction source) {
    return source.name().startsWith(LibraryBuiltins.PREFIX) && source.hasAttribute("noinline");
  }

  /** Says what the source calls the memory that a kernel gets. */
  private static void declare(Function kernel, List<Optional<DeclaredType>> types) {
    if (types.size() != kernel.parameters().size()) {
      return;
    }
    for (Parameter parameter : kernel.parameters()) {
      if (parameter.type() instanceof PointerType && !kernel.isImage(parameter)) {
        types
            .get(parameter.index())
            .map(type -> new Declaration(parameter.name(), type, 0))
            .ifPresent(parameter::setDeclaration);
      }
    }
  }

  /** A function gives an integer of 128 bits as a pair, for it has one result. */
  private Type result(LlvmType type) {
    return IntegerWidths.isWide(type) ? WideReader.PAIR : context.types().type(type);
  }

  private List<Parameter> parameters(LlvmFunction source, @Nullable KernelInfo info) {
    List<Parameter> parameters = new ArrayList<>();
    List<LlvmType> types = source.functionType().parameters();
    for (int i = 0; i < types.size(); i++) {
      String name =
          info == null ? KernelReader.parameterName(source, i) : info.arguments().get(i).name();
      if (IntegerWidths.isWide(types.get(i))) {
        addWide(parameters, name, info != null);
        continue;
      }
      IntegerWidths.refuse(types.get(i));
      if (i == 0 && KernelReader.isBlock(source)) {
        parameters.add(blockLiteral(name));
        continue;
      }
      parameters.add(
          new Parameter(
              name,
              context.types().type(types.get(i)),
              parameters.size(),
              attributes(source, i, info != null)));
    }
    return parameters;
  }

  /** Returns the parameter for what a block has captured: nobody changes it. */
  private static Parameter blockLiteral(String name) {
    return new Parameter(
        name,
        new PointerType(AddressSpace.GLOBAL),
        0,
        new Parameter.Attributes(0, BLOCK_ALIGNMENT, true, true));
  }

  /** An integer of two words: a kernel gets it like a struct, other functions each word. */
  private static void addWide(List<Parameter> parameters, String name, boolean isKernel) {
    int index = parameters.size();
    if (isKernel) {
      long size = WideReader.PAIR.byteSize();
      parameters.add(
          new Parameter(
              name,
              new PointerType(AddressSpace.PRIVATE),
              index,
              new Parameter.Attributes(size, size, false, true)));
      return;
    }
    parameters.add(new Parameter(name + ".low", Types.I64, index, Parameter.Attributes.NONE));
    parameters.add(new Parameter(name + ".high", Types.I64, index + 1, Parameter.Attributes.NONE));
  }

  private Parameter.Attributes attributes(LlvmFunction source, int index, boolean isKernel) {
    long byValueBytes =
        isKernel
            ? source
                .parameterAttributeType(index, "byval")
                .map(view.dataLayout()::allocSize)
                .orElse(0L)
            : 0L;
    return new Parameter.Attributes(
        byValueBytes,
        source.parameterAttributeNumber(index, "align").orElse(0L),
        source.hasParameterAttribute(index, "noalias"),
        source.hasParameterAttribute(index, "readonly")
            || source.hasParameterAttribute(index, "readnone"));
  }
}
