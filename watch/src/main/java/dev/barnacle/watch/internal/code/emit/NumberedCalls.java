package dev.barnacle.watch.internal.code.emit;

import static java.lang.constant.ConstantDescs.CD_int;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/**
 * A method that takes a number and a work-item, and calls the method of that number. Of many
 * methods it is a tree, so that HotSpot compiles it.
 */
final class NumberedCalls {
  /** Methods that one method calls. */
  private static final int MOST = 256;

  /** Bytes for each of them. */
  private static final int EACH = 10;

  private NumberedCalls() {}

  /**
   * Makes one.
   *
   * @param methods those that it calls, each with a work-item
   */
  static ClassSplits.Method make(
      ClassSplits shares, String name, List<ClassSplits.Method> methods) {
    ClassDesc result = methods.getFirst().type().returnType();
    MethodTypeDesc type = JvmTypes.method(result, CD_int, JvmTypes.WORK_ITEM);
    List<ClassSplits.Method> level = methods;
    for (int span = 1; ; span *= MOST) {
      List<ClassSplits.Method> next = new ArrayList<>();
      for (int from = 0; from < level.size(); from += MOST) {
        List<ClassSplits.Method> some = level.subList(from, Math.min(level.size(), from + MOST));
        String each = level.size() <= MOST ? name : name + "$" + span + "$" + from;
        int first = from;
        int width = span;
        next.add(
            shares.add(
                each, type, EACH * (long) some.size(), code -> choose(code, some, first, width)));
      }
      if (next.size() == 1) {
        return next.getFirst();
      }
      level = next;
    }
  }

  /** Calls one of some methods, each of which is for {@code width} numbers. */
  private static void choose(
      CodeBuilder code, List<ClassSplits.Method> methods, int first, int width) {
    List<SwitchCase> cases = new ArrayList<>();
    for (int i = 0; i < methods.size(); i++) {
      cases.add(SwitchCase.of(first + i, code.newLabel()));
    }
    code.iload(0);
    if (width > 1) {
      code.loadConstant(width);
      code.idiv();
    }
    code.tableswitch(first, first + cases.size() - 1, cases.getFirst().target(), cases);
    for (int i = 0; i < methods.size(); i++) {
      code.labelBinding(cases.get(i).target());
      ClassSplits.Method method = methods.get(i);
      if (method.type().parameterCount() > 1) {
        code.iload(0);
      }
      code.aload(1);
      method.call(code);
      code.return_(TypeKind.from(method.type().returnType()));
    }
  }
}
