package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.CheckRunner.Answer;
import dev.barnacle.cli.CommandRunner.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Images and samplers as arguments of launches. */
class ImageArgumentsTest {
  @TempDir private Path folder;

  private String source = "";

  @BeforeEach
  void writeKernels() throws IOException {
    source =
        Files.writeString(
                folder.resolve("k.cl"),
                """
                #define AT (int2)(get_global_id(0), get_global_id(1))
                kernel void twice(read_only image2d_t in, write_only image2d_t out) {
                  write_imagef(out, AT, 2 * read_imagef(in, AT));
                }
                kernel void next(read_only image2d_t in, write_only image2d_t out) {
                  write_imageui(out, AT, read_imageui(in, AT) + 1);
                }
                kernel void sample(read_only image2d_t in, sampler_t s, global float *out) {
                  out[get_global_id(0)] = read_imagef(in, s, (float2)(get_global_id(0) / 4.0f, 0)).x;
                }
                kernel void depth(read_only image2d_depth_t in, global float *out) {
                  out[get_global_id(0)] = read_imagef(in, (int2)(get_global_id(0), 1));
                }
                kernel void more(read_write image2d_t image) {
                  write_imagef(image, AT, read_imagef(image, AT) + 1);
                }
                kernel void bright(read_only image1d_t in, global int *out) {
                  if (read_imagef(in, (int)get_global_id(0)).x > 100) out[0] = get_global_id(0);
                }
                """)
            .toString();
  }

  private Result run(String kernel, String... options) {
    List<String> all =
        new ArrayList<>(List.of("run", source, "--options=-cl-std=CL3.0", "--kernel=" + kernel));
    all.addAll(List.of(options));
    return CommandRunner.run(all.toArray(String[]::new));
  }

  private static void assertOut(String out, Result result) {
    assertTrue(result.err().lines().toList().getLast().startsWith("kernel "), result.err());
    assertEquals(out, result.out());
  }

  /** Contents of more than 65,536 texels are made by several threads. */
  @Test
  void largeImagesHaveContents() {
    assertOut(
        "out: (1,2,3,4)\n",
        run(
            "next",
            "--global=1,1",
            "--arg=in=image-uint[1024,1024]=iota",
            "--arg=out=image-uint[1,1]",
            "--print=out"));
  }

  @Test
  void imagesHaveContentsAndArePrinted() {
    String[] sizes = {"--global=2,1", "--arg=out=image[2,1]", "--print=out"};
    assertOut(
        "out: (0.0,2.0,4.0,6.0) (8.0,10.0,12.0,14.0)\n",
        run("twice", sizes[0], "--arg=in=image[2,1]=iota", sizes[1], sizes[2]));
    assertOut(
        "out: (2.0,4.0,6.0,8.0) (0.0,0.0,0.0,1.0)\n",
        run("twice", sizes[0], "--arg=in=image[2,1]=1,2,3,4,0,0,0,.5", sizes[1], sizes[2]));
    assertOut(
        "out: (8,1,1,1)\n",
        run(
            "next",
            "--global=1,1",
            "--arg=in=image-uint[1,1]=7,0,0,0",
            "--arg=out=image-uint[1,1]",
            "--print=out"));
  }

  @Test
  void depthImagesHaveOneChannel() {
    assertOut(
        "out: 2.0 3.0\n",
        run(
            "depth",
            "--global=2",
            "--arg=in=image[2,2]=iota",
            "--arg=out=float[2]",
            "--print=out"));
  }

  @Test
  void picturesGoInAndOut() {
    Path png = folder.resolve("out.png");
    assertOut(
        "",
        run(
            "next",
            "--global=2,1",
            "--arg=in=image-uint[2,1]=0,9,254,254,300,99,0,254",
            "--arg=out=image-uint[2,1]",
            "--png=out=2x1:" + png));
    assertOut(
        "in: (1,10,255,255) (255,100,1,255)\n",
        run(
            "next",
            "--global=1,1",
            "--arg=in=image-uint[]=image:" + png,
            "--arg=out=image-uint[1,1]",
            "--print=in"));
    Result wrong =
        run(
            "next",
            "--global=1,1",
            "--arg=in=image-uint[4,4]=image:" + png,
            "--arg=out=image-uint[1,1]");
    assertEquals(2, wrong.status());
    assertEquals(png + ": error: a picture of 2x1 pixels given for an image of 4x4\n", wrong.err());
  }

  @Test
  void samplersAreDescribed() {
    String[] options = {
      "--global=4", "--arg=in=image[2,1]=1,0,0,0,2,0,0,0", "--arg=out=float[4]", "--print=out"
    };
    assertOut(
        "out: 1.0 1.0 2.0 2.0\n",
        run(
            "sample",
            options[0],
            options[1],
            options[2],
            options[3],
            "--arg=s=sampler[normalized]"));
    assertOut(
        "out: 1.5 1.0 1.5 2.0\n",
        run(
            "sample",
            options[0],
            options[1],
            options[2],
            options[3],
            "--arg=s=sampler[normalized,linear,repeat]"));
  }

  @Test
  void launchFilesHaveThemToo() throws IOException {
    Path launch =
        Files.writeString(
            folder.resolve("l.json"),
            """
            {"source": "k.cl", "options": "-cl-std=CL3.0", "kernel": "sample", "global": [2],
             "args": [{"image": {"type": "float", "size": [2, 1], "init": [[1, 0, 0, 0], [3, 0, 0, 0]]}},
                      {"sampler": ["normalized", "repeat"]},
                      {"buffer": {"type": "float", "count": 2}}]}
            """);
    assertOut("out: 1.0 1.0\n", CommandRunner.run("run", "--launch=" + launch, "--print=out"));
    Files.writeString(launch, Files.readString(launch).replace("\"repeat\"", "\"repeats\""));
    Result wrong = CommandRunner.run("run", "--launch=" + launch);
    assertEquals(2, wrong.status());
    assertTrue(wrong.err().startsWith(launch + ":3:"), wrong.err());
    assertTrue(wrong.err().contains("'repeats' is no property of a sampler"), wrong.err());
  }

  @Test
  void imagesThatAreRepeatedBeginAsBefore() {
    assertOut(
        "image: (2.0,2.0,2.0,2.0)\n",
        run(
            "more",
            "--global=1,1",
            "--repeat=3",
            "--arg=image=image[1,1]=1,1,1,1",
            "--print=image"));
  }

  /** Zeros take all branches the same way. */
  @Test
  void whatTexelsOfZerosHideIsFound() {
    Answer answer =
        CheckRunner.check(List.of(source, "--kernel=bright", "--global=64", "--local=16"))
            .getFirst();
    assertEquals(List.of("data-race 18"), answer.findings());
    Answer unset =
        CheckRunner.check(
                List.of(source, "--kernel=bright", "--global=64", "--arg=in=image[128]=none"))
            .getFirst();
    assertEquals(List.of("uninitialized-read 18"), unset.findings());
  }
}
