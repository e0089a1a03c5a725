package dev.barnacle.cl.internal.program;

import dev.barnacle.cl.BuildException;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.bytes.SourceEncoding;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrParser;
import dev.barnacle.ir.text.ParseException;
import dev.barnacle.ir.verify.VerificationException;
import dev.barnacle.ir.verify.Verifier;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** A program in a file, of a kind that its first bytes or its name tell. */
public sealed interface ProgramFile {
  /** A source of OpenCL C or C++ for OpenCL. */
  record Source(ProgramCompiler.Source source) implements ProgramFile {}

  /** A module of SPIR-V. */
  record Il(IlBinary module) implements ProgramFile {}

  /**
   * A program binary, as {@code barnacle compile -o k.bin} and {@code clGetProgramInfo} give it.
   */
  record Binary(String name, ProgramBinary code) implements ProgramFile {}

  /** The text of the IR, as {@code barnacle compile -o k.ir} writes it. */
  record Ir(String name, Module module) implements ProgramFile {}

  /**
   * Reads a file.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if it can't be read
   * @throws BuildException if it is a damaged binary, IR with an error, or no program
   */
  static ProgramFile read(Path file) {
    byte[] bytes = bytes(file);
    String name = file.toString();
    if (SourceEncoding.isSpirv(bytes)) {
      return new Il(IlBinary.of(name, bytes));
    }
    if (begins(bytes, BinaryFormat.BEGINNING)) {
      return new Binary(name, binary(name, bytes));
    }
    if (begins(bytes, "BC\u00c0\u00de") || (name.endsWith(".ll") && isLlvm(bytes))) {
      String words = "this is LLVM IR, which can't be run: give the program that it was made of";
      throw failure(name, words, new IllegalArgumentException(name));
    }
    if (name.endsWith(".ir") && begins(bytes, "module \"")) {
      return new Ir(name, module(name, bytes));
    }
    Optional<Path> folder = Optional.ofNullable(file.getParent());
    return new Source(new ProgramCompiler.Source(name, SourceEncoding.decode(bytes), folder));
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, file + ": no such file", e);
    } catch (IOException e) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static boolean begins(byte[] bytes, String beginning) {
    byte[] wanted = beginning.getBytes(StandardCharsets.ISO_8859_1);
    return bytes.length >= wanted.length
        && Arrays.equals(bytes, 0, wanted.length, wanted, 0, wanted.length);
  }

  private static boolean isLlvm(byte[] bytes) {
    return begins(bytes, "; ModuleID")
        || begins(bytes, "source_filename")
        || begins(bytes, "target ")
        || begins(bytes, "define ");
  }

  private static ProgramBinary binary(String name, byte[] bytes) {
    try {
      return BinaryFormat.decode(bytes);
    } catch (ClException e) {
      throw failure(name, e.detail(), e);
    }
  }

  private static Module module(String name, byte[] bytes) {
    try {
      Module module = IrParser.parse(new String(bytes, StandardCharsets.UTF_8), name);
      Verifier.check(module);
      return module;
    } catch (ParseException e) {
      String words = String.valueOf(e.getMessage());
      throw new BuildException(ErrorCode.CL_BUILD_PROGRAM_FAILURE, words, words + "\n", e);
    } catch (VerificationException e) {
      throw failure(name, e.errors().getFirst().toString(), e);
    }
  }

  private static BuildException failure(String name, String words, Exception cause) {
    String line = name + ": error: " + words;
    return new BuildException(ErrorCode.CL_BUILD_PROGRAM_FAILURE, line, line + "\n", cause);
  }
}
