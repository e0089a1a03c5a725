package dev.barnacle.cl.loops;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Kernels as gcc compiles them, one work-item after the other. */
final class Reference implements AutoCloseable {
  /** gcc has compiled something that is not C: the generator is wrong, or the reducer. */
  static final class NotC extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotC(String messages) {
      super(messages);
    }
  }

  /** Without {@code -frounding-math} gcc 12 takes {@code 0.0f - (float) (x & 255)} for −0. */
  private static final List<String> FLAGS =
      List.of(
          "-w",
          "-x",
          "c",
          "-std=gnu11",
          "-fsigned-char",
          "-ffp-contract=off",
          "-frounding-math",
          "-fno-tree-vectorize",
          "-fno-strict-aliasing",
          "-fPIC",
          "-shared");

  /** The usual code. */
  static final List<String> FAST = List.of("-O1", "-fwrapv");

  /** Code that counts what is undefined. */
  static final List<String> CHECKED =
      List.of(
          "-O0",
          "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,float-cast-overflow",
          "-nostdlib");

  private static final MethodHandle CALL =
      Linker.nativeLinker()
          .downcallHandle(
              FunctionDescriptor.ofVoid(
                  ValueLayout.ADDRESS,
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG));

  private static final String PRELUDE = prelude();

  private final Arena arena = Arena.ofShared();
  private final SymbolLookup library;
  private final MemorySegment faults;

  /** Compiles kernels with the flags of {@link #FAST} or {@link #CHECKED}. */
  Reference(List<LoopKernel> kernels, List<String> flags) throws IOException {
    StringBuilder text = new StringBuilder(PRELUDE);
    kernels.forEach(k -> text.append(k.root().cText()));
    Path object = Files.createTempFile("loops", ".so");
    try {
      compile(text.toString(), object, flags);
      this.library = SymbolLookup.libraryLookup(object, arena);
    } finally {
      Files.deleteIfExists(object);
    }
    this.faults = library.find("faults").orElseThrow().reinterpret(Integer.BYTES);
  }

  /** Returns whether there is a gcc. */
  static boolean isThere() {
    try {
      return new ProcessBuilder("gcc", "--version")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectErrorStream(true)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String prelude() {
    try (InputStream text = Reference.class.getResourceAsStream("prelude.c")) {
      return new String(Objects.requireNonNull(text).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void compile(String text, Path object, List<String> flags) throws IOException {
    List<String> command = new ArrayList<>(List.of("gcc"));
    command.addAll(FLAGS);
    command.addAll(flags);
    command.addAll(List.of("-o", object.toString(), "-"));
    Path messages = Files.createTempFile("loops", ".txt");
    try {
      Process gcc =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(messages.toFile())
              .start();
      try (var input = gcc.getOutputStream()) {
        input.write(text.getBytes(StandardCharsets.UTF_8));
      }
      if (gcc.waitFor() != 0) {
        throw new NotC(Files.readString(messages));
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      Files.delete(messages);
    }
  }

  /** Runs a kernel in this memory, and returns how much of what it did was undefined. */
  int run(LoopKernel kernel, LoopMemory memory, long global, long local) {
    faults.set(ValueLayout.JAVA_INT, 0, 0);
    MemorySegment function = library.find(kernel.name()).orElseThrow();
    try (Arena call = Arena.ofConfined()) {
      MemorySegment pointers = call.allocate(ValueLayout.ADDRESS, LoopMemory.AREAS.size());
      for (int k = 0; k < LoopMemory.AREAS.size(); k++) {
        pointers.setAtIndex(ValueLayout.ADDRESS, k, memory.area(LoopMemory.argument(kernel, k)));
      }
      CALL.invokeExact(function, pointers, kernel.n(), kernel.m(), global, local);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
    return faults.get(ValueLayout.JAVA_INT, 0);
  }

  @Override
  public void close() {
    arena.close();
  }
}
