package dev.barnacle.ir.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.RandomModules;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.verify.Verifier;
import dev.barnacle.ir.verify.VerifierError;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class RoundTripTest {
  @Property(tries = 200)
  void parsedTextPrintsTheSame(@ForAll long seed) {
    Module module = RandomModules.of(seed);
    assertEquals(List.of(), Verifier.verify(module));
    String text = IrPrinter.print(module);
    Module parsed = IrParser.parse(text, "random.ir");
    assertEquals(text, IrPrinter.print(parsed));
    assertEquals(List.of(), Verifier.verify(parsed));
  }

  @Property(tries = 200)
  void declarationsAreTheModuleWithoutBodies(@ForAll long seed) {
    Module module = RandomModules.of(seed);
    String text = IrPrinter.printDeclarations(module, module.globals());
    Module declared = IrParser.parseDeclarations(text, "random.ir");
    assertEquals(text, IrPrinter.printDeclarations(declared, declared.globals()));
    assertEquals(module.kernels().size(), declared.functions().size());
    for (int i = 0; i < declared.functions().size(); i++) {
      assertEquals(module.kernels().get(i).kernel(), declared.functions().get(i).kernel());
      assertEquals(List.of(), declared.functions().get(i).blocks());
    }
  }

  @Property(tries = 200)
  void declarationsAndTextTogetherAreTheModule(@ForAll long seed) {
    Module module = RandomModules.of(seed);
    String text = IrPrinter.print(module);
    Module declared = IrParser.parseDeclarations(declared(module), "random.ir");
    List<Function> kernels = declared.kernels();
    declared.readLater(m -> IrParser.parseInto(m, text));
    assertFalse(declared.isRead());
    assertEquals(text, IrPrinter.print(declared));
    assertTrue(declared.isRead());
    assertEquals(kernels, declared.kernels());
    assertEquals(List.of(), Verifier.verify(declared));
  }

  @Property(tries = 50)
  void textOfOtherVariablesOrKernelsIsAnError(@ForAll long seed) {
    Module module = RandomModules.of(seed);
    String text = IrPrinter.print(module);
    GlobalVariable more = new GlobalVariable("another", AddressSpace.GLOBAL, 4, 4, null);
    Module other = IrParser.parseDeclarations(declared(module), "random.ir");
    other.globals().add(more);
    assertThrows(ParseException.class, () -> IrParser.parseInto(other, text));
    Module missing = IrParser.parseDeclarations(declared(module), "random.ir");
    KernelInfo info = new KernelInfo(List.of());
    missing.functions().add(new Function("another", Types.VOID, List.of(), info, null));
    assertThrows(ParseException.class, () -> IrParser.parseInto(missing, text));
  }

  private static String declared(Module module) {
    return IrPrinter.printDeclarations(module, module.globals());
  }

  @Property(tries = 600)
  void damagedTextGivesAnErrorWithAPlaceOrAModule(@ForAll long seed) {
    Random random = new Random(seed);
    String text = damaged(IrPrinter.print(RandomModules.of(seed)), random);
    Module module;
    try {
      module = IrParser.parse(text, "damaged.ir");
    } catch (ParseException e) {
      List<String> lines = text.lines().toList();
      assertTrue(e.line() >= 1 && e.line() <= lines.size() + 1, e.toString());
      assertTrue(e.column() >= 1, e.toString());
      return;
    }
    List<VerifierError> errors = Verifier.verify(module);
    errors.forEach(error -> assertTrue(error.place().contains("@"), error.toString()));
    String printed = IrPrinter.print(module);
    if (errors.isEmpty()) {
      assertEquals(printed, IrPrinter.print(IrParser.parse(printed, "again.ir")));
    }
  }

  /** Changes the text in one to three places: characters, words or whole lines. */
  private static String damaged(String text, Random random) {
    String result = text;
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      result =
          switch (random.nextInt(3)) {
            case 0 -> character(result, random);
            case 1 -> word(result, random);
            default -> line(result, random);
          };
    }
    return result;
  }

  private static String character(String text, Random random) {
    int at = random.nextInt(text.length());
    String characters = "\"%@!:,(){}[]<>= -x19;\n\u20ac";
    char c = characters.charAt(random.nextInt(characters.length()));
    return text.substring(0, at) + c + text.substring(at + random.nextInt(2));
  }

  private static String word(String text, Random random) {
    String[] words = text.split("(?<= )|(?= )");
    int at = random.nextInt(words.length);
    words[at] = random.nextBoolean() ? "" : words[random.nextInt(words.length)];
    return String.join("", words);
  }

  private static String line(String text, Random random) {
    String[] lines = text.split("(?<=\n)");
    int at = random.nextInt(lines.length);
    lines[at] = random.nextBoolean() ? "" : lines[random.nextInt(lines.length)];
    return String.join("", lines);
  }
}
