package dev.barnacle.llvm.machine;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A family of processors. What is the same for all of a family stands here; what one processor has
 * beside, LLVM says of it.
 */
public abstract sealed class Machine permits X86, AArch64, RiscV {
  /**
   * The names of a machine.
   *
   * @param machine by us, such as {@code x86-64}
   * @param java by Java ({@code os.arch})
   * @param llvm by LLVM's triples; the first is what clang is told
   * @param folder by the folders of native libraries
   * @param elf by ELF files ({@code e_machine})
   */
  record Names(String machine, List<String> java, List<String> llvm, String folder, int elf) {}

  private final Names names;
  private final String dynamicLinker;

  Machine(Names names, String dynamicLinker) {
    this.names = names;
    this.dynamicLinker = dynamicLinker;
  }

  /** Returns the families that Barnacle runs on. */
  public static List<Machine> all() {
    return List.of(X86.INSTANCE, AArch64.INSTANCE);
  }

  /** Returns the families that kernels can be compiled for: these, and others. */
  public static List<Machine> compiled() {
    return List.of(X86.INSTANCE, AArch64.INSTANCE, RiscV.INSTANCE);
  }

  /** Returns the family of this computer's processor; none where it is none of them. */
  public static Optional<Machine> ofHost() {
    return ofArchitecture(hostArchitecture());
  }

  /**
   * Returns the family of this computer's processor.
   *
   * @throws IllegalArgumentException if it is none of them
   */
  public static Machine host() {
    return ofHost().orElseThrow(() -> unsupported(hostArchitecture()));
  }

  /** Returns what Java calls this computer's processor. */
  public static String hostArchitecture() {
    return System.getProperty("os.arch", "");
  }

  /** Returns the family that Java calls so. */
  public static Optional<Machine> ofArchitecture(String name) {
    for (Machine machine : all()) {
      if (machine.names.java.contains(name)) {
        return Optional.of(machine);
      }
    }
    return Optional.empty();
  }

  /** Returns the family of that number in ELF files. */
  public static Optional<Machine> ofElf(int number) {
    for (Machine machine : all()) {
      if (machine.names.elf == number) {
        return Optional.of(machine);
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the family that a triple of LLVM's begins with, of those that kernels can be compiled
   * for.
   *
   * @throws IllegalArgumentException if it is none of them
   */
  public static Machine ofTriple(String triple) {
    return ofTriple(triple, compiled());
  }

  /**
   * Returns the family that a triple of LLVM's begins with, of those that Barnacle runs on.
   *
   * @throws IllegalArgumentException if it is none of them
   */
  public static Machine hostOfTriple(String triple) {
    return ofTriple(triple, all());
  }

  private static Machine ofTriple(String triple, List<Machine> machines) {
    for (Machine machine : machines) {
      if (machine.isOf(triple)) {
        return machine;
      }
    }
    throw unsupported(architecture(triple));
  }

  private static String architecture(String triple) {
    int end = triple.indexOf('-');
    return end < 0 ? triple : triple.substring(0, end);
  }

  /** Returns whether a triple of LLVM's begins with this family. */
  public boolean isOf(String triple) {
    return names.llvm.contains(architecture(triple));
  }

  private static IllegalArgumentException unsupported(String name) {
    List<String> names = all().stream().map(Machine::name).toList();
    return new IllegalArgumentException(
        "Barnacle runs on " + String.join(" and ", names) + " only, not on '" + name + "'");
  }

  /** Returns its name, such as {@code x86-64}. */
  public String name() {
    return names.machine;
  }

  /** Returns what the folders of native libraries call it. */
  public String folderName() {
    return names.folder;
  }

  /** Returns LLVM's name of a Linux with it. */
  public String triple() {
    return names.llvm.getFirst() + "-unknown-linux-gnu";
  }

  /** Returns all its names. */
  Names names() {
    return names;
  }

  /** Returns the program that starts others on a Linux with it. */
  public String dynamicLinker() {
    return dynamicLinker;
  }

  /** Returns options of clang for C that is linked with nothing but a C library. */
  public List<String> clangOptions() {
    return List.of();
  }

  /** Returns whether code that was written runs only after the C library was told of it. */
  public boolean cachesCode() {
    return true;
  }

  /** Returns LLVM's function that counts time in the smallest steps that programs may read. */
  public String cycleCounter() {
    return "@llvm.readcyclecounter";
  }

  /**
   * Returns the bits of a vector register.
   *
   * @param features what LLVM says that the processor has, each after a plus
   */
  public int vectorBits(Set<String> features) {
    return 128;
  }

  /** Returns whether AVX2 and FMA are among features, which are as for {@link #vectorBits}. */
  public boolean hasFusedVectors(Set<String> features) {
    return false;
  }

  /** Returns whether LLVM has names of processors that stand for all that a level has. */
  public boolean hasLevels() {
    return false;
  }

  /**
   * Returns whether masks of lanes are best kept as wide as what is compared, on a processor with
   * vectors of that many bits; elsewhere LLVM's choice is as good.
   */
  public boolean widensMasks(int vectorBits) {
    return false;
  }

  /**
   * Returns the JDK's library of vector mathematics for it: functions that take and return vectors
   * in registers, with a form for each width.
   */
  public Optional<String> vectorMathLibrary() {
    return Optional.empty();
  }
}
