import { diffArrays } from 'diff'

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

/** The lines of two texts in one order: each once if both have it, else before what is in its place. Where much differs, all of one and then all of the other. */
export function diffLines(right: readonly string[], served: readonly string[]): DiffLine[] {
  const lines = (kind: DiffLine['kind'], texts: readonly string[]) => texts.map((text): DiffLine => ({ kind, text }))
  const changes = diffArrays([...right], [...served], { comparator: isSameLine, maxEditLength: editsMax })
  if (changes === undefined) return [...lines('missing', right), ...lines('added', served)]
  return changes.flatMap(({ value, added, removed }) => lines(added ? 'added' : removed ? 'missing' : 'same', value))
}

/** In a list of members a comma only says that another one follows. */
const isSameLine = (a: string, b: string): boolean => withoutComma(a) === withoutComma(b)
const withoutComma = (line: string): string => line.replace(/,$/, '')

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
