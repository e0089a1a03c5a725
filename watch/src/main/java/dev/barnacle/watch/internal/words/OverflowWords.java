package dev.barnacle.watch.internal.words;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.watch.internal.run.fault.Wrap;
import dev.barnacle.watch.internal.run.kernel.PointerRoot;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says of an operation what wrapped in it, as the kernel's author may have written it. */
final class OverflowWords {
  private static final int MOST_DEPTH = 6;

  private final Wrap wrap;
  private final @Nullable Location access;
  private final SourceOperation.@Nullable Words source;

  /**
   * Prepares the words.
   *
   * @param access where the index was used
   * @param sources in memory, by the names that places have
   */
  OverflowWords(Wrap wrap, @Nullable Location access, Map<String, String> sources) {
    this.wrap = wrap;
    this.access = access;
    this.source = operation() instanceof Binary b ? SourceOperation.of(b, sources) : null;
  }

  /** Returns the operation whose result was wrong, or did not fit. */
  private Value operation() {
    Value at = wrap.at();
    while (at instanceof Cast cast) {
      at = cast.operand(0);
    }
    return at;
  }

  /** Returns what is known of it. */
  Detail.Overflow detail() {
    Instruction at = wrap.at();
    Detail.Remedy remedy = remedy();
    Detail.Computation computation =
        at instanceof Cast cast
            ? new Detail.Computation(true, false, bits(cast), Detail.Noun.SUM, operationText())
            : new Detail.Computation(
                false,
                isSigned((Binary) at),
                at.type().byteSize() * Byte.SIZE,
                noun((Binary) at),
                operationText());
    return new Detail.Overflow(wrap, computation, line(), remedy, name(remedy));
  }

  private Detail.Remedy remedy() {
    if (wrap.exact().signum() < 0) {
      return wrap.wrapped().signum() < 0 ? Detail.Remedy.LONG : Detail.Remedy.TEST_SIGN;
    }
    if (source != null && !source.changed().isEmpty()) {
      return Detail.Remedy.DECLARE;
    }
    return wrap.at() instanceof Cast ? Detail.Remedy.KEEP : Detail.Remedy.CONVERT;
  }

  private String name(Detail.Remedy remedy) {
    if (remedy == Detail.Remedy.CONVERT) {
      return source == null ? first(wrap.at()) : source.first();
    }
    return remedy == Detail.Remedy.DECLARE && source != null ? source.changed() : "";
  }

  private boolean isSigned(Binary binary) {
    return binary.noSignedWrap() || wrap.wrapped().signum() < 0;
  }

  private static long bits(Cast cast) {
    return Math.min(cast.type().byteSize(), cast.operand(0).type().byteSize()) * Byte.SIZE;
  }

  private String operationText() {
    return source == null ? text(operation(), 0) : source.text();
  }

  private String line() {
    Instruction said = source != null && operation() instanceof Instruction i ? i : wrap.at();
    return SourceLine.of(said.location(), access);
  }

  private static String first(Instruction operation) {
    Value at = operation;
    while ((at instanceof Binary binary && symbol(binary) != null)
        || (at instanceof Cast cast && cast.operand(0) instanceof Instruction)) {
      at = ((Instruction) at).operand(0);
    }
    return text(at, 0);
  }

  private static Detail.Noun noun(Binary binary) {
    return switch (binary.op()) {
      case ADD -> Detail.Noun.SUM;
      case SUB -> Detail.Noun.DIFFERENCE;
      case MUL -> Detail.Noun.PRODUCT;
      default -> Detail.Noun.SHIFT;
    };
  }

  private static @Nullable String symbol(Binary binary) {
    return switch (binary.op()) {
      case ADD -> "+";
      case SUB -> "-";
      case MUL -> "*";
      case SHL -> "<<";
      case SDIV, UDIV -> "/";
      case SREM, UREM -> "%";
      default -> null;
    };
  }

  private static String text(Value value, int depth) {
    if (depth > MOST_DEPTH) {
      return "…";
    }
    return switch (value) {
      case IntConstant c -> constant(c);
      case Parameter p -> p.name();
      case Cast c -> text(c.operand(0), depth);
      case WorkItemQuery q ->
          "get_"
              + q.kind().keyword()
              + (q.operands().isEmpty() ? "()" : "(" + text(q.operand(0), depth + 1) + ")");
      case Binary b when b.op() == Binary.Op.AND && b.name().startsWith("shl") ->
          text(b.operand(0), depth); // how far a shift goes: modulo the width
      case Binary b when symbol(b) != null ->
          operand(b, 0, depth) + " " + symbol(b) + " " + operand(b, 1, depth);
      case Phi p -> name(p.name());
      case Load l -> loaded(l);
      case ExtractElement _ -> "a component";
      default -> "…";
    };
  }

  private static String constant(IntConstant constant) {
    int width = (int) constant.type().byteSize() * Byte.SIZE;
    return String.valueOf(constant.unsigned() << (Long.SIZE - width) >> (Long.SIZE - width));
  }

  private static String operand(Binary binary, int index, int depth) {
    Value value = binary.operand(index);
    while (value instanceof Cast cast) {
      value = cast.operand(0);
    }
    String text = text(value, depth + 1);
    boolean sum = binary.op() == Binary.Op.ADD || (binary.op() == Binary.Op.SUB && index == 0);
    boolean chain = binary.op() == Binary.Op.MUL && index == 0;
    boolean plain =
        !(value instanceof Binary inner)
            || symbol(inner) == null
            || (sum && inner.op() != Binary.Op.SHL)
            || (chain && inner.op() == Binary.Op.MUL);
    return plain ? text : "(" + text + ")";
  }

  private static String loaded(Load load) {
    Value root = PointerRoot.root(load.pointer());
    if (root instanceof Alloca alloca) {
      return alloca.declaration() == null ? name(alloca.name()) : alloca.declaration().name();
    }
    return root instanceof Parameter parameter ? parameter.name() + "[…]" : "…";
  }

  /** A variable's name in the source: the front end counts what it makes of one. */
  private static String name(String name) {
    int dot = name.indexOf('.');
    String start = dot < 0 ? name : name.substring(0, dot);
    return start.isEmpty() ? "…" : start;
  }
}
