// --global 16 --local 8
typedef struct { int count; float4 v[3]; union { int whole; float real; } u; char tag[5]; } S;
typedef struct { S s[2]; float2 p; } T;
global S kept[4];
kernel void k(global S *in)
{
  local T one;
  local float tile[4][8];
  const int i = get_local_id(0);
#ifdef MENDED
  tile[1][i] = 3;
  if (i == 0 && get_group_id(0) == 0)
    in[3].v[1].y = kept[1].tag[2] = one.s[1].tag[3] = i;
#else
  tile[1][i & 1] = 3;
  one.s[1].tag[3] = i;
  kept[1].tag[2] = i;
  in[3].v[1].y = i;
  in[2].u.real = i;
  in[1].u.whole = i;
#endif
}
