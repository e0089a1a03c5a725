package dev.barnacle.ir;

import java.util.Arrays;
import java.util.List;

/**
 * The properties of a kernel that OpenCL gives to the host (OpenCL C, "Function Attribute
 * Qualifiers"; clGetKernelArgInfo).
 *
 * @param requiredWorkGroupSize of {@code reqd_work_group_size}: three sizes, or empty
 * @param workGroupSizeHint of {@code work_group_size_hint}: three sizes, or empty
 * @param vectorTypeHint of {@code vec_type_hint}: the type's name, or empty
 * @param requiredSubGroupSize of {@code intel_reqd_sub_group_size}, or 0
 * @param requiredSubGroups how many sub-groups a work-group must have ({@code
 *     SubgroupsPerWorkgroup} of SPIR-V), or 0
 * @param arguments one for each parameter
 */
public record KernelInfo(
    List<Integer> requiredWorkGroupSize,
    List<Integer> workGroupSizeHint,
    String vectorTypeHint,
    int requiredSubGroupSize,
    int requiredSubGroups,
    List<Argument> arguments) {
  /** The type name of every argument that is a sampler. */
  public static final String SAMPLER = "sampler_t";

  /** The type name of the only argument of a block that is no pointer to local memory. */
  public static final String BLOCK = "block literal";

  /** A kernel without attributes. */
  public KernelInfo(List<Argument> arguments) {
    this(List.of(), List.of(), "", 0, arguments);
  }

  /** A kernel whose work-groups may have any number of sub-groups. */
  public KernelInfo(
      List<Integer> requiredWorkGroupSize,
      List<Integer> workGroupSizeHint,
      String vectorTypeHint,
      int requiredSubGroupSize,
      List<Argument> arguments) {
    this(
        requiredWorkGroupSize,
        workGroupSizeHint,
        vectorTypeHint,
        requiredSubGroupSize,
        0,
        arguments);
  }

  public KernelInfo {
    requiredWorkGroupSize = List.copyOf(requiredWorkGroupSize);
    workGroupSizeHint = List.copyOf(workGroupSizeHint);
    arguments = List.copyOf(arguments);
  }

  /**
   * Returns whether it is a block that kernels enqueue and the host does not know (OpenCL C,
   * "Enqueuing Kernels"): its first argument is a pointer to the block's literal, whose first four
   * bytes are its size, the others are pointers to local memory.
   */
  public boolean isBlock() {
    return !arguments.isEmpty() && arguments.getFirst().typeName().equals(BLOCK);
  }

  /**
   * A kernel argument as it is declared.
   *
   * @param name in the source
   * @param typeName as written, such as {@code float4*}
   * @param baseType the same with what names of types ({@code typedef}) stand for
   * @param space GLOBAL, CONSTANT or LOCAL for pointers, PRIVATE for values
   * @param access of images and pipes: {@code read_only}, {@code write_only}, {@code read_write} or
   *     {@code none}
   * @param qualifiers {@code const}, {@code restrict}, {@code volatile}, {@code pipe}, separated by
   *     blanks
   */
  public record Argument(
      String name,
      String typeName,
      String baseType,
      AddressSpace space,
      String access,
      String qualifiers) {
    /** An argument whose type has no other name. */
    public Argument(
        String name, String typeName, AddressSpace space, String access, String qualifiers) {
      this(name, typeName, typeName, space, access, qualifiers);
    }

    /** Returns whether it is an image: a pointer to a description of it in constant memory. */
    public boolean isImage() {
      return !access.equals("none") && !isPipe();
    }

    /** Returns whether it is a sampler: 32 bits, those of its initialiser in OpenCL C. */
    public boolean isSampler() {
      return typeName.equals(SAMPLER);
    }

    /** Returns whether it is a pipe: a pointer to its state in global memory. */
    public boolean isPipe() {
      return Arrays.asList(qualifiers.split(" ")).contains("pipe");
    }
  }
}
