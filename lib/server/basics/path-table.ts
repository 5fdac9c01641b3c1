/** The segments of a path as received; `null` for one that would be rewritten later. */
export function segmentsOf(path: string): readonly string[] | null {
  const segments = path.split('/')
  return isCanonical(path, segments) ? segments : null
}

/**
 * True if no part of the path would be rewritten later: dot segments, backslashes and fragments would lead a framework
 * to a different page from the one checked here.
 */
function isCanonical(path: string, segments: readonly string[]): boolean {
  if (!path.startsWith('/') || /[\\#]/.test(path)) return false
  return segments.every((segment) => {
    const plain = decodeSegment(segment)
    return plain !== null && plain !== '.' && plain !== '..'
  })
}

/** A segment without percent-encoding; `null` if that is broken. */
export function decodeSegment(segment: string): string | null {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/** The variables of a path in a table, decoded. */
export type PathParams = Readonly<Record<string, string>>

/** The table's entry at a path, with the values of the path's variables. */
export interface PathMatch<Entry> {
  readonly entry: Entry
  readonly params: PathParams
}

/**
 * Returns a function that finds the entry at a path, given as segments; `null` if there is none. Paths are written with
 * `{variables}`, each one segment that is not empty. A path without variables takes precedence over one with variables.
 */
export function pathTable<Entry extends { readonly path: string }>(
  entries: readonly Entry[],
): (segments: readonly string[]) => PathMatch<Entry> | null {
  /** Entries by number of segments: a path can only match entries of the same length. */
  const byLength = new Map<number, { readonly entry: Entry; readonly pattern: readonly string[] }[]>()
  for (const entry of [...entries].sort((one, other) => variables(one.path) - variables(other.path))) {
    const pattern = entry.path.split('/')
    const sameLength = byLength.get(pattern.length) ?? []
    sameLength.push({ entry, pattern })
    byLength.set(pattern.length, sameLength)
  }
  return (segments) => {
    for (const { entry, pattern } of byLength.get(segments.length) ?? []) {
      const params = match(pattern, segments)
      if (params !== null) return { entry, params }
    }
    return null
  }
}

const variables = (path: string): number => path.split('{').length - 1

function match(pattern: readonly string[], segments: readonly string[]): PathParams | null {
  const params: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const segment = decodeSegment(segments[index] ?? '')
    if (segment === null) return null
    if (expected.startsWith('{')) {
      if (segment === '') return null
      params[expected.slice(1, -1)] = segment
    } else if (expected !== segment) return null
  }
  return params
}
