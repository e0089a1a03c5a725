package dev.barnacle.frontend.internal.clang;

import dev.barnacle.frontend.BuildOptions;
import dev.barnacle.frontend.CompileException;
import dev.barnacle.frontend.CompileRequest;
import dev.barnacle.frontend.CompiledProgram;
import dev.barnacle.frontend.Diagnostic;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.ProgramObject;
import dev.barnacle.frontend.WrittenIl;
import dev.barnacle.frontend.internal.clang.CompileCache.Entry;
import dev.barnacle.frontend.internal.clang.CompileCache.Found;
import dev.barnacle.frontend.internal.spirv.RoundTrip;
import dev.barnacle.frontend.internal.spirv.write.SpirvWriter;
import dev.barnacle.ir.Module;
import dev.barnacle.llvm.Llvm;
import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import dev.barnacle.store.Blake3Sum;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One program on its way from source to IR. */
public final class Compilation {
  private final CompileRequest request;
  private final Optional<CompileCache> cache;
  private final RecentCompilations recent;
  private final ModuleMaker maker;

  /** Prepares a compilation; without a cache nothing is looked up or remembered on disk. */
  public Compilation(
      CompileRequest request, Optional<CompileCache> cache, RecentCompilations recent) {
    this.request = request;
    this.cache = cache;
    this.recent = recent;
    this.maker = ModuleMaker.of(request.source().name(), request.options(), request.variables());
  }

  /**
   * Does it.
   *
   * @throws CompileException if the program has errors
   */
  public CompiledProgram run() throws CompileException {
    try (SourceInput input = SourceInput.open(request)) {
      if (cache.isPresent()) {
        Optional<Found> known = cache.get().find(input.key());
        if (known.isPresent()) {
          return fromCache(known.get());
        }
      }
      Llvm.preload(); // beside clang
      return compile(input);
    }
  }

  /**
   * Compiles without the OpenCL C library and without reading the result. Where the whole program
   * has been built before, its object is not linked again when it is loaded.
   *
   * @throws CompileException if clang finds errors
   */
  public ProgramObject runToObject() throws CompileException {
    try (SourceInput input = SourceInput.open(request)) {
      String key = new Blake3Sum().add("object").add(input.key()).hex();
      Optional<Found> known = cache.flatMap(c -> c.find(key));
      ProgramObject object = known.isPresent() ? object(known.get().entry()) : object(input, key);
      cache.ifPresent(
          c ->
              c.find(input.key())
                  .ifPresent(
                      built ->
                          ObjectLinking.remember(
                              c, maker, object.bitcode(), built.entry().kept())));
      return object;
    }
  }

  /**
   * Compiles and writes SPIR-V.
   *
   * @throws CompileException if clang finds errors, or something has no form in SPIR-V
   */
  public WrittenIl runToIl(int version) throws CompileException {
    try (SourceInput input = SourceInput.open(request)) {
      SourceInput.Compiled compiled = input.runClang();
      try (LlvmContext context = LlvmContext.create();
          LlvmModule program =
              LlvmModule.parseBitcode(context, request.source().name(), compiled.bitcode())) {
        BuildOptions options = request.options();
        SpirvWriter.Written written =
            SpirvWriter.write(
                program, request.source().name(), options.version(), version, options.debug());
        return new WrittenIl(written.bytes(), written.imported(), compiled.log());
      } catch (FrontendException e) {
        throw failure(compiled.log(), e.diagnostics());
      }
    }
  }

  /**
   * Compiles to the text of LLVM IR.
   *
   * @throws CompileException if clang finds errors
   */
  public String runToLlvm() throws CompileException {
    try (SourceInput input = SourceInput.open(request);
        LlvmContext context = LlvmContext.create();
        LlvmModule program =
            LlvmModule.parseBitcode(context, request.source().name(), compiled(input).bitcode())) {
      return program.toString();
    }
  }

  private ProgramObject object(SourceInput input, String key) throws CompileException {
    SourceInput.Compiled compiled = compiled(input);
    byte[] bitcode = relaxed(request.source().name(), compiled.bitcode(), request.options());
    if (cache.isPresent() && compiled.manifest().isPresent()) {
      Entry entry = new Entry(compiled.log(), bitcode);
      Optional<String> unused = cache.get().store(key, compiled.manifest().get(), entry);
    }
    return object(new Entry(compiled.log(), bitcode));
  }

  /** Returns bitcode with the library's short forms of functions, where the options allow them. */
  public static byte[] relaxed(String name, byte[] bitcode, BuildOptions options) {
    return RelaxedFunctions.allowed(options) ? RelaxedFunctions.use(name, bitcode) : bitcode;
  }

  /** Returns what clang makes of a source, or has just made. */
  private SourceInput.Compiled compiled(SourceInput input) throws CompileException {
    Optional<SourceInput.Compiled> known = recent.find(input.key());
    return known.isPresent() ? known.get() : fromClang(input);
  }

  private SourceInput.Compiled fromClang(SourceInput input) throws CompileException {
    SourceInput.Compiled compiled = input.runClang();
    if (!RoundTrip.isOn()) {
      return compiled;
    }
    try {
      byte[] again =
          RoundTrip.of(compiled.bitcode(), request.source().name(), request.options().version());
      return new SourceInput.Compiled(again, compiled.log(), compiled.manifest());
    } catch (FrontendException e) {
      throw failure(compiled.log(), e.diagnostics());
    }
  }

  private static ProgramObject object(Entry entry) {
    return new ProgramObject(entry.kept().program(), entry.log(), LogParser.parse(entry.log()));
  }

  private CompiledProgram fromCache(Found found) throws CompileException {
    String log = found.entry().log();
    try {
      return result(maker.again(found), log, true);
    } catch (FrontendException e) {
      throw failure(log, e.diagnostics());
    }
  }

  private CompiledProgram compile(SourceInput input) throws CompileException {
    SourceInput.Compiled compiled = fromClang(input);
    recent.add(input.key(), compiled);
    String log = compiled.log();
    try (LlvmContext context = LlvmContext.create();
        LlvmModule program =
            LlvmModule.parseBitcode(context, request.source().name(), compiled.bitcode())) {
      if (RelaxedFunctions.allowed(request.options())) {
        RelaxedFunctions.use(program);
      }
      ModuleMaker.Made made = maker.make(program);
      if (cache.isPresent()) {
        compiled
            .manifest()
            .flatMap(m -> cache.get().store(input.key(), m, new Entry(log, made.kept())))
            .ifPresent(stored -> maker.identify(made.module(), stored));
      }
      return result(made.module(), log, false);
    } catch (FrontendException e) {
      throw failure(log, e.diagnostics());
    } catch (LlvmException e) {
      throw failure(
          log,
          List.of(
              new Diagnostic(
                  Diagnostic.Severity.ERROR, request.source().name(), 0, 0, e.getMessage())));
    }
  }

  /** A failure after clang: its words, and ours in the same form. */
  private CompileException failure(String log, List<Diagnostic> found) {
    Map<String, String> texts = new HashMap<>(request.headers());
    if (request.source() instanceof CompileRequest.SourceText source) {
      texts.put(source.name(), source.text());
    }
    SourceExcerpt excerpt = new SourceExcerpt(texts);
    StringBuilder text = new StringBuilder(log);
    found.forEach(d -> text.append(excerpt.show(d)));
    List<Diagnostic> all = new ArrayList<>(LogParser.parse(log));
    all.addAll(found);
    return new CompileException(text.toString(), all);
  }

  private CompiledProgram result(Module module, String log, boolean fromCache) {
    return new CompiledProgram(module, log, LogParser.parse(log), request.options(), fromCache);
  }
}
