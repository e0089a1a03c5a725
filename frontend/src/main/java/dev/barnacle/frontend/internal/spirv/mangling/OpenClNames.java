package dev.barnacle.frontend.internal.spirv.mangling;

import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import java.util.List;

/** The names that types have in OpenCL C. */
public final class OpenClNames {
  /** The ends of functions' names by the numbers of SPIR-V, 3.16 "FP Rounding Mode". */
  public static final List<String> ROUNDINGS = List.of("_rte", "_rtz", "_rtp", "_rtn");

  private OpenClNames() {}

  /** Pointers that point to pointers are named this deep: they may point to themselves. */
  private static final int DEPTH = 8;

  /** Returns the name of a type; an integer says by {@code signed} which of the two it is. */
  public static String type(SpirvType type, boolean signed) {
    return type(type, signed, DEPTH);
  }

  private static String type(SpirvType type, boolean signed, int depth) {
    return switch (type) {
      case SpirvType.VoidType v -> "void";
      case SpirvType.Bool b -> "bool";
      case SpirvType.Int i ->
          (signed ? "" : "u")
              + switch (i.bits()) {
                case 8 -> "char";
                case 16 -> "short";
                case 32 -> "int";
                default -> "long";
              };
      case SpirvType.FloatType f -> f.llvm();
      case SpirvType.Vector v -> type(v.element(), signed, depth) + v.count();
      case SpirvType.Pointer p ->
          (depth == 0 ? "void" : type(p.pointee().get(), signed, depth - 1)) + "*";
      case SpirvType.Image image -> image.openClName() + "_t";
      case SpirvType.SampledImage s -> type(s.image(), signed, depth);
      case SpirvType.Array a -> type(a.element(), signed, depth) + "[" + a.count() + "]";
      case SpirvType.Struct s -> "struct";
      case SpirvType.FunctionType f -> "void()";
      case SpirvType.Opaque o ->
          switch (o.kind()) {
            case SAMPLER -> "sampler_t";
            case EVENT -> "event_t";
            case DEVICE_EVENT -> "clk_event_t";
            case RESERVE_ID -> "reserve_id_t";
            case QUEUE -> "queue_t";
            case READ_PIPE, WRITE_PIPE -> "pipe";
            case NAMED -> "void";
          };
    };
  }
}
