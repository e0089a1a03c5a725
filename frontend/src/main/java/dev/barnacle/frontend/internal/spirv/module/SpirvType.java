package dev.barnacle.frontend.internal.spirv.module;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A type (SPIR-V, 2.2.2 "Types" and 3.49.6 "Type-Declaration Instructions"). */
public sealed interface SpirvType {
  /** Returns how LLVM's assembly writes it, for the target spir64. */
  String llvm();

  /** Returns the type of a scalar, or of a vector's components. */
  default SpirvType scalar() {
    return this;
  }

  /** Returns the number of components: 1 for all but vectors. */
  default int components() {
    return 1;
  }

  /** {@code OpTypeVoid}. */
  record VoidType() implements SpirvType {
    @Override
    public String llvm() {
      return "void";
    }
  }

  /** {@code OpTypeBool}. */
  record Bool() implements SpirvType {
    @Override
    public String llvm() {
      return "i1";
    }
  }

  /** {@code OpTypeInt}; kernels' integers have no sign, instructions give it. */
  record Int(int bits) implements SpirvType {
    @Override
    public String llvm() {
      return "i" + bits;
    }
  }

  /** {@code OpTypeFloat}. */
  record FloatType(int bits) implements SpirvType {
    @Override
    public String llvm() {
      return switch (bits) {
        case 16 -> "half";
        case 32 -> "float";
        default -> "double";
      };
    }
  }

  /** {@code OpTypeVector}. */
  record Vector(SpirvType element, int count) implements SpirvType {
    @Override
    public String llvm() {
      return "<" + count + " x " + element.llvm() + ">";
    }

    @Override
    public SpirvType scalar() {
      return element;
    }

    @Override
    public int components() {
      return count;
    }
  }

  /**
   * {@code OpTypeArray}.
   *
   * @param depth how deep aggregates are nested in it
   */
  record Array(SpirvType element, long count, int depth) implements SpirvType {
    @Override
    public String llvm() {
      return "[" + count + " x " + element.llvm() + "]";
    }
  }

  /**
   * {@code OpTypeStruct}.
   *
   * @param id its id, by which it is told from others
   * @param packed whether it has the decoration {@code CPacked}
   * @param size in bytes, with what fills it up to its alignment
   * @param alignment in bytes
   * @param depth how deep aggregates are nested in it
   */
  record Struct(
      int id, List<SpirvType> members, boolean packed, long size, long alignment, int depth)
      implements SpirvType {
    /** Makes a copy of the list. */
    public Struct {
      members = List.copyOf(members);
    }

    @Override
    public String llvm() {
      return "%S" + id;
    }

    /** Returns what LLVM's assembly writes behind its name. */
    public String definition() {
      String inner = members.stream().map(SpirvType::llvm).collect(Collectors.joining(", "));
      return packed ? "<{ " + inner + " }>" : "{ " + inner + " }";
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Struct struct && struct.id == id;
    }

    @Override
    public int hashCode() {
      return id;
    }
  }

  /**
   * {@code OpTypePointer}.
   *
   * @param pointee gives what it points to; asked late, for structures may point to themselves
   */
  record Pointer(StorageClass storage, Supplier<SpirvType> pointee) implements SpirvType {
    @Override
    public String llvm() {
      int space = storage.space();
      return space == 0 ? "ptr" : "ptr addrspace(" + space + ")";
    }
  }

  /** {@code OpTypeFunction}. */
  record FunctionType(SpirvType result, List<SpirvType> parameters) implements SpirvType {
    /** Makes a copy of the list. */
    public FunctionType {
      parameters = List.copyOf(parameters);
    }

    @Override
    public String llvm() {
      String inner = parameters.stream().map(SpirvType::llvm).collect(Collectors.joining(", "));
      return result.llvm() + " (" + inner + ")";
    }
  }

  /**
   * {@code OpTypeImage}.
   *
   * @param dim 0, 1, 2 for that many and one dimensions, 5 for a buffer
   * @param depth 1 for a depth image
   * @param arrayed 1 for an array of images
   * @param access 0 read-only, 1 write-only, 2 both
   */
  record Image(int dim, int depth, int arrayed, int multisampled, int access) implements SpirvType {
    @Override
    public String llvm() {
      return "target(\"spirv.Image\", void, %d, %d, %d, %d, 0, 0, %d)"
          .formatted(dim, depth, arrayed, multisampled, access);
    }

    /** Returns OpenCL C's name of the type. */
    public String openClName() {
      String name =
          switch (dim) {
            case 0 -> "image1d";
            case 1 -> "image2d";
            case 2 -> "image3d";
            default -> "image1d_buffer";
          };
      return name
          + (arrayed == 1 ? "_array" : "")
          + (multisampled == 1 ? "_msaa" : "")
          + (depth == 1 ? "_depth" : "");
    }

    /** Returns the access qualifier of OpenCL C. */
    public String qualifier() {
      return switch (access) {
        case 0 -> "read_only";
        case 1 -> "write_only";
        default -> "read_write";
      };
    }

    /** Returns the number of coordinates, an array's layer included. */
    public int coordinates() {
      return (dim == 5 ? 1 : dim + 1) + arrayed;
    }
  }

  /** {@code OpTypeSampledImage}: an image with a sampler, which LLVM has no value for. */
  record SampledImage(Image image) implements SpirvType {
    @Override
    public String llvm() {
      return image.llvm();
    }
  }

  /** A type without a structure: samplers, events, queues and the like. */
  record Opaque(Kind kind) implements SpirvType {
    /** The kind of such a type. */
    public enum Kind {
      /** {@code OpTypeSampler}. */
      SAMPLER("target(\"spirv.Sampler\")", "ocl_sampler"),
      /** {@code OpTypeEvent}. */
      EVENT("target(\"spirv.Event\")", "ocl_event"),
      /** {@code OpTypeDeviceEvent}. */
      DEVICE_EVENT("target(\"spirv.DeviceEvent\")", "ocl_clkevent"),
      /** {@code OpTypeReserveId}. */
      RESERVE_ID("target(\"spirv.ReserveId\")", "ocl_reserveid"),
      /** {@code OpTypeQueue}. */
      QUEUE("target(\"spirv.Queue\")", "ocl_queue"),
      /** {@code OpTypePipe} that is read. */
      READ_PIPE("target(\"spirv.Pipe\", 0)", "ocl_pipe"),
      /** {@code OpTypePipe} that is written. */
      WRITE_PIPE("target(\"spirv.Pipe\", 1)", "ocl_pipe"),
      /** {@code OpTypeOpaque}, which only pointers can point to. */
      NAMED("opaque", "opaque");

      private final String llvm;
      private final String mangled;

      Kind(String llvm, String mangled) {
        this.llvm = llvm;
        this.mangled = mangled;
      }

      /** Returns how clang mangles it. */
      public String mangled() {
        return mangled;
      }
    }

    @Override
    public String llvm() {
      return kind == Kind.NAMED ? "i8" : kind.llvm;
    }
  }
}
