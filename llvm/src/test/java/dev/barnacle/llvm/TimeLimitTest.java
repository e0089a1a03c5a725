package dev.barnacle.llvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.error.LlvmTimeoutException;
import dev.barnacle.llvm.internal.ToolFolder;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import dev.barnacle.llvm.module.OptLevel;
import dev.barnacle.llvm.module.TargetMachine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Work of LLVM that does not end, or not soon enough. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class TimeLimitTest {
  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration SHORT = Duration.ofSeconds(1);

  private static String places(int count, String mask) {
    return "<" + count + " x i32> <" + mask + ">";
  }

  private static String inOrder(int count) {
    return places(
        count,
        IntStream.range(0, count).mapToObj(e -> "i32 " + e).collect(Collectors.joining(",")));
  }

  /**
   * What LLVM 20.1.7's selection of AVX-512 instructions does not end for: eight bytes a lane, two
   * of which are the lowest bits of two others.
   */
  static String endless() {
    List<String> parts = List.of("%x", "%x", "%x", "%x", "%w", "%x", "%lowest", "%bit");
    StringBuilder text =
        new StringBuilder(
            """
            define void @f(ptr %to, <16 x i8> %x, <16 x i8> %y) {
              %odd = and <16 x i8> %y, splat (i8 1)
              %w = add <16 x i8> %x, %odd
              %lowest = and <16 x i8> %w, splat (i8 1)
              %bit = and <16 x i8> %x, splat (i8 1)
            """);
    String shuffle = "  %%%s = shufflevector <%d x i8> %s, <%2$d x i8> %s, %s%n";
    for (int k = 0; k < 4; k++) {
      text.append(
          shuffle.formatted("p" + k, 16, parts.get(2 * k), parts.get(2 * k + 1), inOrder(32)));
    }
    text.append(shuffle.formatted("q0", 32, "%p0", "%p1", inOrder(64)));
    text.append(shuffle.formatted("q1", 32, "%p2", "%p3", inOrder(64)));
    String woven =
        IntStream.range(0, 128)
            .mapToObj(e -> "i32 " + (e % 8 * 16 + e / 8))
            .collect(Collectors.joining(","));
    text.append(shuffle.formatted("all", 64, "%q0", "%q1", places(128, woven)));
    return text + "  store <128 x i8> %all, ptr %to\n  ret void\n}\n";
  }

  private static int compile(String text, String cpu) {
    try (LlvmContext context = LlvmContext.create();
        TargetMachine machine =
            TargetMachine.create(TargetMachine.hostTriple(), cpu, "", OptLevel.AGGRESSIVE);
        LlvmModule module = LlvmModule.parseText(context, "m", text)) {
      machine.prepare(module);
      return machine.emitObject(module).length;
    }
  }

  /** A process in which LLVM does not end, and another compilation beside it does. */
  static final class Main {
    private Main() {}

    public static void main(String[] arguments) throws Exception {
      CompletableFuture<String> outcome = new CompletableFuture<>();
      Thread.ofPlatform()
          .start(
              () -> {
                try {
                  TimeLimit.run("compiling f", SHORT, () -> compile(endless(), "x86-64-v4"));
                } catch (LlvmTimeoutException e) {
                  outcome.complete(e.getMessage() + "; " + scheduling());
                }
              });
      int bytes = TimeLimit.run("g", LONG, () -> compile("define void @g() { ret void }", ""));
      System.out.print((bytes > 0) + ", " + outcome.get() + ", ");
      bytes = TimeLimit.run("g", LONG, () -> compile("define void @g() { ret void }", ""));
      System.out.print(bytes > 0);
    }

    /** Returns policy and nice value of each thread that runs only when nothing else wants to. */
    private static String scheduling() {
      try (var threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
        StringBuilder found = new StringBuilder();
        for (Path thread : threads) {
          String stat = Files.readString(thread.resolve("stat"));
          String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
          if (fields[16].equals("19")) {
            found.append("nice ").append(fields[16]).append(" policy ").append(fields[38]);
          }
        }
        return found.toString();
      } catch (IOException e) {
        return e.toString();
      }
    }
  }

  @Test
  void llvmThatDoesNotEndHoldsNobodyUp() throws Exception {
    assumeTrue(ToolFolder.platform().equals("linux-x86_64"), "a hang of x86 instruction selection");
    Process process =
        Processes.java(Processes.classPath(), Main.class.getName(), "")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals("true, compiling f: LLVM has not ended after 1 s; nice 19 policy 5, true", output);
    assertEquals(0, process.waitFor(), "the end of the process");
  }

  @Test
  void whatEndsInTimeGivesItsResult() {
    assertEquals(7, TimeLimit.run("seven", LONG, () -> 7));
    LlvmException thrown = new LlvmException("refused");
    assertEquals(
        thrown,
        assertThrows(
            LlvmException.class,
            () ->
                TimeLimit.run(
                    "refusing",
                    LONG,
                    () -> {
                      throw thrown;
                    })));
  }

  @Test
  void aThreadThatIsGivenUpHoldsNoProcessAndLearnsOfIt() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    CompletableFuture<String> learned = new CompletableFuture<>();
    AtomicLong now = new AtomicLong();
    assertThrows(
        LlvmTimeoutException.class,
        () ->
            TimeLimit.run(
                "waiting",
                Duration.ofMillis(1),
                () -> {
                  thread.complete(Thread.currentThread());
                  TimeLimit.check(); // in time
                  await(goOn);
                  try {
                    TimeLimit.check();
                    learned.complete("nothing");
                  } catch (LlvmTimeoutException e) {
                    learned.complete("it is over");
                  }
                  return 0;
                },
                () -> now.getAndAdd(1_000_000)));
    assertTrue(thread.get().isDaemon());
    assertFalse(learned.isDone());
    goOn.countDown();
    assertEquals("it is over", learned.get());
  }

  /** A computer with much else to do: the clock goes on, the thread does not. */
  @Test
  void timeInWhichTheThreadDoesNotRunDoesNotCount() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/self/task")), "threads' times are Linux's");
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicLong calls = new AtomicLong();
    long limit = Duration.ofMillis(20).toNanos();
    int result =
        TimeLimit.run(
            "waiting",
            Duration.ofNanos(limit),
            () -> {
              await(goOn);
              return 7;
            },
            () -> {
              long passed = calls.incrementAndGet();
              if (passed == TimeLimit.PATIENCE) {
                goOn.countDown();
              }
              return Math.min(passed, TimeLimit.PATIENCE - 1) * limit;
            });
    assertEquals(7, result);
    assertTrue(calls.get() >= TimeLimit.PATIENCE, "nine times the limit had passed");
  }

  @Test
  void anInterruptedThreadWaitsOn() {
    Thread.currentThread().interrupt();
    assertEquals(7, TimeLimit.run("seven", LONG, () -> 7));
    assertTrue(Thread.interrupted());
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
