package dev.barnacle.cl.internal.program;

import dev.barnacle.cl.BuildException;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.frontend.BuildOptions;
import dev.barnacle.frontend.CompileException;
import dev.barnacle.frontend.CompileRequest;
import dev.barnacle.frontend.CompiledProgram;
import dev.barnacle.frontend.Diagnostic;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.InvalidOptionException;
import dev.barnacle.frontend.OpenClCompiler;
import dev.barnacle.frontend.PrivateVariables;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.analysis.UndefinedLanes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Compiles OpenCL C with the front end's clang. */
public final class ClangCompiler implements ProgramCompiler {
  /** Clang's warnings of variables that may be read before they are written. */
  private static final Pattern UNINITIALIZED =
      Pattern.compile("\\[-W(sometimes-|conditional-)?uninitialized\\]");

  private final OpenClCompiler compiler = OpenClCompiler.create();
  private final Set<AddressSpace> zeroed;

  /** Makes a compiler of programs whose memory begins with anything. */
  public ClangCompiler() {
    this(Set.of());
  }

  /**
   * Makes a compiler.
   *
   * @param zeroed the address spaces whose memory begins as zeros
   */
  public ClangCompiler(Set<AddressSpace> zeroed) {
    this.zeroed = Set.copyOf(zeroed);
  }

  @Override
  public Compiled compile(Source source, String options) {
    return compile(source, options, PrivateVariables.VALUES);
  }

  @Override
  public Compiled compileForChecks(Source source, String options) {
    Compiled compiled = compile(source, options, PrivateVariables.WHOLE_VALUES);
    return isInitialized(compiled.log(), options) && !UndefinedLanes.areUsed(compiled.module())
        ? compiled
        : compile(source, options, PrivateVariables.MEMORY);
  }

  /** Returns whether clang would have warned of a variable that is read before it is written. */
  static boolean isInitialized(String log, String options) {
    boolean silent = List.of(options.strip().split("\\s+", -1)).contains("-w");
    return !silent && !UNINITIALIZED.matcher(log).find();
  }

  private Compiled compile(Source source, String options, PrivateVariables variables) {
    try {
      CompiledProgram program = compiler.compile(request(source, options).withVariables(variables));
      program.module().setTexts(Map.of(source.name(), source.text()));
      return new Compiled(program.module(), program.log());
    } catch (InvalidOptionException e) {
      throw new ClException(
          ErrorCode.CL_INVALID_BUILD_OPTIONS, e.diagnostics().getFirst().message(), e);
    } catch (CompileException e) {
      throw new BuildException(ErrorCode.CL_BUILD_PROGRAM_FAILURE, summary(e), e.log(), e);
    }
  }

  private CompileRequest request(Source source, String options) throws InvalidOptionException {
    CompileRequest.SourceText text =
        new CompileRequest.SourceText(source.name(), source.text(), source.folder());
    return new CompileRequest(text, Map.of(), BuildOptions.parse(options).zeroing(zeroed));
  }

  static String summary(FrontendException e) {
    return e.diagnostics().stream()
        .filter(d -> d.severity() == Diagnostic.Severity.ERROR)
        .findFirst()
        .map(Diagnostic::toString)
        .orElse("the program does not compile");
  }
}
