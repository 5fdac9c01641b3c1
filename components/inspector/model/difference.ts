export interface Difference {
  readonly before: string
  readonly differs: string
  readonly after: string
}

/** The part of `seen` that `expected` does not have, between what both have at their start and at their end. */
export function differenceFrom(expected: string, seen: string): Difference {
  const most = Math.min(expected.length, seen.length)
  let start = 0
  while (start < most && expected[start] === seen[start]) start += 1
  let end = 0
  while (end < most - start && expected.at(-1 - end) === seen.at(-1 - end)) end += 1
  return {
    before: seen.slice(0, start),
    differs: seen.slice(start, seen.length - end),
    after: seen.slice(seen.length - end),
  }
}
