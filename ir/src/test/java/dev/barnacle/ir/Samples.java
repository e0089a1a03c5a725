package dev.barnacle.ir;

import java.util.List;
import java.util.Set;

/** Modules for tests. */
public final class Samples {
  private static final PointerType GLOBAL = new PointerType(AddressSpace.GLOBAL);

  private Samples() {}

  /** A correct module with most of what the text form must be able to say. */
  public static Module rich() {
    Module module = new Module("rich \"module\"");
    GlobalVariable table =
        new GlobalVariable(
            "table",
            AddressSpace.CONSTANT,
            16,
            8,
            new GlobalVariable.Initializer(
                new byte[] {1, 2, 3, (byte) 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, List.of()));
    GlobalVariable tile = new GlobalVariable("k.tile", AddressSpace.LOCAL, 64, 16, null);
    GlobalVariable links = new GlobalVariable("has blank", AddressSpace.GLOBAL, 8, 8, null);
    links.setInitializer(
        new GlobalVariable.Initializer(
            new byte[8], List.of(new GlobalVariable.Relocation(0, table, -4))));
    module.globals().addAll(List.of(table, tile, links));
    module.functions().add(helper());
    module.functions().add(kernel(module.functions().getFirst(), table, tile));
    return module;
  }

  private static Function helper() {
    Parameter x = new Parameter("x", Types.F32, 0, Parameter.Attributes.NONE);
    Function function =
        new Function("helper", Types.F32, List.of(x), null, new Location("h.cl", 1, 7));
    IrBuilder b = new IrBuilder(function.newBlock("entry"));
    Value product =
        b.add(
            new Binary(
                Binary.Op.FMUL,
                x,
                FloatConstant.of(1.5f),
                Set.of(FastMath.CONTRACT, FastMath.NNAN, FastMath.REASSOC),
                false,
                false));
    Value nan = b.binary(Binary.Op.FADD, product, new FloatConstant(Types.F32, 0x7fc00123L));
    Value inf = b.binary(Binary.Op.FSUB, nan, FloatConstant.of(Float.NEGATIVE_INFINITY));
    b.add(new Return(b.intrinsic(Intrinsic.Op.FMA, inf, inf, FloatConstant.of(-0.0f))));
    return function;
  }

  private static Function kernel(Function helper, GlobalVariable table, GlobalVariable tile) {
    Parameter out = new Parameter("out", GLOBAL, 0, new Parameter.Attributes(0, 4, true, false));
    Parameter struct =
        new Parameter(
            "s",
            new PointerType(AddressSpace.PRIVATE),
            1,
            new Parameter.Attributes(24, 8, false, true));
    KernelInfo info =
        new KernelInfo(
            List.of(8, 1, 1),
            List.of(64, 2, 1),
            "float4",
            16,
            2,
            List.of(
                new KernelInfo.Argument(
                    "out", "float*", AddressSpace.GLOBAL, "none", "restrict volatile"),
                new KernelInfo.Argument("s", "struct s", AddressSpace.PRIVATE, "none", "")));
    Function k =
        new Function("k", Types.VOID, List.of(out, struct), info, new Location("k.cl", 3, 13));
    Block entry = k.newBlock("entry");
    Block loop = k.newBlock("loop");
    Block done = k.newBlock("done");
    IrBuilder b = new IrBuilder(entry);
    b.setLocation(new Location("k.cl", 4, 12));
    Value id = b.query(WorkItemQuery.Kind.GLOBAL_ID, 0);
    ((Instruction) id).setName("id");
    Value address = b.pointerAdd(out, id);
    Value local = b.pointerAdd(tile, new IntConstant(Types.I64, 4));
    b.setLocation(new Location("h.cl", 2, 1, new Location("k.cl", 5, 3)));
    Value byteOf = b.add(new Load(Types.I8, table, 1, true));
    Value wide = b.cast(Cast.Op.ZEXT, byteOf, Types.I32);
    b.add(
        new AtomicRmw(AtomicRmw.Op.ADD, local, wide, MemoryOrder.ACQ_REL, MemoryScope.WORK_GROUP));
    b.add(
        new Fence(
            Set.of(FenceFlag.GLOBAL, FenceFlag.LOCAL), MemoryOrder.SEQ_CST, MemoryScope.DEVICE));
    b.add(new Barrier(Barrier.Kind.WORK_GROUP, Set.of(FenceFlag.LOCAL), MemoryScope.WORK_GROUP));
    b.branch(loop);
    b.setBlock(loop);
    b.setLocation(null);
    Phi i = b.phi(Types.I32);
    i.setName("id");
    i.addIncoming(new IntConstant(Types.I32, 0), entry);
    Value next =
        b.add(new Binary(Binary.Op.ADD, i, new IntConstant(Types.I32, 1), Set.of(), true, true));
    i.addIncoming(next, loop);
    Value ready =
        b.add(new AtomicLoad(Types.I32, address, MemoryOrder.ACQUIRE, MemoryScope.DEVICE));
    b.branch(
        b.compare(
            Compare.Predicate.ULT_F,
            b.call(helper, b.cast(Cast.Op.SITOFP, ready, Types.F32)),
            FloatConstant.of(3.0f)),
        loop,
        done);
    b.setBlock(done);
    Value vector = VectorConstant.splat(new IntConstant(Types.I32, -7), 4);
    Value lanes = b.add(new Shuffle(vector, vector, List.of(0, 5, -1)));
    b.add(new Printf("%v3d\n\"\u00e9\\", List.of(lanes)));
    b.add(new Store(ready, address, 4, false));
    b.ret();
    return k;
  }
}
