// Reads the colour of a material for each work-item; the host packs red, green, blue and flags into 16 bytes.
// Faulty: a float3 is as large and as aligned as a float4, so the struct has 32 bytes.
typedef struct {
  float3 colour;
  uint flags;
} Material;

kernel void shade(global const Material *materials, global float *out)
{
  const int i = get_global_id(0);
  const float3 c = materials[i].colour;
  out[i] = 0.3f * c.x + 0.6f * c.y + 0.1f * c.z;
}
