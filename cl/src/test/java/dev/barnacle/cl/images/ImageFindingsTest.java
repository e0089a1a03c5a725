package dev.barnacle.cl.images;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ChannelOrder;
import dev.barnacle.cl.ChannelType;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.Image;
import dev.barnacle.cl.ImageDescription;
import dev.barnacle.cl.ImageFormat;
import dev.barnacle.cl.NDRange;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a check finds in kernels that use images; each faulty kernel has a clean twin. */
class ImageFindingsTest {
  private static final ImageFormat FORMAT =
      new ImageFormat(ChannelOrder.RGBA, ChannelType.UNORM_INT8);

  /** Checks {@code k} on an image of 8 x 8 texels with work-groups of 4 x 4. */
  private static List<Finding> check(String parameter, String body) {
    String source =
        "kernel void k("
            + parameter
            + " image2d_t img) {\n"
            + "  int2 at = (int2)(get_global_id(0), get_global_id(1));\n  "
            + body
            + "\n}\n";
    try (Context context = Context.create();
        Image image = context.image(FORMAT, ImageDescription.of2D(8, 8))) {
      return context
          .build("image.cl", source, "-cl-std=CL3.0")
          .kernel("k")
          .with(image)
          .check(NDRange.of(8, 8).local(4, 4))
          .findings();
    }
  }

  private static void assertClean(String parameter, String body) {
    assertEquals(List.of(), check(parameter, body));
  }

  private static void assertFinds(FindingKind kind, String parameter, String body) {
    List<Finding> findings = check(parameter, body);
    assertEquals(1, findings.size(), findings.toString());
    assertEquals(kind, findings.getFirst().kind());
    assertEquals("img", findings.getFirst().object());
    assertTrue(findings.getFirst().toString().contains("image.cl:3"), findings.toString());
  }

  @Test
  void workItemsThatWriteOneTexelRace() {
    assertFinds(FindingKind.DATA_RACE, "write_only", "write_imagef(img, at / 2, 1.0f);");
    assertClean("write_only", "write_imagef(img, at, 1.0f);");
  }

  @Test
  void aTexelThatAnotherWorkItemWritesIsReadAfterABarrier() {
    String write = "write_imagef(img, at, 1.0f); ";
    String read = "int2 other = at ^ 1; float4 v = read_imagef(img, other); ";
    String use = "if (v.x > 2) write_imagef(img, at, v);";
    assertFinds(FindingKind.DATA_RACE, "read_write", write + read + use);
    assertClean("read_write", write + "work_group_barrier(CLK_IMAGE_MEM_FENCE); " + read + use);
    assertClean("read_write", write + "work_group_barrier(CLK_GLOBAL_MEM_FENCE); " + read + use);
    assertFinds(
        FindingKind.DATA_RACE,
        "read_write",
        write + "work_group_barrier(CLK_LOCAL_MEM_FENCE); " + read + use);
  }

  @Test
  void aTexelThatTheWorkItemWroteItselfIsReadAfterAFence() {
    String write = "write_imagef(img, at, 1.0f); ";
    String fence = "atomic_work_item_fence(%s, %s, memory_scope_work_item); ";
    String read = "float4 v = read_imagef(img, at); if (v.x > 2) write_imagef(img, at, v);";
    String image = fence.formatted("CLK_IMAGE_MEM_FENCE", "memory_order_acq_rel");
    String relaxed = fence.formatted("CLK_IMAGE_MEM_FENCE", "memory_order_relaxed");
    String global = fence.formatted("CLK_GLOBAL_MEM_FENCE", "memory_order_acq_rel");
    assertFinds(FindingKind.MISSING_FENCE, "read_write", write + read);
    assertFinds(FindingKind.MISSING_FENCE, "read_write", write + relaxed + read);
    assertFinds(FindingKind.MISSING_FENCE, "read_write", write + global + read);
    assertFinds(FindingKind.MISSING_FENCE, "read_write", image + write + read);
    assertClean("read_write", write + image + read);
    assertClean("read_write", write + "work_group_barrier(CLK_IMAGE_MEM_FENCE); " + read);
    assertClean("read_write", write + "sub_group_barrier(CLK_IMAGE_MEM_FENCE); " + read);
    assertClean("read_write", read + write);
  }

  @Test
  void anImageMayBeTwoArguments() {
    String source =
        """
        kernel void k(read_write image1d_t a, read_write image1d_t b, global float *o) {
          write_imagef(a, (int)get_global_id(0), 1.0f);
          o[get_global_id(0)] = read_imagef(b, (int)get_global_id(0)).x;
        }
        """;
    try (Context context = Context.create();
        Image image = context.image(FORMAT, ImageDescription.of1D(8));
        Buffer o = context.buffer(32)) {
      List<Finding> findings =
          context
              .build("image.cl", source, "-cl-std=CL3.0")
              .kernel("k")
              .with(image, image, o)
              .check(NDRange.of(8).local(4))
              .findings();
      assertEquals(1, findings.size(), findings.toString());
      assertEquals(FindingKind.MISSING_FENCE, findings.getFirst().kind());
    }
  }

  private static final String COPIES =
      """
      kernel void own(read_only image2d_t source, write_only image2d_t target) {
        int2 at = (int2)(get_global_id(0), get_global_id(1));
        write_imagef(target, at, read_imagef(source, at) * 0.5f);
      }
      kernel void three(read_only image2d_t a, write_only image2d_t b, read_only image2d_t c) {
        int2 at = (int2)(get_global_id(0), get_global_id(1));
        write_imagef(b, at, read_imagef(a, at) + read_imagef(c, at));
      }
      kernel void unused(write_only image2d_t target, read_only image2d_t source) {}
      kernel void written(write_only image2d_t a, write_only image2d_t b) {
        write_imagef(a, (int2)(get_global_id(0), get_global_id(1)), 1.0f);
      }
      """;

  private static List<String> conflicts(Context context, String kernel, Object... images) {
    return context
        .build("image.cl", COPIES, "")
        .kernel(kernel)
        .with(images)
        .check(NDRange.of(8, 8).local(4, 4))
        .findings()
        .stream()
        .filter(f -> f.kind() == FindingKind.INVALID_ARGUMENT)
        .map(Finding::message)
        .sorted()
        .toList();
  }

  private static String both(String read, String written, String kernel) {
    return "one image is given as both '%s' (read_only) and '%s' (write_only) of kernel '%s'"
        .formatted(read, written, kernel);
  }

  @Test
  void anImageIsReadOnlyOrWriteOnlyInALaunch() {
    try (Context context = Context.create();
        Image a = context.image(FORMAT, ImageDescription.of2D(8, 8));
        Image b = context.image(FORMAT, ImageDescription.of2D(8, 8))) {
      a.write(MemorySegment.ofArray(new byte[256]));
      b.write(MemorySegment.ofArray(new byte[256]));
      assertEquals(List.of(both("source", "target", "own")), conflicts(context, "own", a, a));
      assertEquals(List.of(), conflicts(context, "own", a, b));
      assertEquals(List.of(both("source", "target", "unused")), conflicts(context, "unused", a, a));
      assertEquals(
          List.of(both("a", "b", "three"), both("c", "b", "three")),
          conflicts(context, "three", a, a, a));
      assertEquals(List.of(both("c", "b", "three")), conflicts(context, "three", a, b, b));
      assertEquals(List.of(), conflicts(context, "three", a, b, a));
      assertEquals(List.of(), conflicts(context, "written", a, a));
    }
  }

  /**
   * Images in one buffer are the same where they share texels, not where their rows lie between.
   */
  @Test
  void imagesOfOneBufferMayBeOneImage() {
    try (Context context = Context.create();
        Buffer buffer = context.buffer(8 * 256)) {
      Image whole = context.image(FORMAT, ImageDescription.of2D(8, 8, 256, buffer));
      Image same = context.image(FORMAT, ImageDescription.of2D(8, 8, 256, buffer));
      Image right =
          context.image(FORMAT, ImageDescription.of2D(8, 7, 256, buffer.slice(128, 7 * 256)));
      Image below =
          context.image(FORMAT, ImageDescription.of2D(8, 1, 256, buffer.slice(7 * 256, 256)));
      String found = both("source", "target", "own");
      assertEquals(List.of(found), conflicts(context, "own", whole, same));
      assertEquals(1, conflicts(context, "unused", whole, below).size());
      assertEquals(List.of(), conflicts(context, "unused", right, whole));
      assertEquals(List.of(), conflicts(context, "unused", whole, right));
      assertEquals(1, conflicts(context, "unused", below, whole).size());
    }
  }

  @Test
  void aFenceOfAnotherWorkItemIsNoneOfOnesOwn() {
    String write = "write_imagef(img, at, 1.0f); ";
    String fence =
        "atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel,"
            + " memory_scope_work_item);";
    String read = "float4 v = read_imagef(img, at); if (v.x > 2) write_imagef(img, at, v);";
    String others = "if (get_local_id(0) != 1) { " + fence + " } ";
    String wait = "work_group_barrier(CLK_LOCAL_MEM_FENCE); ";
    assertFinds(FindingKind.MISSING_FENCE, "read_write", write + others + wait + read);
  }

  @Test
  void whatAnotherWorkItemHasWrittenSinceIsNotOnesOwn() {
    String write = "write_imagef(img, at, 1.0f); ";
    String barrier = "work_group_barrier(CLK_IMAGE_MEM_FENCE); ";
    String other = "write_imagef(img, at ^ 1, 2.0f); ";
    String read = "float4 v = read_imagef(img, at); if (v.x > 2) write_imagef(img, at, v);";
    assertClean("read_write", write + barrier + other + barrier + read);
  }

  @Test
  void aFunctionIsForTheChannelsOfItsImages() {
    String use = " if (v.x == 77) write_imagef(img, at, 1.0f);";
    assertFinds(FindingKind.INVALID_ARGUMENT, "write_only", "write_imagei(img, at, 1);");
    assertFinds(
        FindingKind.INVALID_ARGUMENT, "read_write", "uint4 v = read_imageui(img, at);" + use);
    assertClean("read_write", "float4 v = read_imagef(img, at);" + use);
  }

  @Test
  void aWriteIsWithinTheImage() {
    assertFinds(
        FindingKind.OUT_OF_BOUNDS, "write_only", "write_imagef(img, at + (int2)(1, 0), 1.0f);");
    assertClean("write_only", "if (at.x < 7) write_imagef(img, at + (int2)(1, 0), 1.0f);");
  }

  @Test
  void aReadIsWithinTheImageUnlessTheSamplerSaysWhatLiesOutside() {
    String read = "if (read_imagef(img, %s at + 1).x == 2.0f) printf(\"2\");";
    assertFinds(FindingKind.OUT_OF_BOUNDS, "read_only", read.formatted(""));
    assertFinds(FindingKind.OUT_OF_BOUNDS, "read_only", read.formatted("CLK_ADDRESS_NONE,"));
    assertClean("read_only", read.formatted("CLK_ADDRESS_CLAMP,"));
    assertClean("read_only", read.formatted("CLK_ADDRESS_CLAMP_TO_EDGE,"));
  }

  @Test
  void aSamplerFitsTheCoordinates() {
    String whole = "if (read_imagef(img, %s, at).x == 2.0f) printf(\"2\");";
    String real = "if (read_imagef(img, %s, convert_float2(at) / 8).x == 2.0f) printf(\"2\");";
    String nearest = "CLK_FILTER_NEAREST | ";
    assertSampler(
        "a sampler with CLK_ADDRESS_REPEAT has no normalized coordinates",
        real.formatted(nearest + "CLK_ADDRESS_REPEAT"));
    assertSampler(
        "a sampler with CLK_ADDRESS_MIRRORED_REPEAT has no normalized coordinates",
        whole.formatted(nearest + "CLK_ADDRESS_MIRRORED_REPEAT"));
    assertSampler(
        "whole coordinates are given a sampler with CLK_NORMALIZED_COORDS_TRUE",
        whole.formatted(nearest + "CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP"));
    assertSampler(
        "whole coordinates are given a sampler that filters: CLK_FILTER_LINEAR",
        whole.formatted("CLK_FILTER_LINEAR | CLK_ADDRESS_CLAMP"));
    assertClean("read_only", whole.formatted(nearest + "CLK_ADDRESS_CLAMP"));
    for (String filter : List.of(nearest, "CLK_FILTER_LINEAR | ")) {
      assertClean(
          "read_only",
          real.formatted(filter + "CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT"));
      assertClean("read_only", real.formatted(filter + "CLK_ADDRESS_CLAMP_TO_EDGE"));
    }
  }

  /** Clang warns of {@code low}, so all variables are in memory, the sampler too. */
  @Test
  void aSamplerMayBeAVariableInMemory() {
    String body =
        "const sampler_t s = %s | CLK_FILTER_NEAREST; int low; if (at.x < 100) low = 3;"
            + " if (read_imagef(img, s, at).x == low) printf(\"3\");";
    assertClean("read_only", body.formatted("CLK_ADDRESS_CLAMP"));
    assertSampler(
        "a sampler with CLK_ADDRESS_REPEAT has no normalized coordinates",
        body.formatted("CLK_ADDRESS_REPEAT"));
  }

  @Test
  void aCoordinateIsANumber() {
    String read =
        "float2 f = convert_float2(at); f.y = at.x == 3 ? %s : f.y;"
            + " if (read_imagef(img, CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST, f).x == 2.0f)"
            + " printf(\"2\");";
    assertSampler("an image is read at the coordinate NaN", read.formatted("NAN"));
    assertSampler("an image is read at the coordinate Infinity", read.formatted("INFINITY"));
    assertClean("read_only", read.formatted("1e30f"));
  }

  private static void assertSampler(String message, String body) {
    List<Finding> findings = check("read_only", body);
    assertEquals(1, findings.size(), findings.toString());
    assertEquals(FindingKind.INVALID_ARGUMENT, findings.getFirst().kind());
    assertEquals(message, findings.getFirst().message());
    assertEquals(3, requireNonNull(findings.getFirst().accesses().getFirst().location()).line());
  }
}
