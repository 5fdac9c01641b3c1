import { diffArrays } from 'diff'

/** A line in both texts, only in the correct one, or only in the served one. */
interface DiffLine {
  readonly kind: 'same' | 'missing' | 'added'
  readonly text: string
}

/** A row of the displayed diff: a line, or a number of skipped lines. */
export type DiffRow = DiffLine | { readonly kind: 'skipped'; readonly count: number }

/** Gives up matching beyond this many edits, which take some milliseconds and megabytes. */
const editsMax = 800
/** Equal lines shown around a difference. */
const contextLines = 3
/** Most rows shown. */
const rowsMax = 400
/** Most characters shown per line. */
const charactersMax = 400

/**
 * Aligns two texts line by line; a removed line precedes its replacement. If they differ too much, lists one after the
 * other.
 */
export function diffLines(right: readonly string[], served: readonly string[]): DiffLine[] {
  const lines = (kind: DiffLine['kind'], texts: readonly string[]) => texts.map((text): DiffLine => ({ kind, text }))
  const changes = diffArrays([...right], [...served], { comparator: isSameLine, maxEditLength: editsMax })
  if (changes === undefined) return [...lines('missing', right), ...lines('added', served)]
  return changes.flatMap(({ value, added, removed }) => lines(added ? 'added' : removed ? 'missing' : 'same', value))
}

/** A trailing comma only says that another member follows. */
const isSameLine = (a: string, b: string): boolean => withoutComma(a) === withoutComma(b)
const withoutComma = (line: string): string => line.replace(/,$/, '')

/** Diff of two texts for display: changed lines with context, long lines cut. */
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

/** First lines of a text, each cut if very long. */
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
