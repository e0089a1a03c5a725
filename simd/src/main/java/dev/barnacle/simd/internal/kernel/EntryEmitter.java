package dev.barnacle.simd.internal.kernel;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.Parameter;
import dev.barnacle.llvm.text.LlvmNames;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.abi.ArenaLayout;
import dev.barnacle.simd.internal.abi.ArgumentLayout;
import dev.barnacle.simd.internal.abi.LaunchInfo;
import dev.barnacle.simd.internal.abi.Symbols;
import dev.barnacle.simd.internal.emit.InfoText;
import dev.barnacle.simd.internal.emit.ModuleContext;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.ArrayList;
import java.util.List;

/**
 * Emits the function that Java calls: it reads the arguments and runs the work-groups number begin
 * to end of a box of work-groups, dimension 0 running fastest.
 */
final class EntryEmitter {
  private static final String PARAMETERS =
      "(ptr noalias readonly %args, ptr noalias readonly %info, ptr noalias %arena, i64 %begin,"
          + " i64 %end)";

  private final ModuleContext module;
  private final Function kernel;
  private final ArgumentLayout arguments;
  private final LocalZeros zeros;

  EntryEmitter(ModuleContext module, Function kernel, ArgumentLayout arguments, LocalZeros zeros) {
    this.module = module;
    this.kernel = kernel;
    this.arguments = arguments;
    this.zeros = zeros;
  }

  /** Emits it. */
  String emit() {
    LlvmText text = new LlvmText(new LlvmNames());
    text.label("entry");
    module.declare("ptr @llvm.frameaddress.p0(i32)");
    text.as("%frame").call("ptr", "@llvm.frameaddress.p0", "i32 0");
    text.store("ptr", "%frame", "%arena");
    List<String> values = new ArrayList<>();
    for (Parameter parameter : kernel.parameters()) {
      values.add(argument(text, parameter));
    }
    copies(text, values);
    for (int d = 0; d < 3; d++) {
      InfoText.read(text, "%begin" + d, LaunchInfo.BOX_BEGIN + d);
      InfoText.read(text, "%size" + d, LaunchInfo.BOX_SIZE + d);
      InfoText.read(text, "%ls" + d, LaunchInfo.LOCAL_SIZE + d);
    }
    text.as("%rows").binary("udiv", "i64", "%begin", "%size0");
    text.as("%x.first").binary("urem", "i64", "%begin", "%size0");
    text.as("%z.first").binary("udiv", "i64", "%rows", "%size1");
    text.as("%y.first").binary("urem", "i64", "%rows", "%size1");
    text.br("loop");
    loop(text, values);
    return text.function("void @" + Symbols.ENTRY + PARAMETERS + " #1");
  }

  /** Adds the addresses and sizes of the thread's copies of buffers. */
  private void copies(LlvmText text, List<String> values) {
    long copied = module.specialization().copied();
    for (long rest = copied; rest != 0; rest &= rest - 1) {
      long at =
          arguments.end() + ArgumentLayout.copyOffset(copied, Long.numberOfTrailingZeros(rest));
      String place = text.gep("%args", at);
      String offset = text.load("i64", place, 8);
      String copy = text.gepInBounds("%arena", offset);
      String sizePlace = text.gep("%args", at + 8);
      values.add("ptr " + copy);
      values.add("i64 " + text.load("i64", sizePlace, 8));
    }
  }

  private String argument(LlvmText text, Parameter parameter) {
    String type = LlvmTypes.type(parameter.type());
    String address = text.gep("%args", arguments.offset(parameter.index()));
    if (parameter.byValueBytes() > 0) {
      return "ptr " + address;
    }
    if (ArgumentLayout.isLocalPointer(parameter)) {
      String offset = text.load("i64", address, 8);
      return "ptr " + text.gepInBounds("%arena", offset);
    }
    return type + " " + text.load(type, address, LlvmTypes.alignment(parameter.type()));
  }

  private void loop(LlvmText text, List<String> values) {
    text.label("loop");
    text.as("%g")
        .phi("i64", LlvmText.incoming("%begin", "entry"), LlvmText.incoming("%g.next", "next"));
    text.as("%x")
        .phi("i64", LlvmText.incoming("%x.first", "entry"), LlvmText.incoming("%x.next", "next"));
    text.as("%y")
        .phi("i64", LlvmText.incoming("%y.first", "entry"), LlvmText.incoming("%y.next", "next"));
    text.as("%z")
        .phi("i64", LlvmText.incoming("%z.first", "entry"), LlvmText.incoming("%z.next", "next"));
    text.as("%grp0").add("i64", "%x", "%begin0");
    text.as("%grp1").add("i64", "%y", "%begin1");
    text.as("%grp2").add("i64", "%z", "%begin2");
    List<String> all = new ArrayList<>(values);
    all.add("ptr %info");
    all.add("ptr %arena");
    all.addAll(List.of("i64 %grp0", "i64 %grp1", "i64 %grp2", "i64 %ls0", "i64 %ls1", "i64 %ls2"));
    zeros.emit(text, module);
    text.call("void", "@barnacle.group", all);
    text.as("%g.next").add("i64", "%g", 1);
    text.as("%x.more").add("i64", "%x", 1);
    text.as("%x.over").icmp("eq", "i64", "%x.more", "%size0");
    text.as("%x.next").select("%x.over", "i64", "0", "%x.more");
    text.as("%y.step").zext("i1", "%x.over", "i64");
    text.as("%y.more").add("i64", "%y", "%y.step");
    text.as("%y.over").icmp("eq", "i64", "%y.more", "%size1");
    text.as("%y.next").select("%y.over", "i64", "0", "%y.more");
    text.as("%z.step").zext("i1", "%y.over", "i64");
    text.as("%z.next").add("i64", "%z", "%z.step");
    text.as("%fault.at").gep("%arena", ArenaLayout.FAULT);
    text.as("%fault").load("i64", "%fault.at");
    text.as("%fine").icmp("eq", "i64", "%fault", 0);
    text.as("%more").icmp("ult", "i64", "%g.next", "%end");
    text.as("%again").and("i1", "%fine", "%more");
    text.br("%again", "next", "done");
    text.label("next");
    text.br("loop");
    text.label("done");
    text.ret();
  }
}
