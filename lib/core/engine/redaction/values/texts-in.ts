/** Up to this many texts are searched for one by one. */
const few = 8

/**
 * Finds which of the given texts occur in another, in time linear in its length, however many texts there are. Each
 * must have at least `start` characters.
 */
export function textsIn(texts: readonly string[], start: number): (text: string) => readonly string[] {
  const byLength = texts.toSorted((a, b) => a.length - b.length)
  const shortest = byLength[0]?.length ?? Number.POSITIVE_INFINITY
  const tooMany = byLength[few]?.length
  if (tooMany === undefined)
    return (text) => (text.length < shortest ? none : texts.filter((candidate) => text.includes(candidate)))
  const short = byLength.slice(0, few)
  const outgoing = Array.from({ length: start }).reduce<number>((power) => Math.imul(power, base), 1)
  const byStart = startsOf(texts, start)
  return (text) => {
    if (text.length < shortest) return none
    // True of most searched texts: they are so short that only a few candidates fit.
    if (text.length < tooMany && !short.some((candidate) => text.includes(candidate))) return none
    const found = new Set<string>()
    let sum = 0
    for (let at = 0; at < text.length; at++) {
      const from = at - start
      sum = next(sum, text.charCodeAt(at), from < 0 ? 0 : Math.imul(text.charCodeAt(from), outgoing))
      if (from < -1) continue
      for (const candidate of byStart.get(sum) ?? []) if (text.startsWith(candidate, from + 1)) found.add(candidate)
    }
    return [...found]
  }
}

const none: readonly string[] = []

/** Groups texts by the rolling hash of their first characters. */
function startsOf(texts: readonly string[], start: number): ReadonlyMap<number, readonly string[]> {
  const byStart = new Map<number, string[]>()
  for (const text of texts) {
    let sum = 0
    for (let at = 0; at < start; at++) sum = next(sum, text.charCodeAt(at), 0)
    const list = byStart.get(sum)
    if (list) list.push(text)
    else byStart.set(sum, [text])
  }
  return byStart
}

const base = 31

/** Moves the rolling hash on by one character. */
const next = (sum: number, entering: number, leaving: number): number => (Math.imul(sum, base) + entering - leaving) | 0
