package dev.barnacle.frontend.internal.clang;

import dev.barnacle.frontend.BuildOptions;
import dev.barnacle.frontend.CompileException;
import dev.barnacle.frontend.CompileRequest;
import dev.barnacle.frontend.CompiledProgram;
import dev.barnacle.frontend.Diagnostic;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.PrivateVariables;
import dev.barnacle.frontend.internal.clang.CompileCache.Entry;
import dev.barnacle.frontend.internal.reader.LlvmReader;
import dev.barnacle.ir.CodeOptions;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrParser;
import dev.barnacle.ir.text.IrPrinter;
import dev.barnacle.llvm.BuildId;
import dev.barnacle.llvm.Llvm;
import dev.barnacle.llvm.LlvmContext;
import dev.barnacle.llvm.LlvmException;
import dev.barnacle.llvm.LlvmModule;
import dev.barnacle.llvm.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One program on its way from source to IR. */
public final class Compilation {
  /** Tells IR that another reader made of the same bitcode from this one's. */
  static final Optional<String> OWN_BUILD = BuildId.of(Compilation.class);

  private final CompileRequest request;
  private final Optional<CompileCache> cache;

  /** Prepares a compilation; without a cache nothing is looked up or remembered. */
  public Compilation(CompileRequest request, Optional<CompileCache> cache) {
    this.request = request;
    this.cache = cache;
  }

  /**
   * Does it.
   *
   * @throws CompileException if the program has errors
   */
  public CompiledProgram run() throws CompileException {
    if (!keepsText()) {
      Llvm.preload();
    }
    try (SourceInput input = SourceInput.open(request)) {
      if (cache.isPresent()) {
        Optional<CompiledProgram> known = fromCache(cache.get(), input.key());
        if (known.isPresent()) {
          return known.get();
        }
      }
      return compile(input);
    }
  }

  private Optional<CompiledProgram> fromCache(CompileCache from, String key)
      throws CompileException {
    Optional<Entry> entry = from.find(key);
    if (entry.isEmpty()) {
      return Optional.empty();
    }
    String log = entry.get().log();
    if (keepsText()) {
      return Optional.of(result(parse(entry.get().program()), log, true));
    }
    try (LlvmContext context = LlvmContext.create();
        LlvmModule program =
            LlvmModule.parseBitcode(context, request.source().name(), entry.get().program())) {
      return Optional.of(result(read(program, entry.get().program(), log), log, true));
    }
  }

  private CompiledProgram compile(SourceInput input) throws CompileException {
    SourceInput.Compiled compiled = input.runClang();
    String log = compiled.log();
    try (LlvmContext context = LlvmContext.create();
        LlvmModule program =
            LlvmModule.parseBitcode(context, request.source().name(), compiled.bitcode())) {
      ProgramLinker.link(program, request.variables());
      byte[] linked = program.toBitcode();
      CompiledProgram result = result(read(program, linked, log), log, false);
      if (cache.isPresent()) {
        Optional<Manifest> manifest = compiled.manifest();
        byte[] kept = keepsText() ? text(result.module()) : linked;
        manifest.ifPresent(m -> cache.get().store(input.key(), m, new Entry(log, kept)));
      }
      return result;
    } catch (LlvmException e) {
      throw failure(
          log,
          List.of(
              new Diagnostic(
                  Diagnostic.Severity.ERROR, request.source().name(), 0, 0, e.getMessage())));
    }
  }

  /**
   * Tells whether the cache keeps the IR as text and not as bitcode: for engines that need no LLVM,
   * which takes longer to load than all the rest.
   */
  private boolean keepsText() {
    return request.variables() != PrivateVariables.VALUES && OWN_BUILD.isPresent();
  }

  private static byte[] text(Module module) {
    return IrPrinter.print(module).getBytes(StandardCharsets.UTF_8);
  }

  private Module parse(byte[] text) {
    String file = request.source().name();
    Module module = IrParser.parse(new String(text, StandardCharsets.UTF_8), file);
    BuildOptions build = request.options();
    module.setOptions(new CodeOptions(build.optimize(), build.flushDenormals()));
    return module;
  }

  private Module read(LlvmModule program, byte[] bitcode, String log) throws CompileException {
    try {
      BuildOptions build = request.options();
      CodeOptions options = new CodeOptions(build.optimize(), build.flushDenormals());
      Module module = LlvmReader.read(program, request.source().name());
      module.setOptions(options);
      OWN_BUILD.ifPresent(
          own ->
              module.setIdentity(new Sha256().add(own).add(bitcode).add(options.toString()).hex()));
      return module;
    } catch (FrontendException e) {
      throw failure(log, e.diagnostics());
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
