// Black-Scholes prices of European call and put options: exp, log and sqrt for each work-item.

// The normal distribution's cumulative density, after Abramowitz and Stegun 26.2.17 (error below 7.5e-8).
static float normal_cdf(float d)
{
  const float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
  const float polynomial =
      k * (0.319381530f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  const float tail = 0.39894228040f * exp(-0.5f * d * d) * polynomial;
  return d > 0.0f ? 1.0f - tail : tail;
}

// draws: three numbers in [0, 1) an option, from which come its price today (5 to 30), its strike price
// (1 to 100) and its time to expiry (0.25 to 10 years).
kernel void black_scholes(global const float *draws, global float *call, global float *put, uint options,
                          float riskless_rate, float volatility)
{
  const size_t i = get_global_id(0);
  if (i >= options)
    return;
  const float price = 5.0f + 25.0f * draws[3 * i];
  const float strike = 1.0f + 99.0f * draws[3 * i + 1];
  const float years = 0.25f + 9.75f * draws[3 * i + 2];
  const float deviation = volatility * sqrt(years);
  const float d1 = (log(price / strike) + (riskless_rate + 0.5f * volatility * volatility) * years) / deviation;
  const float d2 = d1 - deviation;
  const float cdf1 = normal_cdf(d1), cdf2 = normal_cdf(d2);
  const float discounted = strike * exp(-riskless_rate * years);
  call[i] = price * cdf1 - discounted * cdf2;
  put[i] = discounted * (1.0f - cdf2) - price * (1.0f - cdf1);
}
