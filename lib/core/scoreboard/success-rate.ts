/** Percentage of successful runs with two decimals; 0 without runs. Rounds IEEE doubles exactly like the peer does. */
export const successRate = (runs: number, successes: number): number =>
  runs === 0 ? 0 : Math.round((successes / runs) * 10_000) / 100
