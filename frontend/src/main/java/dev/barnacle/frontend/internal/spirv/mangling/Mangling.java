package dev.barnacle.frontend.internal.spirv.mangling;

import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The names that clang gives OpenCL C's overloaded functions, by the rules of the Itanium C++ ABI
 * ("Mangling") as far as these need them.
 */
public final class Mangling {
  private final StringBuilder text = new StringBuilder();
  private final List<String> substitutions = new ArrayList<>();

  private Mangling() {}

  /** Returns the name of a function that takes these arguments. */
  public static String name(String function, List<MangledArgument> arguments) {
    Mangling mangling = new Mangling();
    mangling.text.append("_Z").append(function.length()).append(function);
    if (arguments.isEmpty()) {
      mangling.text.append('v');
    }
    for (MangledArgument argument : arguments) {
      switch (argument) {
        case MangledArgument.Value v -> mangling.value(v.type(), v.signed());
        case MangledArgument.Pointer p -> mangling.pointer(p);
      }
    }
    return mangling.text.toString();
  }

  private void value(SpirvType type, boolean signed) {
    String name = plain(type, signed);
    boolean isBuiltin =
        type instanceof SpirvType.Bool
            || type instanceof SpirvType.Int
            || type instanceof SpirvType.FloatType
            || name.equals("v");
    if (!isBuiltin) {
      if (!substituted(name)) {
        text.append(name);
        substitutions.add(name);
      }
    } else {
      text.append(name);
    }
  }

  private void pointer(MangledArgument.Pointer pointer) {
    String qualifiers =
        (pointer.space() == 0 ? "" : "U3AS" + pointer.space()) + (pointer.constant() ? "K" : "");
    String target = plain(pointer.pointee(), pointer.signed());
    String whole = "P" + qualifiers + target;
    if (substituted(whole)) {
      return;
    }
    text.append('P');
    if (!qualifiers.isEmpty() && substituted(qualifiers + target)) {
      substitutions.add(whole);
      return;
    }
    text.append(qualifiers);
    value(pointer.pointee(), pointer.signed());
    if (!qualifiers.isEmpty()) {
      substitutions.add(qualifiers + target);
    }
    substitutions.add(whole);
  }

  private boolean substituted(String name) {
    int index = substitutions.indexOf(name);
    if (index >= 0) {
      String number = index == 0 ? "" : Integer.toString(index - 1, 36).toUpperCase(Locale.ROOT);
      text.append('S').append(number).append('_');
    }
    return index >= 0;
  }

  private static String plain(SpirvType type, boolean signed) {
    return switch (type) {
      case SpirvType.Bool b -> "b";
      case SpirvType.Int i ->
          switch (i.bits()) {
            case 8 -> signed ? "c" : "h";
            case 16 -> signed ? "s" : "t";
            case 32 -> signed ? "i" : "j";
            default -> signed ? "l" : "m";
          };
      case SpirvType.FloatType f ->
          switch (f.bits()) {
            case 16 -> "Dh";
            case 32 -> "f";
            default -> "d";
          };
      case SpirvType.Vector v -> "Dv" + v.count() + "_" + plain(v.element(), signed);
      case SpirvType.Image i -> image(i);
      case SpirvType.SampledImage s -> image(s.image());
      case SpirvType.Opaque o -> o.kind().mangled().length() + o.kind().mangled();
      default -> "v";
    };
  }

  private static String image(SpirvType.Image image) {
    String access =
        switch (image.access()) {
          case 0 -> "_ro";
          case 1 -> "_wo";
          default -> "_rw";
        };
    String name = "ocl_" + image.openClName() + access;
    return name.length() + name;
  }
}
