package dev.barnacle.frontend.internal.reader.context;

import dev.barnacle.frontend.Diagnostic;
import dev.barnacle.frontend.internal.reader.expand.DivisionFunction;
import dev.barnacle.frontend.internal.reader.global.DeclarationReader;
import dev.barnacle.frontend.internal.reader.global.GlobalObjects;
import dev.barnacle.frontend.internal.reader.global.GlobalReader;
import dev.barnacle.frontend.internal.reader.global.LocationReader;
import dev.barnacle.frontend.internal.reader.global.ModuleFunctions;
import dev.barnacle.frontend.internal.reader.type.ConstantReader;
import dev.barnacle.frontend.internal.reader.type.TypeReader;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.Module;
import dev.barnacle.llvm.module.LlvmContext;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The shared state of the readers of one module. */
public final class ReaderContext {
  private final LlvmContext context;
  private final Module module;
  private final TypeReader types;
  private final ConstantReader constants;
  private final GlobalReader globals;
  private final LocationReader locations;
  private final DeclarationReader declarations;
  private final ModuleFunctions functions;
  private final GlobalObjects objects;
  private final boolean watched;
  private final Set<Diagnostic> errors = new LinkedHashSet<>();
  private @Nullable Function wideDivision;

  public ReaderContext(
      LlvmContext context,
      Module module,
      TypeReader types,
      GlobalReader globals,
      LocationReader locations,
      DeclarationReader declarations,
      ModuleFunctions functions,
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
  public boolean isWatched() {
    return watched;
  }

  public LlvmContext context() {
    return context;
  }

  public TypeReader types() {
    return types;
  }

  ConstantReader constants() {
    return constants;
  }

  public GlobalReader globals() {
    return globals;
  }

  public LocationReader locations() {
    return locations;
  }

  public DeclarationReader declarations() {
    return declarations;
  }

  public ModuleFunctions functions() {
    return functions;
  }

  public GlobalObjects objects() {
    return objects;
  }

  /** The function that divides integers of 128 bits; in the module from the first use on. */
  public Function wideDivision() {
    if (wideDivision == null) {
      wideDivision = DivisionFunction.addTo(module);
    }
    return wideDivision;
  }

  /** Notes an error; each is kept once. */
  public void error(@Nullable Location location, String message) {
    errors.add(diagnostic(location, message));
  }

  private static Diagnostic diagnostic(@Nullable Location location, String message) {
    Diagnostic.Severity error = Diagnostic.Severity.ERROR;
    if (location == null) {
      return new Diagnostic(error, "", 0, 0, message);
    }
    return location.isWord()
        ? new Diagnostic(error, location.place(), 0, 0, message)
        : new Diagnostic(error, location.file(), location.line(), location.column(), message);
  }

  /** The errors so far, in the order in which they were found. */
  public Set<Diagnostic> errors() {
    return errors;
  }
}
