package dev.barnacle.ir.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.barnacle.ir.Golden;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Samples;
import dev.barnacle.ir.verify.Verifier;
import java.util.List;
import org.junit.jupiter.api.Test;

class IrParserTest {
  @Test
  void richModulePrintsTheSameAgain() {
    String text = IrPrinter.print(Samples.rich());
    Module parsed = IrParser.parse(text, "rich.ir");
    assertEquals(List.of(), Verifier.verify(parsed));
    assertEquals(text, IrPrinter.print(parsed));
  }

  @Test
  void goldenErrors() {
    for (String name : Golden.names("text/errors", ".ir")) {
      String text = Golden.read("text/errors", name + ".ir");
      ParseException e =
          assertThrows(ParseException.class, () -> IrParser.parse(text, name + ".ir"), name);
      Golden.check("text/errors", name + ".expected", e.getMessage() + "\n");
    }
  }
}
