import type { ClaimPosition } from './claim-tree'
import type { ClaimsPath } from './dcql-query'

/** The paths of a query by their beginnings. */
interface Way {
  readonly further: Map<string | typeof anyElement, Way>
}

/** Stands for `null` and for every index: one may mean another place where decoys are, so each element is on the way. */
const anyElement = Symbol('any element')

/**
 * Tells of a position whether it lies on the way along one of the paths and does not reach its end. Takes as many steps as
 * the position is long, however many paths there are. OID4VP-1FINAL-7.1
 */
export function wayOf(paths: readonly ClaimsPath[]): (position: ClaimPosition) => boolean {
  const start: Way = { further: new Map() }
  for (const path of paths) {
    let way = start
    for (const component of path) {
      const key = keyOf(component)
      const next = way.further.get(key) ?? { further: new Map() }
      way.further.set(key, next)
      way = next
    }
  }
  return (position) => {
    let way: Way | undefined = start
    for (const step of position) way = way?.further.get(keyOf(step))
    return way !== undefined && way.further.size > 0
  }
}

const keyOf = (component: string | number | null): string | typeof anyElement =>
  typeof component === 'string' ? component : anyElement
