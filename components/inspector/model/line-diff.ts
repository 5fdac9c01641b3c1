/** A line of two texts: in both, only in the right one, or only in the one that is served. */
export interface DiffLine {
  readonly kind: 'same' | 'missing' | 'added'
  readonly text: string
}

/** What a reader sees of a comparison: lines, and how many are left out. */
export type DiffRow = DiffLine | { readonly kind: 'skipped'; readonly count: number }

/** Cells of the table that lines are matched in: a few milliseconds and one megabyte. */
const cellsMax = 500_000
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

/** The longest common subsequence, or, where there is too much to match, all of one and then all of the other. */
function matched(a: readonly string[], b: readonly string[]): (readonly [kind: DiffLine['kind'], at: number])[] {
  const all = (kind: DiffLine['kind'], lines: readonly string[]) => lines.map((_line, at) => [kind, at] as const)
  if (a.length * b.length > cellsMax) return [...all('missing', a), ...all('added', b)]
  const width = b.length + 1
  // How many lines are in common from this place of each on.
  const common = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number): number => common[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const rows: (readonly [DiffLine['kind'], number])[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      rows.push(['same', j])
      i++
      j++
    } else if (i < a.length && (j >= b.length || at(i + 1, j) >= at(i, j + 1))) rows.push(['missing', i++])
    else rows.push(['added', j++])
  }
  return rows
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
