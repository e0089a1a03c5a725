package dev.barnacle.cl;

import dev.barnacle.engine.Engine;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.Executable;
import dev.barnacle.ir.FileNames;
import dev.barnacle.ir.Module;
import dev.barnacle.watch.WatchEngine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Makes the programs of a context: from source in one step, or from object code. */
final class ProgramLoader {
  private final Engine engine;
  private final ProgramCompiler compiler;
  private final ObjectCompiler objects = new ObjectCompiler();

  ProgramLoader(Engine engine, ProgramCompiler compiler) {
    this.engine = engine;
    this.compiler = compiler;
  }

  /** Builds a program of source. */
  Program build(Context context, ProgramCompiler.Source source, String options) {
    long start = System.nanoTime();
    ProgramCompiler.Compiled compiled =
        forChecks()
            ? compiler.compileForChecks(source, options)
            : compiler.compile(source, options);
    return new Program(
        context,
        new Program.Parts(
            compiled.module(),
            compiled.log(),
            options,
            GroupUniformity.requiresUniformGroups(options),
            load(compiled.module()),
            () -> compiler.compileForChecks(source, options).module(),
            () -> executable(source, options),
            System.nanoTime() - start));
  }

  private ObjectCode executable(ProgramCompiler.Source source, String options) {
    return compile(source, Map.of(), options).as(ObjectCode.Kind.EXECUTABLE);
  }

  ObjectCode compile(ProgramCompiler.Source source, Map<String, String> headers, String options) {
    return objects.compile(source, headers, options, forChecks());
  }

  ObjectCode link(List<ObjectCode> parts, String options) {
    return objects.link(parts, options);
  }

  /** Makes a program of an executable. */
  Program load(Context context, ObjectCode code, Map<String, String> files) {
    if (code.kind() != ObjectCode.Kind.EXECUTABLE) {
      throw new ClException(
          ErrorCode.CL_INVALID_PROGRAM_EXECUTABLE,
          "object code of kind " + code.kind() + " must be linked before it can be loaded");
    }
    long start = System.nanoTime();
    Supplier<Module> again = () -> module(code, true, files);
    Module module = module(code, forChecks(), files);
    return new Program(
        context,
        new Program.Parts(
            module,
            code.log(),
            code.options(),
            code.traits().uniformGroups(),
            load(module),
            again,
            () -> code,
            System.nanoTime() - start));
  }

  private Module module(ObjectCode code, boolean checked, Map<String, String> files) {
    Module module = objects.load(code, checked);
    Map<String, String> texts = new HashMap<>();
    code.texts().forEach((name, text) -> texts.put(files.getOrDefault(name, name), text));
    module.setTexts(texts);
    FileNames.change(module, files);
    if (checked && !files.isEmpty()) {
      module.setIdentity(""); // the files' names are in what the engine would keep
    }
    return module;
  }

  private boolean forChecks() {
    return engine instanceof WatchEngine;
  }

  private Executable load(Module module) {
    try {
      return engine.load(module);
    } catch (EngineException e) {
      ClException error = Errors.of(e);
      if (error.code() == ErrorCode.CL_BUILD_PROGRAM_FAILURE) {
        throw new BuildException(error.code(), error.detail(), error.detail() + "\n", e);
      }
      throw error;
    }
  }
}
