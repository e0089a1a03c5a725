package dev.barnacle.ir.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.ir.Golden;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Samples;
import dev.barnacle.ir.text.IrParser;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class VerifierTest {
  private static final String FOLDER = "verify";

  private static List<VerifierError> errors(String name) {
    return Verifier.verify(IrParser.parse(Golden.read(FOLDER, name + ".ir"), name + ".ir"));
  }

  /** Each text of the folder breaks invariants; the file beside it has all errors, in order. */
  @TestFactory
  Stream<DynamicTest> golden() {
    return Golden.names(FOLDER, ".ir").stream()
        .map(name -> DynamicTest.dynamicTest(name, () -> check(name)));
  }

  private static void check(String name) {
    List<VerifierError> errors = errors(name);
    assertFalse(errors.isEmpty());
    Golden.check(
        FOLDER,
        name + ".expected",
        errors.stream().map(error -> error + "\n").collect(Collectors.joining()));
  }

  @TestFactory
  Stream<DynamicTest> brokenModulesThatTextCannotSay() {
    return BrokenModules.all().entrySet().stream()
        .map(
            entry ->
                DynamicTest.dynamicTest(
                    entry.getKey().name(),
                    () ->
                        assertTrue(
                            invariants(Verifier.verify(entry.getValue()))
                                .contains(entry.getKey()))));
  }

  @Test
  void everyInvariantIsBrokenBySomeTest() {
    Set<Invariant> untested = EnumSet.allOf(Invariant.class);
    for (String name : Golden.names(FOLDER, ".ir")) {
      untested.removeAll(invariants(errors(name)));
    }
    BrokenModules.all().values().forEach(m -> untested.removeAll(invariants(Verifier.verify(m))));
    assertEquals(Set.of(), untested);
  }

  private static Set<Invariant> invariants(List<VerifierError> errors) {
    return errors.stream().map(VerifierError::invariant).collect(Collectors.toSet());
  }

  @Test
  void correctModuleHasNoErrors() {
    assertEquals(List.of(), Verifier.verify(Samples.rich()));
  }

  @Test
  void exceptionNamesAllErrors() {
    Module module = IrParser.parse(Golden.read(FOLDER, "memory.ir"), "memory.ir");
    VerificationException e =
        assertThrows(VerificationException.class, () -> Verifier.check(module));
    assertEquals(Verifier.verify(module), e.errors());
    e.errors().forEach(error -> assertTrue(e.toString().contains(error.toString())));
  }
}
