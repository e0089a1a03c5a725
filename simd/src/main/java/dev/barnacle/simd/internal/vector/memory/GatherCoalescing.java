package dev.barnacle.simd.internal.vector.memory;

import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.plan.region.MemoryForm.Address;
import dev.barnacle.simd.internal.text.LlvmTypes;
import dev.barnacle.simd.internal.vector.VectorScope;

/**
 * Coalesces a gather of elements that lie near each other, in any order, into two wide loads and a
 * permutation by which each lane takes its own element. A processor does that ten times faster than
 * a gather.
 *
 * <p>What lies between the lanes' own elements is read too, in the same page of memory as they are,
 * and dropped.
 *
 * <p>ispc has a pass of this name ({@code GatherCoalescePass}), for offsets that are known when it
 * compiles (M. Pharr and W. R. Mark, "ispc: A SPMD Compiler for High-Performance CPU Programming",
 * InPar 2012).
 */
final class GatherCoalescing {
  /** The smallest page of memory, in bytes. */
  private static final int PAGE = 4096;

  private static final int ELEMENT = 4;

  private final VectorScope scope;

  /** Elements of a window. */
  private final int size;

  /**
   * A test at run time.
   *
   * @param start the address of the window
   * @param holds the i1
   */
  record Test(String start, String holds) {}

  GatherCoalescing(VectorScope scope) {
    this.scope = scope;
    this.size = 2 * scope.lanes();
  }

  private LlvmText out() {
    return scope.out();
  }

  /** Tests whether all lanes that run have their elements in one aligned window. */
  Test test(Address address) {
    IntType type = (IntType) address.index().type();
    String text = LlvmTypes.type(type);
    String vector = scope.vectorType(type);
    String truth = scope.vectorType(Types.I1);
    String all = out().freeze(vector, scope.part(address.index(), 0));
    String first = out().extract(vector, all, 0);
    String start = out().and(text, first, -size);
    String offsets = offsets(address, all);
    String same = out().sub(vector, all, offsets);
    String differs = out().icmp("ne", vector, same, scope.splat(type, start));
    if (!scope.mask().full()) {
      differs = scope.select(scope.mask().text(), truth, differs, "zeroinitializer");
    }
    String apart = scope.any(differs);
    String wide = start;
    if (type.bits() < 64) {
      wide = out().cast(address.signed() ? "sext" : "zext", "i32", start, "i64");
    }
    String offset = out().mul("i64", wide, ELEMENT);
    String place = out().gep(scope.operand(address.base()), offset);
    String number = out().cast("ptrtoint", "ptr", place, "i64");
    String inPage = out().and("i64", number, PAGE - 1);
    String onePage = out().icmp("ule", "i64", inPage, PAGE - size * ELEMENT);
    String together = out().not(apart);
    return new Test(place, out().and("i1", together, onePage));
  }

  private String offsets(Address address, String indices) {
    String text = LlvmTypes.type(address.index().type());
    String element = text + " " + (size - 1);
    String vector = scope.vectorType(address.index().type());
    return out().and(vector, indices, scope.vectorConstant(l -> element));
  }

  /** Loads the window and gives each lane its element. */
  String load(Address address, String start, Type scalar) {
    String vector = scope.vectorType(Types.I32);
    long alignment = scope.module().alignment(ELEMENT);
    String low = out().load(vector, start, alignment);
    String next = out().gep(start, (long) scope.lanes() * ELEMENT);
    String high = out().load(vector, next, alignment);
    String offsets = offsets(address, scope.part(address.index(), 0));
    String indices = scope.vectorType(address.index().type());
    if (!indices.equals(vector)) {
      offsets = out().trunc(indices, offsets, vector);
    }
    String each =
        scope.module().math().isAvx512()
            ? scope.call(vector, "@llvm.x86.avx512.vpermi2var.d.512", low, offsets, high)
            : either(vector, low, offsets, high);
    String result = scope.vectorType(scalar);
    return result.equals(vector) ? each : out().bitcast(vector, each, result);
  }

  /** AVX2 permutes one register: both, then for each lane the one that has its element. */
  private String either(String vector, String low, String offsets, String high) {
    String name = "@llvm.x86.avx2.permd";
    String fromLow = scope.call(vector, name, low, offsets);
    String fromHigh = scope.call(vector, name, high, offsets);
    String last = scope.vectorConstant(l -> "i32 " + (scope.lanes() - 1));
    String upper = out().icmp("ugt", vector, offsets, last);
    return scope.select(upper, vector, fromHigh, fromLow);
  }
}
