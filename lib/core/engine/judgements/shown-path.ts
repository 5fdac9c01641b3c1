import { listed, quote, say, type Wording } from '../../ground/values/wording'
import { shown } from './shown'

/**
 * The path of a claim for a finding: its names separated by slashes. A name that may itself be personal data, because
 * it is long or looks like an address, is not shown.
 */
export const shownPath = (path: readonly (string | number | null)[]): Wording =>
  listed(
    path.map((part) => (part === null ? say`*` : typeof part === 'number' ? quote(String(part)) : shownName(part))),
    '/',
  )

const shownName = (name: string): Wording =>
  name.length > 64 || name.includes('@') ? say`a name of ${name.length} characters` : say`${shown(name)}`

/** Number of paths that a finding lists; the rest are counted. */
const pathsMax = 20

/** Several paths: the first ones by name, the rest counted. */
export const shownPaths = (paths: readonly (readonly (string | number | null)[])[]): Wording[] => [
  ...paths.slice(0, pathsMax).map(shownPath),
  ...(paths.length > pathsMax ? [say`and ${paths.length - pathsMax} more`] : []),
]
