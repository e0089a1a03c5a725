package dev.barnacle.cli;

import static dev.barnacle.examples.References.assertFloats;
import static dev.barnacle.examples.References.doubles;
import static dev.barnacle.examples.References.floats;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.examples.References;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each example, as its launch file says and as {@code barnacle run} runs it, is right. */
class ExampleLaunchTest {
  private static final Path EXAMPLES = Path.of("..", "examples");

  @TempDir private Path directory = Path.of("");

  /** Runs a launch file; returns the bytes of the buffers of these names. */
  private List<byte[]> run(String launch, String... buffers) throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("run", "--launch", EXAMPLES.resolve(launch).toString()));
    for (String buffer : buffers) {
      arguments.add("--save");
      arguments.add(buffer + "=" + directory.resolve(buffer));
    }
    barnacle(arguments);
    List<byte[]> contents = new ArrayList<>();
    for (String buffer : buffers) {
      contents.add(Files.readAllBytes(directory.resolve(buffer)));
    }
    return contents;
  }

  private static void barnacle(List<String> arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        Main.run(
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            arguments.toArray(String[]::new));
    // It says what it wrote, and how long the kernel took.
    assertEquals("", err.toString().replaceAll("(?m)^(\\S*: .*\\d bytes of \\w+|kernel .*)\n", ""));
    assertEquals(ExitStatus.OK, status);
  }

  @Test
  void mandelbrotAsPicture() throws IOException {
    Path png = directory.resolve("mandelbrot.png");
    barnacle(
        List.of(
            "run",
            EXAMPLES.resolve("mandelbrot.cl").toString(),
            "--launch",
            EXAMPLES.resolve("mandelbrot.json").toString(),
            "--png",
            "image=768x512:" + png));
    BufferedImage picture = ImageIO.read(png.toFile());
    ByteBuffer expected =
        ByteBuffer.wrap(References.mandelbrot(768, 512, -2.25f, 1, 0.00390625f, 500));
    for (int y = 0; y < 512; y++) {
      for (int x = 0; x < 768; x++) {
        assertEquals(Integer.rotateRight(expected.getInt(), 8), picture.getRGB(x, y));
      }
    }
  }

  @Test
  void nbody() throws IOException {
    List<byte[]> results = run("nbody.json", "position", "new_position", "new_velocity");
    float[] position = floats(results.get(0));
    double[] expected = References.nbody(position, new float[position.length], 0.001f, 0.01f);
    double largest = Arrays.stream(expected).map(Math::abs).max().orElseThrow();
    int half = position.length;
    int ulps = 2048 / 8;
    assertFloats(Arrays.copyOf(expected, half), results.get(1), ulps, largest);
    assertFloats(Arrays.copyOfRange(expected, half, 2 * half), results.get(2), ulps, largest);
  }

  @Test
  void sgemm() throws IOException {
    checkSgemm("sgemm.json");
  }

  @Test
  void sgemmTiled() throws IOException {
    checkSgemm("sgemm_tiled.json");
  }

  private void checkSgemm(String launch) throws IOException {
    List<byte[]> results = run(launch, "a", "b", "c");
    float[] a = floats(results.get(0));
    double[] expected =
        References.sgemm(a, floats(results.get(1)), new float[a.length], 256, 256, 256, 1, 0);
    assertFloats(expected, results.get(2), 256, 0);
  }

  @Test
  void blackScholes() throws IOException {
    List<byte[]> results = run("black_scholes.json", "draws", "call", "put");
    double[] expected = References.blackScholes(floats(results.get(0)), 0.02f, 0.3f);
    int half = expected.length / 2;
    int ulps = References.BLACK_SCHOLES_ULPS;
    assertFloats(Arrays.copyOf(expected, half), results.get(1), ulps, 100);
    assertFloats(Arrays.copyOfRange(expected, half, 2 * half), results.get(2), ulps, 100);
  }

  /** The launch leaves one sum a work-group, of the numbers that its work-items stride over. */
  @Test
  void reduce() throws IOException {
    List<byte[]> results = run("reduce.json", "x", "partial");
    float[] x = floats(results.get(0));
    double[] expected = new double[16384];
    for (int i = 0; i < x.length; i++) {
      expected[i % 16384 / 256] += x[i];
    }
    assertFloats(expected, results.get(1), References.REDUCE_ULPS, 0);
  }

  @Test
  void histograms() throws IOException {
    for (String kernel : List.of("histogram_global.json", "histogram_local.json")) {
      List<byte[]> results = run(kernel, "data", "bins");
      assertArrayEquals(References.histogram(results.get(0)), results.get(1));
    }
  }

  @Test
  void bitonicSort() throws IOException {
    ByteBuffer before = ByteBuffer.allocate(4 * 65000).order(ByteOrder.LITTLE_ENDIAN);
    SplittableRandom random = new SplittableRandom(4);
    while (before.hasRemaining()) {
      before.putInt((int) (random.nextLong() >>> 32));
    }
    List<byte[]> results = run("bitonic_sort.json", "data");
    assertArrayEquals(References.sorted(before.array(), 1024), results.getFirst());
  }

  @Test
  void quicksort() throws IOException {
    List<byte[]> results = run("quicksort.json", "a", "failed");
    ByteBuffer sorted = ByteBuffer.wrap(results.getFirst()).order(ByteOrder.LITTLE_ENDIAN);
    int[] before = new int[20000];
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < before.length; i++) {
      before[i] = (int) (random.nextLong() >>> 32);
    }
    Arrays.sort(before);
    int[] after = new int[before.length];
    sorted.asIntBuffer().get(after);
    assertArrayEquals(before, after);
    assertArrayEquals(new byte[4], results.getLast());
  }

  /** A square whose border takes the same number of iterations may have others inside. */
  @Test
  void marianiSilver() throws IOException {
    List<byte[]> results = run("mariani_silver.json", "image", "failed");
    ByteBuffer picture = ByteBuffer.wrap(results.getFirst());
    ByteBuffer expected =
        ByteBuffer.wrap(References.mandelbrot(768, 512, -2.25f, 1, 0.00390625f, 500));
    int others = 0;
    while (picture.hasRemaining()) {
      others += picture.getInt() == expected.getInt() ? 0 : 1;
    }
    assertTrue(others < 100, others + " pixels differ");
    assertArrayEquals(new byte[4], results.getLast());
  }

  @Test
  void sobelOnPicture() throws IOException {
    BufferedImage scene = ImageIO.read(EXAMPLES.resolve("scene.png").toFile());
    byte[] pixels = new byte[320 * 240];
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = (byte) scene.getRaster().getSample(i % 320, i / 320, 0);
    }
    List<byte[]> results = run("sobel.json", "pixels", "edges");
    assertArrayEquals(pixels, results.get(0));
    assertArrayEquals(References.sobel(pixels, 320, 240), results.get(1));
  }

  @Test
  void sha256() throws IOException, NoSuchAlgorithmException {
    List<byte[]> results = run("sha256.json", "messages", "digests");
    assertArrayEquals(References.sha256(results.get(0), 100), results.get(1));
  }

  @Test
  void heat() throws IOException {
    List<byte[]> results = run("heat.json", "old", "now");
    double[] expected = References.heat(doubles(results.get(0)), 500, 300, 0.2);
    double[] actual = doubles(results.get(1));
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], actual[i], References.HEAT_ULPS * Math.ulp(1.0));
    }
  }
}
