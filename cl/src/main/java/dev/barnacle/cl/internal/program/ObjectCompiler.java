package dev.barnacle.cl.internal.program;

import dev.barnacle.cl.BuildException;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.frontend.BuildOptions;
import dev.barnacle.frontend.CompileException;
import dev.barnacle.frontend.CompileRequest;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.InvalidOptionException;
import dev.barnacle.frontend.LinkOptions;
import dev.barnacle.frontend.OpenClCompiler;
import dev.barnacle.frontend.PrivateVariables;
import dev.barnacle.frontend.ProgramObject;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.analysis.UndefinedLanes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compiles, links and reads programs in steps. */
final class ObjectCompiler {
  private final OpenClCompiler compiler = OpenClCompiler.create();
  private final Set<AddressSpace> zeroed;

  /**
   * Makes a compiler.
   *
   * @param zeroed the address spaces whose memory begins as zeros in programs that it loads,
   *     wherever they were compiled
   */
  ObjectCompiler(Set<AddressSpace> zeroed) {
    this.zeroed = Set.copyOf(zeroed);
  }

  /**
   * Compiles a source.
   *
   * @param forChecks whether to look for private variables that are read before they are written
   */
  ProgramBinary compile(
      ProgramCompiler.Source source,
      Map<String, String> headers,
      String options,
      boolean forChecks) {
    try {
      BuildOptions parsed = BuildOptions.parse(options);
      CompileRequest request =
          new CompileRequest(
              new CompileRequest.SourceText(source.name(), source.text(), source.folder()),
              headers,
              parsed,
              forChecks ? PrivateVariables.WHOLE_VALUES : PrivateVariables.VALUES);
      ProgramObject object = compiler.compileToObject(request);
      ProgramBinary.Traits traits =
          new ProgramBinary.Traits(
              parsed.code(),
              GroupUniformity.requiresUniformGroups(parsed),
              forChecks && ClangCompiler.isInitialized(object.log(), options));
      return new ProgramBinary(
          ProgramBinary.Stage.COMPILED_OBJECT,
          options,
          object.log(),
          traits,
          object.bitcode(),
          texts(source, headers));
    } catch (InvalidOptionException e) {
      throw new ClException(
          ErrorCode.CL_INVALID_COMPILER_OPTIONS, e.diagnostics().getFirst().message(), e);
    } catch (CompileException e) {
      throw new BuildException(
          ErrorCode.CL_COMPILE_PROGRAM_FAILURE, ClangCompiler.summary(e), e.log(), e);
    }
  }

  /** Compiles a SPIR-V module to be linked with others. */
  ProgramBinary compileIl(IlBinary il, String options) {
    return compileIl(
        il, options, ErrorCode.CL_INVALID_COMPILER_OPTIONS, ErrorCode.CL_COMPILE_PROGRAM_FAILURE);
  }

  /** Compiles a SPIR-V module and links it. */
  ProgramBinary buildIl(IlBinary il, String options) {
    ErrorCode failure = ErrorCode.CL_BUILD_PROGRAM_FAILURE;
    ProgramBinary object = compileIl(il, options, ErrorCode.CL_INVALID_BUILD_OPTIONS, failure);
    return link(List.of(object), "", failure);
  }

  private ProgramBinary compileIl(
      IlBinary il, String options, ErrorCode badOptions, ErrorCode failure) {
    try {
      BuildOptions parsed = BuildOptions.parse(options);
      ProgramObject object = compiler.compileIl(il.name(), il.bytes(), parsed, il.values());
      ProgramBinary.Traits traits =
          new ProgramBinary.Traits(parsed.code(), parsed.uniformWorkGroups(), false);
      return new ProgramBinary(
          ProgramBinary.Stage.COMPILED_OBJECT, options, "", traits, object.bitcode());
    } catch (InvalidOptionException e) {
      throw new ClException(badOptions, e.diagnostics().getFirst().message(), e);
    } catch (FrontendException e) {
      throw failure(failure, e);
    }
  }

  private static Map<String, String> texts(
      ProgramCompiler.Source source, Map<String, String> headers) {
    Map<String, String> texts = new HashMap<>(headers);
    texts.put(source.name(), source.text());
    return texts;
  }

  ProgramBinary link(List<ProgramBinary> objects, String options) {
    return link(objects, options, ErrorCode.CL_LINK_PROGRAM_FAILURE);
  }

  private ProgramBinary link(List<ProgramBinary> objects, String options, ErrorCode failure) {
    if (objects.isEmpty()) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "there is nothing to link");
    }
    for (ProgramBinary object : objects) {
      if (object.stage() == ProgramBinary.Stage.EXECUTABLE) {
        throw new ClException(
            ErrorCode.CL_INVALID_OPERATION, "an executable can't be linked again");
      }
    }
    LinkOptions parsed = linkOptions(options);
    try {
      byte[] bitcode = compiler.link(objects.stream().map(ProgramBinary::bitcode).toList());
      ProgramBinary.Traits traits =
          objects.stream()
              .map(ProgramBinary::traits)
              .reduce(ProgramBinary.Traits::and)
              .orElseThrow();
      ProgramBinary.Stage kind =
          parsed.library() ? ProgramBinary.Stage.LIBRARY : ProgramBinary.Stage.EXECUTABLE;
      ProgramBinary linked =
          new ProgramBinary(kind, options, "", traits, bitcode, ProgramBinary.texts(objects));
      if (kind == ProgramBinary.Stage.EXECUTABLE) {
        load(linked, PrivateVariables.VALUES); // finds what is nowhere defined, and is kept
      }
      return linked;
    } catch (FrontendException e) {
      throw failure(failure, e);
    }
  }

  private static LinkOptions linkOptions(String options) {
    try {
      return LinkOptions.parse(options);
    } catch (InvalidOptionException e) {
      throw new ClException(
          ErrorCode.CL_INVALID_LINKER_OPTIONS, e.diagnostics().getFirst().message(), e);
    }
  }

  /** Makes the IR of an executable. */
  Module load(ProgramBinary code, boolean forChecks) {
    try {
      if (!forChecks) {
        return load(code, PrivateVariables.VALUES);
      }
      if (code.traits().initialized()) {
        Module module = load(code, PrivateVariables.WHOLE_VALUES);
        if (!UndefinedLanes.areUsed(module)) {
          return module;
        }
      }
      return load(code, PrivateVariables.MEMORY);
    } catch (FrontendException e) {
      throw failure(ErrorCode.CL_BUILD_PROGRAM_FAILURE, e);
    }
  }

  private Module load(ProgramBinary code, PrivateVariables variables) throws FrontendException {
    return compiler.load(
        "program", code.bitcode(), code.traits().code().zeroing(zeroed), variables);
  }

  private static BuildException failure(ErrorCode code, FrontendException e) {
    return new BuildException(
        code, ClangCompiler.summary(e), String.valueOf(e.getMessage()) + "\n", e);
  }
}
