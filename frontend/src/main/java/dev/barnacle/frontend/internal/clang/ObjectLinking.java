package dev.barnacle.frontend.internal.clang;

import dev.barnacle.frontend.Diagnostic;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.PrivateVariables;
import dev.barnacle.frontend.internal.clang.CompileCache.Entry;
import dev.barnacle.frontend.internal.clang.CompileCache.Found;
import dev.barnacle.frontend.internal.reader.type.MangledName;
import dev.barnacle.ir.CodeOptions;
import dev.barnacle.ir.Module;
import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmModuleView;
import dev.barnacle.store.Blake3Sum;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** From bitcode that was compiled before to one program, and from that to IR. */
public final class ObjectLinking {
  private ObjectLinking() {}

  /**
   * Links objects into one.
   *
   * @param objects bitcode without the OpenCL C library, at least one
   * @throws FrontendException if one is no bitcode, two define the same name, or one declares a
   *     function with other types than another one defines it with
   */
  public static byte[] link(List<byte[]> objects) throws FrontendException {
    try (LlvmContext context = LlvmContext.create();
        LlvmModule all = LlvmModule.parseBitcode(context, "program", objects.getFirst())) {
      for (byte[] object : objects.subList(1, objects.size())) {
        LlvmModule other = LlvmModule.parseBitcode(context, "object", object);
        checkTypes(all, other);
        all.link(other);
      }
      return all.toBitcode();
    } catch (LlvmException e) {
      throw failed("program", e);
    }
  }

  /** LLVM takes each call of a function with other types than it has for one that never happens. */
  private static void checkTypes(LlvmModule all, LlvmModule other) {
    Map<String, LlvmFunction> known = new HashMap<>();
    LlvmModuleView.of(all).functions().forEach(f -> known.put(f.name(), f));
    for (LlvmFunction function : LlvmModuleView.of(other).functions()) {
      LlvmFunction same = known.get(function.name());
      if (same == null || same.isDeclaration() == function.isDeclaration()) {
        continue;
      }
      boolean one = !same.isLocalToModule() && !function.isLocalToModule();
      if (one && !same.functionType().equals(function.functionType())) {
        LlvmFunction declared = same.isDeclaration() ? same : function;
        LlvmFunction defined = same.isDeclaration() ? function : same;
        throw new LlvmException(
            "linking: the function '%s' is declared as %s and defined as %s"
                .formatted(
                    MangledName.demangle(function.name()),
                    declared.functionType(),
                    defined.functionType()));
      }
    }
  }

  /**
   * Makes IR of a linked program.
   *
   * @throws FrontendException if it calls what exists nowhere, or has what the IR can't express
   */
  public static Module load(
      String name,
      byte[] bitcode,
      CodeOptions options,
      PrivateVariables variables,
      Optional<CompileCache> cache)
      throws FrontendException {
    ModuleMaker maker = new ModuleMaker(name, options, variables);
    String key = key(maker, bitcode);
    Optional<Found> known = cache.flatMap(c -> c.find(key));
    if (known.isPresent()) {
      return maker.again(known.get());
    }
    try (LlvmContext context = LlvmContext.create();
        LlvmModule program = LlvmModule.parseBitcode(context, name, bitcode)) {
      ModuleMaker.Made made = maker.make(program);
      cache
          .flatMap(
              c -> c.store(key, new Manifest(List.of(), List.of()), new Entry("", made.kept())))
          .ifPresent(stored -> maker.identify(made.module(), stored));
      return made.module();
    } catch (LlvmException e) {
      throw failed(name, e);
    }
  }

  /** Keeps what was made of a program's source as what {@link #load} would make of its bitcode. */
  static void remember(
      CompileCache cache, ModuleMaker maker, byte[] bitcode, ModuleMaker.Kept kept) {
    String key = key(maker, bitcode);
    if (cache.find(key).isEmpty()) {
      Optional<String> unused =
          cache.store(key, new Manifest(List.of(), List.of()), new Entry("", kept));
    }
  }

  private static String key(ModuleMaker maker, byte[] bitcode) {
    return new Blake3Sum()
        .add("load")
        .add(Library.version())
        .add(ProgramLinker.passes(maker.variables()))
        .add(maker.options().toString())
        .add(maker.version())
        .add(bitcode)
        .hex();
  }

  private static FrontendException failed(String name, LlvmException e) {
    return new FrontendException(
        List.of(new Diagnostic(Diagnostic.Severity.ERROR, name, 0, 0, e.getMessage())));
  }
}
