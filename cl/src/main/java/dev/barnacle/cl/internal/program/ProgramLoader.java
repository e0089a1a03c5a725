package dev.barnacle.cl.internal.program;

import dev.barnacle.cl.BuildException;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.internal.life.EngineErrors;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.PrintfSink;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.FileNames;
import dev.barnacle.ir.Module;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Makes the programs of a context: from source in one step, or from object code. */
public final class ProgramLoader {
  private final ContextEngine engine;
  private final ProgramCompiler compiler;
  private final PrintfSink output;
  private final ObjectCompiler objects;

  /**
   * Makes what loads programs.
   *
   * @param output where constructors and destructors of their objects print
   * @param zeroed the address spaces whose memory begins as zeros
   */
  public ProgramLoader(
      ContextEngine engine, ProgramCompiler compiler, PrintfSink output, Set<AddressSpace> zeroed) {
    this.engine = engine;
    this.output = output;
    this.compiler = compiler;
    this.objects = new ObjectCompiler(zeroed);
  }

  /** Builds a program of source. */
  public BuiltProgram build(ProgramCompiler.Source source, String options) {
    long start = System.nanoTime();
    ProgramCompiler.Compiled compiled =
        engine.compilesForChecks()
            ? compiler.compileForChecks(source, options)
            : compiler.compile(source, options);
    EngineProgram code =
        load(compiled.module(), () -> compiler.compileForChecks(source, options).module());
    return new BuiltProgram(
        compiled.module(),
        compiled.log(),
        options,
        GroupUniformity.requiresUniformGroups(options),
        code,
        () -> executable(source, options),
        System.nanoTime() - start);
  }

  /** Builds the program of a file. */
  public BuiltProgram build(ProgramFile file, String options) {
    return switch (file) {
      case ProgramFile.Source(ProgramCompiler.Source source) ->
          build(source, source.options(options));
      case ProgramFile.Il(IlBinary module) -> load(buildIl(module, options), null);
      case ProgramFile.Binary(String name, ProgramBinary code) -> {
        withoutOptions(name, options);
        yield load(code, null);
      }
      case ProgramFile.Ir(String name, Module module) -> {
        withoutOptions(name, options);
        yield load(name, module);
      }
    };
  }

  private static void withoutOptions(String name, String options) {
    if (!options.isBlank()) {
      throw new ClException(
          ErrorCode.CL_INVALID_BUILD_OPTIONS,
          name + " is built already: it takes no build options");
    }
  }

  private BuiltProgram load(String name, Module module) {
    long start = System.nanoTime();
    return new BuiltProgram(
        module,
        "",
        "",
        false,
        load(module, () -> module),
        () -> {
          throw new ClException(
              ErrorCode.CL_INVALID_OPERATION, name + " is IR, of which no binary is made");
        },
        System.nanoTime() - start);
  }

  /** Makes a program of built-in kernels. */
  public BuiltProgram builtIn(List<BuiltInProgram.Code> kernels) {
    return BuiltInProgram.of(engine, kernels);
  }

  private ProgramBinary executable(ProgramCompiler.Source source, String options) {
    return compile(source, Map.of(), options).as(ProgramBinary.Stage.EXECUTABLE);
  }

  /** Compiles a source to be linked with others. */
  public ProgramBinary compile(
      ProgramCompiler.Source source, Map<String, String> headers, String options) {
    return objects.compile(source, headers, options, engine.compilesForChecks());
  }

  /** Compiles a SPIR-V module to be linked with others. */
  public ProgramBinary compileIl(IlBinary il, String options) {
    return objects.compileIl(il, options);
  }

  /** Builds the executable of a SPIR-V module. */
  public ProgramBinary buildIl(IlBinary il, String options) {
    return objects.buildIl(il, options);
  }

  /** Links what was compiled. */
  public ProgramBinary link(List<ProgramBinary> parts, String options) {
    return objects.link(parts, options);
  }

  /**
   * Makes a program of an executable.
   *
   * @param files the new name of each file; null where they keep theirs
   */
  public BuiltProgram load(ProgramBinary code, @Nullable UnaryOperator<String> files) {
    if (code.stage() != ProgramBinary.Stage.EXECUTABLE) {
      throw new ClException(
          ErrorCode.CL_INVALID_PROGRAM_EXECUTABLE,
          "object code of kind " + code.stage() + " must be linked before it can be loaded");
    }
    long start = System.nanoTime();
    Module module = module(code, engine.compilesForChecks(), files);
    return new BuiltProgram(
        module,
        code.log(),
        code.options(),
        code.traits().uniformGroups(),
        load(module, () -> module(code, true, files)),
        () -> code,
        System.nanoTime() - start);
  }

  private Module module(
      ProgramBinary code, boolean checked, @Nullable UnaryOperator<String> files) {
    Module module = objects.load(code, checked);
    if (files == null) {
      module.setTexts(code.texts());
      return module;
    }
    Map<String, String> texts = new HashMap<>();
    code.texts().forEach((name, text) -> texts.put(files.apply(name), text));
    module.setTexts(texts);
    FileNames.change(module, files);
    if (checked) {
      module.setIdentity(""); // the files' names are in what the engine would keep
    }
    return module;
  }

  private EngineProgram load(Module module, Supplier<Module> again) {
    EngineProgram loaded = null;
    boolean whole = false;
    try {
      loaded = engine.load(module, again, output);
      construct(module, loaded);
      whole = true;
      return loaded;
    } catch (EngineException e) {
      ClException error = EngineErrors.of(e);
      if (error.code() == ErrorCode.CL_BUILD_PROGRAM_FAILURE) {
        throw new BuildException(error.code(), error.detail(), error.detail() + "\n", e);
      }
      throw error;
    } finally {
      if (loaded != null && !whole) {
        loaded.close();
      }
    }
  }

  private void construct(Module module, EngineProgram program) {
    try {
      ProgramObjects.construct(module, output, ProgramObjects.on(program));
    } catch (EngineException e) {
      String what = "a constructor of a program-scope object failed: " + e.getMessage();
      throw new BuildException(ErrorCode.CL_BUILD_PROGRAM_FAILURE, what, what + "\n", e);
    }
  }

  /**
   * Frees a program that nobody uses any more, after its objects have been destroyed.
   *
   * @param failed is told where a destructor fails
   */
  public void close(BuiltProgram program, Consumer<ClException> failed) {
    ProgramObjects.destroy(program.module(), output, ProgramObjects.on(program.code()), failed);
    program.code().close();
  }
}
