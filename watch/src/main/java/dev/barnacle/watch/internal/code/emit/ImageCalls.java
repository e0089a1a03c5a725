package dev.barnacle.watch.internal.code.emit;

import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.barnacle.ir.Call;
import dev.barnacle.watch.internal.run.exec.ImageFormats;
import java.lang.classfile.CodeBuilder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes checks of the functions that images are read and written with: the library's functions
 * {@code __image_floats} and so on (images.h) make a color of each texel that is read, and a texel
 * of each color.
 */
final class ImageCalls {
  /** Their names as clang mangles them. */
  private static final Pattern NAME =
      Pattern.compile("_Z\\d\\d__image_(texel_of_)?(floats|ints|uints)P.*");

  private ImageCalls() {}

  /** Writes a check before a call, where it is one of them. */
  static void check(Emitter emitter, Call call) {
    Matcher name = NAME.matcher(call.callee().name());
    if (!name.matches()) {
      return;
    }
    CodeBuilder code = emitter.code();
    emitter.pushWorkItem();
    emitter.push(call.operand(0));
    code.loadConstant(name.group(2));
    code.loadConstant(name.group(1) == null ? 0 : 1);
    code.loadConstant(emitter.layout().places().of(call));
    emitter.call(
        ImageFormats.class,
        "check",
        CD_void,
        JvmTypes.WORK_ITEM,
        CD_long,
        CD_String,
        CD_int,
        CD_int);
  }
}
