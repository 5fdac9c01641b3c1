import type { ClaimNode, ClaimPosition } from './claim-tree'
import type { ClaimsPath, CredentialQuery } from './dcql-query'
import type { DisclosedClaim, Minimisation } from './dcql-reading'
import { type CoveredNode, placesOf, type ServedClaims } from './match-claims'

/** A requested claim, in the order of the selections that the coverage was computed from. */
export interface AskedClaim {
  readonly queryId: string
  readonly path: ClaimsPath
}

/** Measures what was revealed beyond the request. OID4VP-1FINAL-6.4.1 */
export function measureMinimisation({
  query,
  asked,
  covered,
  root,
  chosen,
  isSdJwt,
}: {
  readonly query: CredentialQuery
  readonly asked: readonly AskedClaim[]
  readonly covered: readonly CoveredNode[]
  readonly root: ClaimNode
  /** Indexes in `asked` of the claims of the option that was answered; `null` without options. */
  readonly chosen: ReadonlySet<number> | null
  readonly isSdJwt: boolean
}): Minimisation {
  const told = new Map<ServedClaims, Service>()
  const disclosed = covered.map(({ position, served }): DisclosedClaim & Service => {
    const service = told.get(served) ?? serviceOf(served, { asked, chosen })
    told.set(served, service)
    return { position, ...service }
  })
  const unrequested = disclosed.filter(({ role }) => role === 'unrequested').map(({ position }) => position)
  const towards = wayOf(asked.map(({ path }) => path))
  return {
    disclosed: disclosed.map(({ position, role, requestedBy }) => ({ position, role, requestedBy })),
    withoutRequest: query.claims === null ? unrequested.length : null,
    unrequested,
    beyondClaimSet:
      chosen === null
        ? []
        : disclosed.filter(({ role, isChosen }) => role !== 'unrequested' && !isChosen).map(({ position }) => position),
    siblings: unrequested.filter(
      (position) =>
        typeof position.at(-1) === 'string' &&
        position.length > 1 &&
        towards(position.slice(0, -1)) &&
        !towards(position),
    ),
    idleParents: unrequested.filter(towards),
    arrayElements: unrequested.filter(
      (position) => typeof position.at(-1) === 'number' && towards(position.slice(0, -1)) && !towards(position),
    ),
    inClear: isSdJwt ? inClear(root, asked) : [],
  }
}

/** What all nodes that serve the same claims have in common. */
interface Service extends Pick<DisclosedClaim, 'role' | 'requestedBy'> {
  /** One of these claims belongs to the option that was answered. */
  readonly isChosen: boolean
}

function serviceOf(
  served: ServedClaims,
  { asked, chosen }: { readonly asked: readonly AskedClaim[]; readonly chosen: ReadonlySet<number> | null },
): Service {
  const places = placesOf(served)
  return {
    role: served.selectedBy.size > 0 ? 'requested' : served.leadsTo.size > 0 ? 'parent' : 'unrequested',
    requestedBy: [...new Set(places.flatMap((place) => asked[place]?.queryId ?? []))],
    isChosen: chosen !== null && places.some((place) => chosen.has(place)),
  }
}

/** Claims that say how to check a credential rather than something about a person. SDJWTVC-3.2.2.2, RFC7519-4.1 */
const technicalClaims = ['iss', 'iat', 'nbf', 'exp', 'aud', 'jti', 'cnf', 'vct', 'vct#integrity', 'aka_vcts', 'status']

function inClear(root: ClaimNode, asked: readonly AskedClaim[]): string[] {
  if (root.kind !== 'object') return []
  const first = new Set(asked.map(({ path }) => path[0]))
  return [...root.members]
    .filter(([name, node]) => !node.disclosed && !technicalClaims.includes(name) && !first.has(name))
    .map(([name]) => name)
}

/** The paths of a query as a prefix tree. */
interface Way {
  readonly further: Map<string | typeof anyElement, Way>
}

/**
 * Stands for `null` and for every index: with decoys, an index may mean another place, so any element may be on the
 * path.
 */
const anyElement = Symbol('any element')

/**
 * Returns whether a position is a proper prefix of one of the paths. Takes as many steps as the position is long,
 * however many paths there are. OID4VP-1FINAL-7.1
 */
function wayOf(paths: readonly ClaimsPath[]): (position: ClaimPosition) => boolean {
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
