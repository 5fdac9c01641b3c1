/** Percent of runs that succeeded, with two decimals; 0 without runs. The rounding is that of IEEE doubles, as the peer's. */
export const successRate = (runs: number, successes: number): number =>
  runs === 0 ? 0 : Math.round((successes / runs) * 10_000) / 100
