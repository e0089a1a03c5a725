package dev.barnacle.ir.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Samples;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerifierTest {
  @Test
  void correctModuleHasNoErrors() {
    assertEquals(List.of(), Verifier.verify(Samples.rich()));
  }

  @Test
  void errorNamesInvariantAndPlace() {
    Module module = Samples.rich();
    Function kernel = module.kernels().getFirst();
    kernel.blocks().getLast().instructions().removeLast();
    VerificationException e =
        assertThrows(VerificationException.class, () -> Verifier.check(module));
    assertEquals(Invariant.TERMINATOR, e.errors().getFirst().invariant());
    String text = e.toString();
    assertTrue(text.contains("@k, block done"), text);
  }
}
