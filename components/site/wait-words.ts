/** A waiting time in words, rounded up: `40 seconds`, `12 minutes`, `5 hours`. */
export function waitWords(seconds: number): string {
  if (seconds <= 90) return `${seconds} seconds`
  if (seconds <= 90 * 60) return `${Math.ceil(seconds / 60)} minutes`
  return `${Math.ceil(seconds / 3600)} hours`
}
