package dev.barnacle.frontend;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosticTest {
  @Test
  void printsThePlaceAsFarAsItIsKnown() {
    Diagnostic.Severity error = Diagnostic.Severity.ERROR;
    assertEquals("k.cl:3:7: error: no", new Diagnostic(error, "k.cl", 3, 7, "no").toString());
    assertEquals("k.cl:3: error: no", new Diagnostic(error, "k.cl", 3, 0, "no").toString());
    assertEquals("k.cl: error: no", new Diagnostic(error, "k.cl", 0, 0, "no").toString());
    assertEquals("error: no", new Diagnostic(error, "", 0, 0, "no").toString());
  }

  @Test
  void exceptionHasOneLineForEachDiagnostic() {
    Diagnostic first = new Diagnostic(Diagnostic.Severity.ERROR, "k.cl", 3, 7, "no");
    Diagnostic second = new Diagnostic(Diagnostic.Severity.NOTE, "k.cl", 1, 1, "declared here");
    FrontendException thrown = new FrontendException(List.of(first, second));
    assertEquals("k.cl:3:7: error: no\nk.cl:1:1: note: declared here", thrown.getMessage());
    assertEquals(List.of(first, second), thrown.diagnostics());
  }
}
