package dev.barnacle.cl;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The platform ({@code clGetPlatformInfo}). */
public final class Platform {
  /** {@code CL_PLATFORM_NAME}. */
  public static final String NAME = "Barnacle";

  /** {@code CL_PLATFORM_VENDOR}. */
  public static final String VENDOR = "The Barnacle project";

  /** {@code CL_PLATFORM_VERSION}. */
  public static final String VERSION = "OpenCL 3.0 Barnacle " + release();

  private Platform() {}

  /** Returns Barnacle's own version, such as {@code 0.1.0}. */
  public static String release() {
    return Release.VERSION;
  }

  private static final class Release {
    static final String VERSION = read();

    private static String read() {
      try (InputStream in = Platform.class.getResourceAsStream("platform.properties")) {
        if (in == null) {
          throw new IllegalStateException("platform.properties is missing");
        }
        Properties properties = new Properties();
        properties.load(in);
        return properties.getProperty("version");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
