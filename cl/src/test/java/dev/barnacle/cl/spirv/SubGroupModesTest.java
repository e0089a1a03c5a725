package dev.barnacle.cl.spirv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.barnacle.cl.BoundKernel;
import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.IlModule;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.NDRange;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The execution modes that say how many sub-groups a work-group has. */
class SubGroupModesTest {
  private static String text() throws IOException {
    try (InputStream in = SubGroupModesTest.class.getResourceAsStream("objects/subgroups.spvasm")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Returns the module; with the number of sub-groups as a constant, which is SPIR-V 1.2. */
  private static byte[] module(boolean byId) throws IOException {
    String mode = "OpExecutionMode %k SubgroupsPerWorkgroup 3";
    byte[] module = Assembler.assemble(text().replace("MODE", mode));
    if (byId) {
      ByteBuffer bytes = ByteBuffer.wrap(module).order(ByteOrder.LITTLE_ENDIAN);
      int three = find(bytes, 4 << 16 | 43, 3, 3);
      int at = find(bytes, 4 << 16 | 16, 2, 36);
      int id = bytes.getInt(three + 8);
      bytes.putInt(4, 0x10200).putInt(at, 4 << 16 | 331);
      bytes.putInt(at + 8, 37).putInt(at + 12, id);
    }
    return module;
  }

  /** Returns where an instruction begins whose word of an index is a number. */
  private static int find(ByteBuffer module, int first, int index, int word) {
    int at = 20;
    while (module.getInt(at) != first || module.getInt(at + 4 * index) != word) {
      at += 4 * (module.getInt(at) >>> 16);
    }
    return at;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void workGroupsHaveAsManySubGroups(boolean byId) throws IOException {
    IlModule module = IlModule.of("m.spv", module(byId));
    for (Context context : List.of(Context.create(), Context.builder().watched().create())) {
      try (context;
          Buffer out = context.buffer(4 * 24)) {
        Kernel kernel = context.build(module, "").kernel("k");
        assertEquals(3, kernel.requiredSubGroups());
        assertEquals(List.of(12L), kernel.suggestedLocalSize(NDRange.of(24)));
        BoundKernel bound = kernel.with(out);
        for (NDRange range : List.of(NDRange.of(24), NDRange.of(24).local(12))) {
          bound.run(range);
          int[] have = new int[24];
          out.read(0, MemorySegment.ofArray(have));
          int[] threes = new int[24];
          Arrays.fill(threes, 3);
          assertArrayEquals(threes, have);
        }
        ClException e = assertThrows(ClException.class, () -> bound.run(NDRange.of(24).local(8)));
        assertEquals(ErrorCode.CL_INVALID_WORK_GROUP_SIZE, e.code());
        assertEquals(
            "kernel 'k' requires work-groups of 3 sub-groups; those of a local size of 8 have 2",
            e.detail());
      }
    }
  }
}
