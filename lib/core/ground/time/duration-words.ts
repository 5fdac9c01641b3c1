const units = [
  { name: 'days', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
] as const

/** A number of seconds for people: seconds up to two hours, then hours, after two days days. Never negative. */
export function durationWords(seconds: number): string {
  const length = Math.abs(seconds)
  const unit = units.find((one) => length >= 2 * one.seconds)
  return unit === undefined ? `${Math.round(length)} s` : `${Math.round(length / unit.seconds)} ${unit.name}`
}

/** How far an instant is from now, for people: `600 s in the past`. `fromNow`: seconds, negative for the past. */
export const distanceWords = (fromNow: number): string =>
  `${durationWords(fromNow)} in the ${fromNow < 0 ? 'past' : 'future'}`
