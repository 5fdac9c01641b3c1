import { isObject } from '@/lib/core/shared/values/json'

/** Next itself refuses more. */
const charactersMax = 40_000
/** Our deepest page lies five segments below the root. */
const depthMax = 50

/**
 * Whether the header `Next-Router-State-Tree` has the form that Next's client sends. The header says where that client
 * is, so that it gets only the part of a page that is new. Next answers 500 to any other form, so this check accepts
 * nothing that Next refuses.
 */
export function isRouterState(header: string): boolean {
  if (header.length > charactersMax) return false
  try {
    return isTree(JSON.parse(decodeURIComponent(header)), 0)
  } catch {
    return false
  }
}

/** A segment, the trees below it by slot, and up to four members that say which part to render again. */
function isTree(value: unknown, depth: number): boolean {
  if (depth > depthMax || !Array.isArray(value) || value.length < 2 || value.length > 6) return false
  const [segment, below, place = null, redraw = null, hints = null, further = ''] = value
  return (
    isSegment(segment) &&
    isObject(below) &&
    Object.values(below).every((tree) => isTree(tree, depth + 1)) &&
    (place === null || (isTexts(place) && place.length === 2)) &&
    (redraw === null || redraws.has(redraw)) &&
    (hints === null || typeof hints === 'number') &&
    typeof further === 'string'
  )
}

/** A segment of the path. A variable one has a name, a value, a kind, and its static siblings. */
const isSegment = (value: unknown): boolean =>
  typeof value === 'string' ||
  (Array.isArray(value) &&
    value.length === 4 &&
    isTexts(value.slice(0, 2)) &&
    kinds.has(value[2]) &&
    (value[3] === null || isTexts(value[3])))

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')

const redraws: ReadonlySet<unknown> = new Set(['refetch', 'inside-shared-layout', 'metadata-only'])

/**
 * How much of the path a variable segment matches: one segment (`d`), the rest (`c`), or the rest if any (`oc`). The
 * other kinds intercept.
 */
const kinds: ReadonlySet<unknown> = new Set([
  'd',
  'c',
  'oc',
  ...['d', 'c'].flatMap((kind) => ['(.)', '(..)', '(..)(..)', '(...)'].map((from) => `${kind}i${from}`)),
])
