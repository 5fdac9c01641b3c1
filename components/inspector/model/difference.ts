export interface Difference {
  readonly before: string
  readonly differs: string
  readonly after: string
}

const delimiters = /[/:.?&=#+_\s-]/

/**
 * The part of `seen` that is not in `expected`, extended to whole words. Strings with less than a third in common
 * differ as a whole: marking single letters would not help.
 */
export function differenceFrom(expected: string, seen: string): Difference {
  const most = Math.min(expected.length, seen.length)
  let start = 0
  while (start < most && expected[start] === seen[start]) start += 1
  let end = 0
  while (end < most - start && expected.at(-1 - end) === seen.at(-1 - end)) end += 1
  if (start + end < seen.length / 3) return { before: '', differs: seen, after: '' }
  // A difference inside a word covers the whole word.
  while (
    start > 0 &&
    start < seen.length &&
    !delimiters.test(seen[start] ?? '') &&
    !delimiters.test(seen[start - 1] ?? '')
  )
    start -= 1
  while (end > 0 && !delimiters.test(seen.at(-end) ?? '') && !delimiters.test(seen.at(-1 - end) ?? '')) end -= 1
  return {
    before: seen.slice(0, start),
    differs: seen.slice(start, seen.length - end),
    after: seen.slice(seen.length - end),
  }
}
