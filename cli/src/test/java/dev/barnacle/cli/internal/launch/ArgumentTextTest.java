package dev.barnacle.cli.internal.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.barnacle.cl.AddressingMode;
import dev.barnacle.cl.DataType;
import dev.barnacle.cl.DataType.Scalar;
import dev.barnacle.cl.FilterMode;
import dev.barnacle.command.input.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arguments as they are written on the command line. */
class ArgumentTextTest {
  private static final DataType INT = new DataType(Scalar.INT, 1);
  private static final DataType FLOAT4 = new DataType(Scalar.FLOAT, 4);

  private static ArgumentSpec parse(String text) {
    return ArgumentText.parse(text, Path.of("dir"));
  }

  private static ArgumentSpec buffer(DataType type, long count, Init init) {
    return new ArgumentSpec.BufferSpec(
        type, count == 0 ? Optional.empty() : Optional.of(count), init);
  }

  @Test
  void values() {
    assertEquals(new ArgumentSpec.Value(Optional.empty(), List.of("-42")), parse("-42"));
    assertEquals(new ArgumentSpec.Value(Optional.empty(), List.of("1.5f")), parse("1.5f"));
    assertEquals(
        new ArgumentSpec.Value(Optional.empty(), List.of("1", "2", "3", "0x4")),
        parse("(1, 2,3,0x4)"));
    assertEquals(new ArgumentSpec.BytesFile(Path.of("dir/s.bin")), parse("@s.bin"));
    assertEquals(new ArgumentSpec.Null(), parse("null"));
    assertEquals(new ArgumentSpec.Local(256), parse("local[256]"));
    assertEquals(new ArgumentSpec.Local(1024), parse("local[64*16]"));
  }

  private static ArgumentSpec pipe(
      DataType type, long elements, long packets, @Nullable Init init) {
    return new ArgumentSpec.PipeSpec(type, elements, packets, Optional.ofNullable(init));
  }

  @Test
  void pipes() {
    assertEquals(pipe(INT, 1, 1024, null), parse("pipe:int[1024]"));
    assertEquals(pipe(INT, 1, 64, null), parse("pipe:int[8*8]=none"));
    assertEquals(pipe(FLOAT4, 3, 64, new Init.Iota()), parse("pipe:float4*3[64]=iota"));
    assertEquals(pipe(INT, 2, 8, new Init.Values(List.of("1", "2"))), parse("pipe:int*2[8]=(1,2)"));
    for (String wrong :
        List.of(
            "pipe:int[]", "pipe:int*0[4]", "pipe:S[4]", "pipe:int[4]=image:p.png", "pipe:int")) {
      assertThrows(InputException.class, () -> parse(wrong), wrong);
    }
  }

  @Test
  void buffers() {
    assertEquals(buffer(INT, 1024, new Init.Zero()), parse("int[1024]"));
    assertEquals(buffer(FLOAT4, 640 * 480, new Init.Random(7)), parse("float4[640*480]=random:7"));
    assertEquals(buffer(INT, 0, new Init.Values(List.of("1", "-2", "3"))), parse("int[]=1,-2,3"));
    assertEquals(
        buffer(FLOAT4, 0, new Init.Values(List.of("1", "2", "3", "4"))),
        parse("float4[]=(1,2,3,4)"));
    assertEquals(
        buffer(INT, 3, new Init.RawFile(Path.of("dir/a=b.bin"))), parse("int[3]=@a=b.bin"));
    assertEquals(buffer(INT, 0, new Init.RawFile(Path.of("/abs"))), parse("int[]=@/abs"));
    assertEquals(buffer(INT, 8, new Init.Iota()), parse("int[8]=iota"));
    assertEquals(buffer(INT, 8, new Init.Mixed()), parse("int[8]=mixed"));
    assertEquals(buffer(INT, 8, new Init.Steps(7, -1)), parse("int[8]=steps:7:-1"));
    assertEquals(buffer(INT, 8, new Init.Among(-1, 2)), parse("int[8]=among:-1:2"));
    assertEquals(buffer(INT, 8, new Init.None()), parse("int[8]=none"));
    assertEquals(
        buffer(new DataType(Scalar.UCHAR, 4), 0, new Init.ImageFile(Path.of("dir/p.png"))),
        parse("uchar4[]=image:p.png"));
    assertEquals(buffer(new DataType(Scalar.ULONG, 1), 2, new Init.Zero()), parse("size_t[2]"));
    assertEquals(
        new ArgumentSpec.ImageSpec(Scalar.UINT, List.of(64L, 8L), new Init.Zero()),
        parse("image-uint[64,8]"));
    assertEquals(
        new ArgumentSpec.ImageSpec(Scalar.FLOAT, List.of(4L), new Init.Random(7)),
        parse("image[4]=random:7"));
    assertEquals(
        new ArgumentSpec.ImageSpec(
            Scalar.FLOAT, List.of(), new Init.ImageFile(Path.of("dir", "p.png"))),
        ArgumentText.parse("image[]=image:p.png", Path.of("dir")));
    assertEquals(ArgumentSpec.SamplerSpec.DEFAULT, parse("sampler"));
    assertEquals(
        new ArgumentSpec.SamplerSpec(true, AddressingMode.REPEAT, FilterMode.LINEAR),
        parse("sampler[linear,normalized,repeat]"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hello | 'hello' is no argument: expected a number, (1,2,…), TYPE[COUNT],"
            + " TYPE[COUNT]=INIT, local[BYTES], image[WIDTH,…], image[WIDTH,…]=INIT,"
            + " pipe:TYPE[COUNT], sampler, queue, same:NAME, @FILE or null",
        "int[x] | 'x' in 'int[x]' is no count",
        "int[0] | the count in 'int[0]' is not at least 1",
        "int[] | 'int[]' needs a count, int[COUNT], or contents",
        "int[4]=random:x | 'x' is no seed; expected random:SEED with a number",
        "int[4]=foo | 'foo' is no INIT: zero, none, iota, mixed, steps:FIRST:STEP,"
            + " among:FIRST:COUNT, random:SEED, any:NUMBERS, numbers,"
            + " @FILE or image:FILE",
        "int[]=1,x | 'x' in '1,x' is no number",
        "local[a] | 'a' in 'local[a]' is no count",
        "image[4,b] | 'b' in 'image[4,b]' is no count",
        "image[]=iota | an image needs its sizes, image[WIDTH,…], or a picture's",
        "image[4]=foo | 'foo' is no INIT: zero, none, iota, mixed, steps:FIRST:STEP,"
            + " among:FIRST:COUNT, random:SEED, any:NUMBERS,"
            + " numbers, @FILE or image:FILE",
        "sampler[soft] | 'soft' is no property of a sampler: normalized, none, clamp_to_edge,"
            + " clamp, repeat, mirrored_repeat, nearest, linear",
      })
  void refusals(String text, String message) {
    assertEquals(message, assertThrows(InputException.class, () -> parse(text)).getMessage());
  }

  @Test
  void unknownTypesAreNamed() {
    assertEquals(
        "'bool' is no type of OpenCL C with host values (char, uchar, short, ushort, int, uint,"
            + " long, ulong, half, float, double, and vectors such as float4)",
        assertThrows(InputException.class, () -> parse("bool[4]")).getMessage());
  }
}
