package dev.barnacle.ir.text;

import dev.barnacle.ir.Golden;
import dev.barnacle.ir.Samples;
import org.junit.jupiter.api.Test;

class IrPrinterTest {
  @Test
  void richModule() {
    Golden.check("text", "rich.ir", IrPrinter.print(Samples.rich()));
  }
}
