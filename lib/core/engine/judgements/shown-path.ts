import { shown } from './shown'

/**
 * The path of a claim for a finding: its names separated by slashes. A name that may itself be personal data, because
 * it is long or looks like an address, is not shown.
 */
export const shownPath = (path: readonly (string | number | null)[]): string =>
  path.map((part) => (part === null ? '*' : typeof part === 'number' ? String(part) : shownName(part))).join('/')

const shownName = (name: string): string =>
  name.length > 64 || name.includes('@') ? `a name of ${name.length} characters` : String(shown(name))

/** Number of paths that a finding lists; the rest are counted. */
const pathsMax = 20

/** Several of them, the first ones by name. */
export const shownPaths = (paths: readonly (readonly (string | number | null)[])[]): string[] => [
  ...paths.slice(0, pathsMax).map(shownPath),
  ...(paths.length > pathsMax ? [`and ${paths.length - pathsMax} more`] : []),
]
