package dev.barnacle.ir;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What modules are made of, at random from a seed: names, places, types and constants. */
abstract class RandomParts {
  static final List<String> NAMES =
      List.of(
          "", "", "x", "x", "i", "i32", "ptr", "undef", "a.b", "1", "two words", "\u00fc\"\\\n");

  final Random random;

  RandomParts(long seed) {
    this.random = new Random(seed);
  }

  /** Goes on with the random numbers of another one. */
  RandomParts(RandomParts other) {
    this.random = other.random;
  }

  final <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  final <E extends Enum<E>> E pick(Class<E> type) {
    return pick(List.of(type.getEnumConstants()));
  }

  final <E extends Enum<E>> Set<E> some(Class<E> type) {
    Set<E> set = EnumSet.noneOf(type);
    for (E constant : type.getEnumConstants()) {
      if (random.nextInt(3) == 0) {
        set.add(constant);
      }
    }
    return set;
  }

  final long alignment() {
    return 1L << random.nextInt(8);
  }

  final Location location() {
    Location inlinedAt = random.nextInt(3) == 0 ? location() : null;
    return new Location(
        pick(List.of("k.cl", "a b.h", "\u00e9.cl")),
        random.nextInt(100),
        random.nextInt(20),
        inlinedAt);
  }

  final @Nullable Declaration declaration() {
    return random.nextBoolean()
        ? null
        : new Declaration(pick(NAMES), declaredType(0), random.nextInt(50));
  }

  private DeclaredType declaredType(int depth) {
    return switch (random.nextInt(depth < 3 ? 4 : 2)) {
      case 0 -> new DeclaredType.Scalar(pick(NAMES), random.nextInt(9));
      case 1 -> new DeclaredType.Vector(pick(NAMES), 2 + random.nextInt(15), 4, 64);
      case 2 -> new DeclaredType.Array(declaredType(depth + 1), random.nextInt(100));
      default -> {
        List<DeclaredType.Field> fields = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          fields.add(
              new DeclaredType.Field(pick(NAMES), random.nextInt(99), declaredType(depth + 1)));
        }
        yield new DeclaredType.Struct(pick(NAMES), random.nextInt(99), fields);
      }
    };
  }

  final Type scalar() {
    return pick(
        List.of(
            Types.I1, Types.I8, Types.I16, Types.I32, Types.I64, Types.F16, Types.F32, Types.F64));
  }

  final Type type() {
    return switch (random.nextInt(8)) {
      case 0 -> new PointerType(pick(AddressSpace.class));
      case 1 -> new OpaqueType(pick(OpaqueType.Kind.class));
      case 2 -> new PointerType(pick(AddressSpace.class)).withLanes(lanes());
      case 3, 4 -> scalar().withLanes(lanes());
      default -> scalar();
    };
  }

  final int lanes() {
    return pick(List.of(2, 3, 4, 8, 16));
  }

  final Type integer() {
    IntType type = pick(List.of(Types.I1, Types.I8, Types.I16, Types.I32, Types.I64));
    return random.nextBoolean() ? type : type.withLanes(lanes());
  }

  final Type floating() {
    FloatType type = pick(List.of(Types.F16, Types.F32, Types.F64));
    return random.nextBoolean() ? type : type.withLanes(lanes());
  }

  final Type like(Type scalar, Type shape) {
    return scalar.withLanes(shape.lanes());
  }

  final Constant constant(Type type) {
    if (random.nextInt(10) == 0) {
      return new UndefConstant(type);
    }
    return switch (type) {
      case IntType i -> new IntConstant(i, random.nextBoolean() ? random.nextLong() : 1);
      case FloatType f -> floating(f);
      case VectorType v -> {
        List<Constant> elements = new ArrayList<>();
        for (int i = 0; i < v.lanes(); i++) {
          elements.add(constant(v.element()));
        }
        yield new VectorConstant(v, elements);
      }
      default -> new NullConstant(type);
    };
  }

  final Constant floating(FloatType type) {
    long bits = random.nextLong() >>> (64 - type.bits());
    long exponent =
        switch (type.bits()) {
          case 16 -> 0x7c00L;
          case 32 -> 0x7f800000L;
          default -> 0x7ff0000000000000L;
        };
    return new FloatConstant(
        type,
        switch (random.nextInt(4)) {
          case 0 -> bits | exponent;
          case 1 -> exponent;
          case 2 -> bits & ~exponent;
          default -> bits;
        });
  }
}
