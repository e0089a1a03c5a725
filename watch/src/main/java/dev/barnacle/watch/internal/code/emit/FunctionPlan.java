package dev.barnacle.watch.internal.code.emit;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.VectorType;
import dev.barnacle.ir.analysis.Liveness;
import dev.barnacle.watch.internal.code.cut.SuspendPoints;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The form of a function that a kernel calls: a method, or, if it is large, one that runs its
 * parts. A method has no more than 255 words of parameters. If there are more, or if several parts
 * need them, the caller leaves them where values are kept between methods.
 */
final class FunctionPlan {
  private static final int MOST_WORDS = 255;

  private final Function function;
  private final String method;
  private final SuspendPoints cuts;
  private final Liveness live;
  private final boolean keepsParameters;

  /**
   * Makes one.
   *
   * @param number the function's number, for a name that no other has
   * @param splits where the function is cut
   * @param state gets places for what the function keeps
   */
  FunctionPlan(Function function, int number, Set<Instruction> splits, SavedState state) {
    this.function = function;
    this.method = "f" + number + "_" + function.name().replaceAll("\\W", "_");
    this.cuts = new SuspendPoints(function, Set.of(), Set.of(), splits, Map.of());
    this.live = cuts.liveness();
    this.keepsParameters = cuts.hasSplits() || words(function) > MOST_WORDS;
    if (keepsParameters) {
      state.add(function.parameters());
    }
    state.add(live.keptAtCuts());
  }

  private static int words(Function function) {
    int words = 1;
    for (Parameter parameter : function.parameters()) {
      words += JvmTypes.kind(parameter.type()).slotSize() * parameter.type().lanes();
    }
    return words;
  }

  Function function() {
    return function;
  }

  SuspendPoints cuts() {
    return cuts;
  }

  Liveness live() {
    return live;
  }

  /** Returns whether the caller leaves the arguments where values are kept between methods. */
  boolean keepsParameters() {
    return keepsParameters;
  }

  /** Returns the name of the method that is called. */
  String method() {
    return method;
  }

  /** Returns the name of the method of a part. */
  String part(int region) {
    return method + "$" + region;
  }

  /** Returns the type of the method that is called; a vector is left in the work-item. */
  MethodTypeDesc type() {
    List<ClassDesc> parameters = new ArrayList<>(List.of(JvmTypes.WORK_ITEM));
    for (Parameter parameter : function.parameters()) {
      for (int lane = 0; lane < parameter.type().lanes() && !keepsParameters; lane++) {
        parameters.add(JvmTypes.desc(parameter.type()));
      }
    }
    Type result = function.returnType();
    ClassDesc desc = result instanceof VectorType ? CD_void : JvmTypes.desc(result);
    return JvmTypes.method(desc, parameters.toArray(ClassDesc[]::new));
  }

  /** Returns the type of the methods of parts: they return the number of the next. */
  static MethodTypeDesc partType() {
    return JvmTypes.method(CD_int, JvmTypes.WORK_ITEM);
  }
}
