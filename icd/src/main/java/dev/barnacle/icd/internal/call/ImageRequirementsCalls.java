package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.ClKhr.*;

import dev.barnacle.cl.ImageDescription;
import dev.barnacle.cl.ImageFormat;
import dev.barnacle.cl.ImageRequirements;
import dev.barnacle.cl.MemoryFlag;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.abi.Properties;
import dev.barnacle.icd.internal.entry.GetImageRequirementsInfoEXT;
import dev.barnacle.icd.internal.handle.ContextHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.query.Info;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The requirements of images before they are made (cl_ext_image_requirements_info). */
public final class ImageRequirementsCalls {
  private ImageRequirementsCalls() {}

  public static long getImageRequirementsInfo(long a) {
    GetImageRequirementsInfoEXT call = new GetImageRequirementsInfoEXT(a);
    ContextHandle context = Handles.context(call.context());
    Properties unused = MemoryCalls.properties(call.properties());
    Set<MemoryFlag> flags = MemoryFlag.of(call.flags());
    ImageFormat format = call.imageFormat() == 0 ? null : ImageCalls.format(call.imageFormat());
    int parameter = call.paramName();
    ImageDescription shape = shape(call.imageDesc(), parameter);
    ImageRequirements needs = ImageRequirements.of(context.context(), flags, format, shape);
    Info out = Info.of(call);
    switch (parameter) {
      case CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT ->
          out.int64(needs.baseAddressAlignment());
      case CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT -> out.int64(needs.rowPitchAlignment());
      case CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT ->
          out.int64(needs.slicePitchAlignment());
      case CL_IMAGE_REQUIREMENTS_SIZE_EXT -> out.int64(needs.byteSize());
      case CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT -> out.int32((int) needs.maxWidth());
      case CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT -> out.int32((int) needs.maxHeight());
      case CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT -> out.int32((int) needs.maxDepth());
      case CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT -> out.int32((int) needs.maxArraySize());
      default -> throw Info.unknown(parameter);
    }
    return 0;
  }

  /** Reads the shape; for some limits it may be of any type, which is 0. */
  private static @Nullable ImageDescription shape(long descriptor, int parameter) {
    boolean ofAnyType =
        switch (parameter) {
          case CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT,
              CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT,
              CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT ->
              true;
          default -> false;
        };
    return descriptor == 0 || (ofAnyType && Native.getInt(descriptor) == 0)
        ? null
        : ImageCalls.description(descriptor, null);
  }
}
