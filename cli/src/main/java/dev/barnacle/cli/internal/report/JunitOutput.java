package dev.barnacle.cli.internal.report;

import dev.barnacle.ir.ByteText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writes XML as Maven Surefire and pytest do: a test for each launch, which fails where something
 * is reported and is in error where it could not be launched.
 */
final class JunitOutput implements Output {
  private final List<Answer> answers = new ArrayList<>();

  @Override
  public void answer(Answer answer, PrintWriter out) {
    answers.add(answer);
  }

  @Override
  public void end(RunFacts run, PrintWriter out) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeCharacters("\n");
      xml.writeStartElement("testsuites");
      xml.writeCharacters("\n");
      suite(run, xml);
      xml.writeCharacters("\n");
      xml.writeEndElement();
      xml.writeEndDocument();
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e); // a text can be written to
    }
    out.println(text);
  }

  private void suite(RunFacts run, XMLStreamWriter xml) throws XMLStreamException {
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", "barnacle " + run.command());
    xml.writeAttribute("tests", String.valueOf(answers.size()));
    xml.writeAttribute("failures", count(Answer.Verdict.FAULTY, Answer.Verdict.INCOMPLETE));
    xml.writeAttribute("errors", count(Answer.Verdict.ERROR));
    xml.writeAttribute("skipped", "0");
    xml.writeAttribute("time", seconds(answers.stream().mapToDouble(Answer::seconds).sum()));
    xml.writeAttribute("timestamp", run.start().toString());
    for (Answer answer : answers) {
      test(answer, xml);
    }
    xml.writeCharacters("\n");
    xml.writeEndElement();
  }

  private String count(Answer.Verdict... verdicts) {
    List<Answer.Verdict> counted = List.of(verdicts);
    return String.valueOf(answers.stream().filter(a -> counted.contains(a.verdict())).count());
  }

  private static void test(Answer answer, XMLStreamWriter xml) throws XMLStreamException {
    xml.writeCharacters("\n");
    xml.writeStartElement("testcase");
    attribute(xml, "classname", answer.source().replaceFirst("\\.[^./]*$", "").replace('/', '.'));
    attribute(xml, "name", answer.name());
    xml.writeAttribute("time", seconds(answer.seconds()));
    attribute(xml, "file", answer.source());
    switch (answer.verdict()) {
      case CLEAN -> {}
      case INCOMPLETE -> {
        xml.writeEmptyElement("failure");
        xml.writeAttribute("type", "incomplete");
        xml.writeAttribute("message", "not all executions were looked at");
      }
      case FAULTY -> {
        Issue first = answer.issues().getFirst();
        xml.writeStartElement("failure");
        attribute(xml, "type", first.rule());
        int others = answer.issues().size() - 1;
        String more = others == 0 ? "" : ", and " + others + " more";
        attribute(xml, "message", first.title() + ": " + first.message() + more);
        xml.writeCharacters(
            clean(answer.issues().stream().map(Issue::inLines).collect(Collectors.joining())));
        xml.writeEndElement();
      }
      case ERROR -> {
        xml.writeStartElement("error");
        attribute(xml, "message", answer.summary().lines().findFirst().orElse(""));
        xml.writeCharacters(clean(answer.summary()));
        xml.writeEndElement();
      }
    }
    xml.writeEndElement();
  }

  private static String seconds(double time) {
    return String.format(Locale.ROOT, "%.3f", time);
  }

  private static void attribute(XMLStreamWriter xml, String name, String value)
      throws XMLStreamException {
    xml.writeAttribute(name, clean(value));
  }

  /** Leaves out what XML cannot hold. */
  private static String clean(String text) {
    return ByteText.unicode(text)
        .codePoints()
        .filter(c -> c == '\t' || c == '\n' || (c >= ' ' && c != 0xfffe && c != 0xffff))
        .filter(c -> c < 0xd800 || c > 0xdfff)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
