package dev.barnacle.frontend;

import dev.barnacle.frontend.internal.clang.OptionParser;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.CodeOptions;
import java.util.List;
import java.util.Set;

/**
 * The build options of a program (OpenCL API 3.0, section 5.8.6), taken apart and checked.
 *
 * <p>Taken: {@code -D}, {@code -U}, {@code -I}; {@code
 * -cl-std=CL1.1|CL1.2|CL2.0|CL3.0|CL3.1|CLC++|CLC++1.0|CLC++2021}; {@code -cl-opt-disable}, {@code
 * -cl-single-precision-constant}, {@code -cl-fp32-correctly-rounded-divide-sqrt}, {@code
 * -cl-mad-enable}, {@code -cl-no-signed-zeros}, {@code -cl-unsafe-math-optimizations}, {@code
 * -cl-finite-math-only}, {@code -cl-fast-relaxed-math}, {@code -cl-uniform-work-group-size}; {@code
 * -w}, {@code -Werror} and clang's {@code -W…}.
 *
 * <p>Taken without effect: {@code -cl-denorms-are-zero} (a hint; the library's functions need
 * gradual underflow), {@code -cl-kernel-arg-info} (on in any case), {@code -cl-strict-aliasing}
 * (deprecated), {@code -cl-no-subgroup-ifp}, {@code -O0} to {@code -O3} and {@code -Os} ({@code
 * -cl-opt-disable} is OpenCL's word for it).
 *
 * <p>Without {@code -cl-std} a program is OpenCL C 1.2: the highest 1.x version of the device, as
 * section 5.8.6.5 has it. What needs 2.0 or 3.0 must say so.
 *
 * @param version the version of the language
 * @param optimize false for {@code -cl-opt-disable}
 * @param uniformWorkGroups whether {@code -cl-uniform-work-group-size} promises that the local size
 *     divides the global size
 * @param debug whether {@code -g} has kernels learn why they can't enqueue others (what else
 *     debuggers need is there in any case)
 * @param includeFolders the folders of {@code -I}, as given, in order
 * @param clangArguments what clang is to be told on behalf of all options, in order
 * @param zeroed whose memory begins as zeros, which no option says but the context that the program
 *     is for
 */
public record BuildOptions(
    OpenClVersion version,
    boolean optimize,
    boolean uniformWorkGroups,
    boolean debug,
    List<String> includeFolders,
    List<String> clangArguments,
    Set<AddressSpace> zeroed) {
  /** No options. */
  public static final BuildOptions NONE =
      new BuildOptions(OpenClVersion.CL1_2, true, false, false, List.of(), List.of(), Set.of());

  /** Makes a copy of the lists. */
  public BuildOptions {
    includeFolders = List.copyOf(includeFolders);
    clangArguments = List.copyOf(clangArguments);
    zeroed = Set.copyOf(zeroed);
  }

  /** Returns the same, where the memory of these address spaces begins as zeros. */
  public BuildOptions zeroing(Set<AddressSpace> spaces) {
    return new BuildOptions(
        version, optimize, uniformWorkGroups, debug, includeFolders, clangArguments, spaces);
  }

  /** Returns what those who make code of the program should know. */
  public CodeOptions code() {
    boolean plainAtomics = version.compareTo(OpenClVersion.CL2_0) < 0;
    boolean scopesMayDiffer = version == OpenClVersion.CL3_1;
    return new CodeOptions(
        optimize, plainAtomics, scopesMayDiffer, uniformWorkGroups, debug, zeroed);
  }

  /**
   * Reads an option string as {@code clBuildProgram} takes it: options separated by white space;
   * double or single quotes, or a backslash, keep white space in one option, as in {@code -DNAME="a
   * b"}.
   *
   * @throws InvalidOptionException naming what is not an option of OpenCL
   */
  public static BuildOptions parse(String options) throws InvalidOptionException {
    return OptionParser.parse(OptionParser.split(options));
  }

  /**
   * Reads options that are already apart, without looking for quotes.
   *
   * @throws InvalidOptionException naming what is not an option of OpenCL
   */
  public static BuildOptions parse(List<String> options) throws InvalidOptionException {
    return OptionParser.parse(options);
  }
}
