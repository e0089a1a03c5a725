package dev.barnacle.frontend.internal.reader;

import dev.barnacle.frontend.Diagnostic;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.Module;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.view.LlvmFunction;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the readers of one module share. */
final class ReaderContext {
  /** Where functions of LLVM become functions of the IR. */
  interface Functions {
    /** The function in the IR, whose body may still have to be read. */
    Function read(LlvmFunction source);
  }

  private final LlvmContext context;
  private final Module module;
  private final TypeReader types;
  private final ConstantReader constants;
  private final GlobalReader globals;
  private final LocationReader locations;
  private final DeclarationReader declarations;
  private final Functions functions;
  private final GlobalObjects objects;
  private final boolean watched;
  private final Set<Diagnostic> errors = new LinkedHashSet<>();
  private @Nullable Function wideDivision;

  ReaderContext(
      LlvmContext context,
      Module module,
      TypeReader types,
      GlobalReader globals,
      LocationReader locations,
      DeclarationReader declarations,
      Functions functions,
      GlobalObjects objects,
      boolean watched) {
    this.context = context;
    this.module = module;
    this.types = types;
    this.constants = new ConstantReader(types);
    this.globals = globals;
    this.locations = locations;
    this.declarations = declarations;
    this.functions = functions;
    this.objects = objects;
    this.watched = watched;
  }

  /** Returns whether lives of private variables and what built-in functions expect are said. */
  boolean isWatched() {
    return watched;
  }

  LlvmContext context() {
    return context;
  }

  TypeReader types() {
    return types;
  }

  ConstantReader constants() {
    return constants;
  }

  GlobalReader globals() {
    return globals;
  }

  LocationReader locations() {
    return locations;
  }

  DeclarationReader declarations() {
    return declarations;
  }

  Functions functions() {
    return functions;
  }

  GlobalObjects objects() {
    return objects;
  }

  /** The function that divides integers of 128 bits; in the module from the first use on. */
  Function wideDivision() {
    if (wideDivision == null) {
      wideDivision = WideDivision.addFunctions(module);
    }
    return wideDivision;
  }

  /** Notes an error; each is kept once. */
  void error(@Nullable Location location, String message) {
    errors.add(
        location == null
            ? new Diagnostic(Diagnostic.Severity.ERROR, "", 0, 0, message)
            : new Diagnostic(
                Diagnostic.Severity.ERROR,
                location.file(),
                location.line(),
                location.column(),
                message));
  }

  /** The errors so far, in the order in which they were found. */
  Set<Diagnostic> errors() {
    return errors;
  }
}
