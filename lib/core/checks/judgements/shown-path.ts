import { shown } from './shown'

/**
 * Where a claim is, fit for a finding: its names with slashes between them. A name that may itself be about a person,
 * because it is long or looks like an address, is not told.
 */
export const shownPath = (path: readonly (string | number | null)[]): string =>
  path.map((part) => (part === null ? '*' : typeof part === 'number' ? String(part) : shownName(part))).join('/')

const shownName = (name: string): string =>
  name.length > 64 || name.includes('@') ? `a name of ${name.length} characters` : String(shown(name))

/** Paths that a finding lists; the rest is counted. */
const pathsMax = 20

/** Several of them, the first ones by name. */
export const shownPaths = (paths: readonly (readonly (string | number | null)[])[]): string[] => [
  ...paths.slice(0, pathsMax).map(shownPath),
  ...(paths.length > pathsMax ? [`and ${paths.length - pathsMax} more`] : []),
]
