package dev.barnacle.simd;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.Executable;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery.Kind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernels built by hand, run by the engine. */
class SimdEngineTest {
  private static Value address(IrBuilder b, Value base, Value index, int bytes) {
    return b.pointerAdd(base, b.binary(Binary.Op.MUL, index, new IntConstant(Types.I64, bytes)));
  }

  /** Each work-group reverses its stretch of the buffer through local memory. */
  private static Function reverse(Module module) {
    GlobalVariable tile = new GlobalVariable("tile", AddressSpace.LOCAL, 4 * 256, 4, null);
    module.globals().add(tile);
    Parameter data =
        new Parameter("data", new PointerType(AddressSpace.GLOBAL), 0, Parameter.Attributes.NONE);
    KernelInfo info =
        new KernelInfo(
            List.of(new KernelInfo.Argument("data", "int*", AddressSpace.GLOBAL, "none", "")));
    Function kernel = new Function("reverse", Types.VOID, List.of(data), info, null);
    module.functions().add(kernel);
    Block entry = kernel.newBlock("entry");
    IrBuilder b = new IrBuilder(entry);
    Value lid = b.query(Kind.LOCAL_ID, 0);
    Value gid = b.query(Kind.GLOBAL_ID, 0);
    b.store(b.load(Types.I32, address(b, data, gid, 4)), address(b, tile, lid, 4));
    b.add(new Barrier(Barrier.Kind.WORK_GROUP, Set.of(FenceFlag.LOCAL), MemoryScope.WORK_GROUP));
    Value last =
        b.binary(Binary.Op.SUB, b.query(Kind.LOCAL_SIZE, 0), new IntConstant(Types.I64, 1));
    Value from = b.binary(Binary.Op.SUB, last, lid);
    b.store(b.load(Types.I32, address(b, tile, from, 4)), address(b, data, gid, 4));
    b.ret();
    return kernel;
  }

  @ParameterizedTest
  @CsvSource({"1024,64", "1000,64", "7,7", "100,1", "5,256", "1000,7"})
  void reversesEachGroupThroughLocalMemory(int global, int local) {
    Module module = new Module("test");
    Function kernel = reverse(module);
    try (SimdEngine engine = new SimdEngine(2);
        Executable executable = engine.load(module);
        Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(ValueLayout.JAVA_INT, global);
      for (int i = 0; i < global; i++) {
        data.setAtIndex(ValueLayout.JAVA_INT, i, i);
      }
      NdRange range = new NdRange(List.of((long) global), List.of((long) local), List.of(0L));
      executable.launch(new Launch(kernel, range, List.of(new Argument.Memory(data)), text -> {}));
      for (int i = 0; i < global; i++) {
        int begin = i / local * local;
        int end = Math.min(global, begin + local);
        assertEquals(begin + end - 1 - i, data.getAtIndex(ValueLayout.JAVA_INT, i));
      }
    }
  }

  @Test
  void givesItsName() {
    try (SimdEngine engine = new SimdEngine(1)) {
      assertEquals("simd", engine.name());
    }
  }
}
