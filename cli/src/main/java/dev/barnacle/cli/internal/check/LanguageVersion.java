package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.BuildException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.Program;
import dev.barnacle.cli.internal.spirv.SpirvText;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The version of OpenCL C in which a program is checked or explored. Where the build options name
 * none it is 1.2, as for {@code clBuildProgram}; a program that is none of 1.2, but one of 3.0
 * (with C11 atomics, say, or sub-groups), is taken for that.
 */
public final class LanguageVersion {
  private static final String OPTION = "-cl-std=";
  private static final String LATEST = OPTION + "CL3.0";

  private final Context context;
  private final Path source;
  private final String options;
  private Optional<String> chosen = Optional.empty();

  /** Makes one. */
  public LanguageVersion(Context context, Path source, String options) {
    this.context = context;
    this.source = source;
    this.options = options;
  }

  /**
   * Builds the program.
   *
   * @throws BuildException if it can't be built: of the version in which it has fewer errors
   */
  public Program build() {
    try {
      return SpirvText.build(context, source, options);
    } catch (BuildException e) {
      if (options.contains(OPTION)) {
        throw e;
      }
      return buildAsLatest(e);
    }
  }

  private Program buildAsLatest(BuildException refused) {
    try {
      Program program = SpirvText.build(context, source, (LATEST + " " + options).strip());
      chosen = Optional.of(LATEST);
      return program;
    } catch (BuildException e) {
      throw errors(e) < errors(refused) ? e : refused;
    }
  }

  private static long errors(BuildException e) {
    return e.log().lines().filter(line -> line.contains("error: ")).count();
  }

  /** Returns the build option that was added; empty for none. */
  public Optional<String> chosen() {
    return chosen;
  }
}
