/** A line of two texts: in both, only in the right one, or only in the one that is served. */
interface DiffLine {
  readonly kind: 'same' | 'missing' | 'added'
  readonly text: string
}

/** What a reader sees of a comparison: lines, and how many are left out. */
export type DiffRow = DiffLine | { readonly kind: 'skipped'; readonly count: number }

/** Most lines that differ until matching gives up: a few milliseconds and megabytes. */
const editsMax = 800
/** Equal lines that are shown around a difference. */
const contextLines = 3
/** Most rows that are shown of a comparison. */
const rowsMax = 400
/** Most characters that are shown of a line. */
const charactersMax = 400

/** In a list of members a comma only says that another one follows. */
const keyOf = (line: string): string => line.replace(/,$/, '')

/** The lines of two texts in one order: each once if both have it, else before what is in its place. */
export function diffLines(right: readonly string[], served: readonly string[]): DiffLine[] {
  const [a, b] = [right.map(keyOf), served.map(keyOf)]
  const most = Math.min(a.length, b.length)
  let start = 0
  while (start < most && a[start] === b[start]) start++
  let end = 0
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const [changedA, changedB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const line = (kind: DiffLine['kind'], lines: readonly string[], at: number): DiffLine => ({
    kind,
    text: lines[at] ?? '',
  })
  const both = (from: number, to: number) => served.slice(from, to).map((text): DiffLine => ({ kind: 'same', text }))
  return [
    ...both(0, start),
    ...matched(changedA, changedB).map(([kind, at]) => line(kind, kind === 'missing' ? right : served, start + at)),
    ...both(served.length - end, served.length),
  ]
}

/**
 * The shortest way from one list of lines to the other, by E. W. Myers, "An O(ND) Difference Algorithm and Its Variations"; where
 * it is long, all of one and then all of the other.
 */
function matched(a: readonly string[], b: readonly string[]): (readonly [kind: DiffLine['kind'], at: number])[] {
  const all = (kind: DiffLine['kind'], lines: readonly string[]) => lines.map((_line, at) => [kind, at] as const)
  const trace = wayOf(a, b)
  if (trace === null) return [...all('missing', a), ...all('added', b)]
  const rows: (readonly [DiffLine['kind'], number])[] = []
  let [x, y] = [a.length, b.length]
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reached = trace[edits]
    const from = (diagonal: number): number => reached?.[diagonal + edits + 1] ?? 0
    const diagonal = x - y
    const isAdded = diagonal === -edits || (diagonal !== edits && from(diagonal - 1) < from(diagonal + 1))
    const before = isAdded ? diagonal + 1 : diagonal - 1
    const start = edits === 0 ? 0 : from(before)
    while (x > start && y > start - before && x > 0 && y > 0 && a[x - 1] === b[y - 1]) {
      rows.push(['same', y - 1])
      x--
      y--
    }
    if (edits === 0) break
    if (isAdded) rows.push(['added', --y])
    else rows.push(['missing', --x])
  }
  return rows.reverse()
}

/** How far each diagonal was reached before each edit, from that many below to that many above; `null` after too many. */
function wayOf(a: readonly string[], b: readonly string[]): Int32Array[] | null {
  const most = Math.min(a.length + b.length, editsMax)
  const offset = most + 1
  const reached = new Int32Array(2 * most + 3)
  const at = (diagonal: number): number => reached[offset + diagonal] ?? 0
  const trace: Int32Array[] = []
  for (let edits = 0; edits <= most; edits++) {
    trace.push(reached.slice(offset - edits - 1, offset + edits + 2))
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const isAdded = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1))
      let x = isAdded ? at(diagonal + 1) : at(diagonal - 1) + 1
      if (edits === 0) x = 0
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++
      reached[offset + diagonal] = x
      if (x >= a.length && x - diagonal >= b.length) return trace
    }
  }
  return null
}

/** The comparison of two texts as it is shown: what differs with a few lines around it, long lines cut. */
export function diffRows(right: string, served: string): DiffRow[] {
  const lines = diffLines(right.split('\n'), served.split('\n'))
  const isNear = new Uint8Array(lines.length)
  for (const [at, { kind }] of lines.entries())
    if (kind !== 'same') isNear.fill(1, Math.max(0, at - contextLines), at + contextLines + 1)
  const rows: DiffRow[] = []
  for (const [at, { kind, text }] of lines.entries()) {
    const last = rows.at(-1)
    if (isNear[at] && rows.length < rowsMax) rows.push({ kind, text: shortLine(text) })
    else if (last?.kind === 'skipped') rows[rows.length - 1] = { kind: 'skipped', count: last.count + 1 }
    else rows.push({ kind: 'skipped', count: 1 })
  }
  return rows
}

/** A text for a page: its first lines, each cut where it is very long. */
export function shortText(text: string): string {
  const lines = text.split('\n')
  const left = lines.length - rowsMax
  const shown = lines.slice(0, rowsMax).map(shortLine)
  return [...shown, ...(left > 0 ? [`… ${left} more lines`] : [])].join('\n')
}

const shortLine = (line: string): string =>
  line.length <= charactersMax
    ? line
    : `${line.slice(0, charactersMax)}… (${line.length.toLocaleString('en')} characters)`
