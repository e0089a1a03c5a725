package dev.barnacle.watch.internal.code.emit;

import static java.lang.constant.ConstantDescs.CD_long;

import dev.barnacle.ir.Load;
import dev.barnacle.watch.internal.run.exec.CheckElision;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;

/**
 * Writes the look whether a read is in its place's window ({@link CheckElision}) around the check
 * of the read, which is left out then.
 */
final class CheckElisionCode {
  private final Emitter emitter;
  private final CodeBuilder code;
  private final Label unknown;
  private final Label done;
  private int first;

  CheckElisionCode(Emitter emitter) {
    this.emitter = emitter;
    this.code = emitter.code();
    this.unknown = code.newLabel();
    this.done = code.newLabel();
  }

  /**
   * Writes what goes before the check: the address is pushed and the check passed by if all is
   * known.
   *
   * @param skip bytes between the pointer and what is read
   */
  void before(Load load, long skip, long alignment) {
    first = CheckElision.NUMBERS * emitter.layout().places().of(load);
    emitter.push(load.pointer());
    if (skip > 0) {
      code.loadConstant(skip);
      code.ladd();
    }
    number(0);
    code.lsub();
    code.dup2();
    number(1);
    code.lcmp();
    code.ifge(unknown);
    if (alignment > 1) {
      code.dup2();
      code.l2i();
      code.loadConstant((int) alignment - 1);
      code.iand();
      code.ifne(unknown);
    }
    number(2);
    code.ladd();
    code.goto_(done);
    code.labelBinding(unknown);
    code.pop2();
  }

  /** Writes what goes behind the check, which has pushed the address. */
  void after() {
    code.labelBinding(done);
  }

  private void number(int index) {
    emitter.pushWorkItem();
    code.getfield(JvmTypes.WORK_ITEM, "known", CD_long.arrayType());
    code.loadConstant(first + index);
    code.laload();
  }
}
