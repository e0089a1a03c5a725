package dev.barnacle.ir.verify;

import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Constant;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorConstant;
import dev.barnacle.ir.VectorType;
import dev.barnacle.ir.WorkItemQuery;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Modules that break an invariant in a way that the text form cannot express. */
final class BrokenModules {
  private static final Value ONE = new IntConstant(Types.I32, 1);

  private BrokenModules() {}

  /** Adds instructions to a function's entry block, which ends with a return afterwards. */
  @FunctionalInterface
  private interface Body {
    void build(Module module, Function function, IrBuilder builder);
  }

  static Map<Invariant, Module> all() {
    Map<Invariant, Module> all = new EnumMap<>(Invariant.class);
    all.put(Invariant.UNIQUE_PARAMETER, uniqueParameter());
    all.put(Invariant.UNIQUE_BLOCK, with((m, f, b) -> f.blocks().add(new Block("entry"))));
    all.put(Invariant.SUCCESSOR, with((m, f, b) -> b.branch(new Block("elsewhere"))));
    all.put(Invariant.UNIQUE_INSTRUCTION, with((m, f, b) -> twice(b)));
    all.put(Invariant.LOCATION, with((m, f, b) -> b.setLocation(new Location("k.cl", -1, 0))));
    all.put(Invariant.OPERAND_DEFINED, with((m, f, b) -> foreignOperand(b)));
    all.put(Invariant.CONSTANT, with((m, f, b) -> mixedVector(b)));
    all.put(
        Invariant.OPERAND_COUNT,
        with((m, f, b) -> b.add(new Intrinsic(Intrinsic.Op.SMIN, List.of(ONE), Set.of()))));
    all.put(Invariant.RESULT_TYPE, with((m, f, b) -> changedOperand(b)));
    all.put(Invariant.CALLEE, with((m, f, b) -> b.add(new Call(foreignFunction(), List.of()))));
    all.put(Invariant.MEMORY_TYPE, with((m, f, b) -> loadOfNothing(b)));
    all.put(Invariant.GROUP_OPERANDS, with((m, f, b) -> tooManyOperands(b)));
    all.put(Invariant.QUERY_DIMENSION, with((m, f, b) -> b.query(WorkItemQuery.Kind.LOCAL_ID)));
    return all;
  }

  private static Module with(Body body) {
    Module module = new Module("broken");
    Function function = foreignFunction();
    function.blocks().clear();
    module.functions().add(function);
    IrBuilder builder = new IrBuilder(function.newBlock("entry"));
    body.build(module, function, builder);
    if (builder.block().terminatorOrNull() == null) {
      builder.ret();
    }
    return module;
  }

  private static Function foreignFunction() {
    Function function = new Function("f", Types.VOID, List.of(), null, null);
    new IrBuilder(function.newBlock("entry")).ret();
    return function;
  }

  private static Module uniqueParameter() {
    Module module = new Module("broken");
    Parameter late = new Parameter("x", Types.I32, 1, Parameter.Attributes.NONE);
    Function function = new Function("f", Types.VOID, List.of(late), null, null);
    new IrBuilder(function.newBlock("entry")).ret();
    module.functions().add(function);
    return module;
  }

  private static void twice(IrBuilder builder) {
    Binary sum = new Binary(Binary.Op.ADD, ONE, ONE);
    builder.add(sum);
    builder.add(sum);
  }

  private static void foreignOperand(IrBuilder builder) {
    builder.binary(Binary.Op.ADD, new Binary(Binary.Op.ADD, ONE, ONE), ONE);
  }

  private static void mixedVector(IrBuilder builder) {
    Constant vector =
        new VectorConstant(
            new VectorType(Types.I64, 2), Collections.nCopies(2, new IntConstant(Types.I32, 1)));
    builder.binary(Binary.Op.ADD, vector, vector);
  }

  private static void changedOperand(IrBuilder builder) {
    Select select = builder.select(IntConstant.TRUE, ONE, ONE);
    Value wide = new IntConstant(Types.I64, 1);
    select.setOperand(1, wide);
    select.setOperand(2, wide);
  }

  private static void loadOfNothing(IrBuilder builder) {
    builder.add(new Load(Types.VOID, builder.alloca(4, 4), 4, false));
  }

  private static void tooManyOperands(IrBuilder builder) {
    builder.add(
        new GroupOperation(
            Barrier.Kind.WORK_GROUP,
            GroupOperation.Op.REDUCE,
            GroupOperation.Combine.ADD,
            List.of(ONE, ONE)));
  }
}
