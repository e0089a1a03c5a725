// Reads the colour of a material for each work-item; the host packs red, green, blue and flags into 16 bytes.
// Mended: a float4 with the flags as its last component.
typedef struct {
  float4 colour_and_flags;
} Material;

kernel void shade(global const Material *materials, global float *out)
{
  const int i = get_global_id(0);
  const float3 c = materials[i].colour_and_flags.xyz;
  out[i] = 0.3f * c.x + 0.6f * c.y + 0.1f * c.z;
}
