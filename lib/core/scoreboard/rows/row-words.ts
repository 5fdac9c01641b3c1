/** Percentage of successful runs with two decimals; 0 without runs. Rounds IEEE doubles exactly like the peer does. */
export const successRate = (runs: number, successes: number): number =>
  runs === 0 ? 0 : Math.round((successes / runs) * 10_000) / 100

/** Of fewer runs, a percentage says more than was seen. */
const runsForRateMin = 5

/** A rate as a whole percentage, marked if only rounding makes it 0 or 100; `null` for fewer than five runs. */
export function rateWords(runs: number, successes: number): string | null {
  if (runs < runsForRateMin) return null
  const rate = Math.round((successes / runs) * 100)
  if (rate === 100 && successes < runs) return '> 99 %'
  if (rate === 0 && successes > 0) return '< 1 %'
  return `${rate} %`
}

/** A rate in as few characters as it takes: `95 %`, or `1/1` for fewer than five runs. */
export const shortRateWords = (runs: number, successes: number): string =>
  rateWords(runs, successes) ?? `${successes}/${runs}`

/** The level of a rate, one of three, for colours and icons. */
export function rateStep(rate: number): 'pass' | 'warn' | 'fail' {
  if (rate >= 90) return 'pass'
  return rate >= 70 ? 'warn' : 'fail'
}

/** A running time in words: `< 0.1 s`, `0.8 s`, `45 s`, `5 min 45 s`, `1 h 02 min`. */
export function runningTimeWords(millis: number): string {
  if (millis < 50) return '< 0.1 s'
  if (millis < 9950) return `${(Math.round(millis / 100) / 10).toFixed(1)} s`
  const seconds = Math.round(millis / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`
  return `${countWords(Math.floor(minutes / 60))} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** A whole number with thin spaces between thousands. */
export const countWords = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f')

const runnerTypes: Readonly<Record<string, string>> = {
  built_in_wallet: 'built in',
  real_wallet_qr: 'by QR code',
  external_ci: 'CI',
  android_emulator: 'Android emulator',
  redroid: 'Redroid',
  android_phone: 'Android phone',
  ios_simulator: 'iOS simulator',
  ios_phone: 'iPhone',
}

/** Display name of a runner's type. */
export const runnerTypeWords = (type: string): string => runnerTypes[type] ?? type
