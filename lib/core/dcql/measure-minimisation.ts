import type { CoveredNode } from './claim-coverage'
import type { ClaimNode, ClaimPosition } from './claim-tree'
import type { ClaimsPath, CredentialQuery } from './dcql-query'
import type { DisclosedClaim, Minimisation } from './dcql-reading'
import { serves } from './match-claim-sets'

/** A claim that some query asks for, in the order of the selections that the coverage was made with. */
export interface AskedClaim {
  readonly queryId: string
  readonly path: ClaimsPath
}

/** Tells what was revealed beyond what was asked for. OID4VP-1FINAL-6.4.1 */
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
  /** Places in `asked` that count where only one option of `claim_sets` may be answered; `null` without options. */
  readonly chosen: readonly number[] | null
  readonly isSdJwt: boolean
}): Minimisation {
  const disclosed = covered.map((node): DisclosedClaim & { readonly node: CoveredNode } => ({
    position: node.position,
    role: node.selectedBy.size > 0 ? 'requested' : node.leadsTo.size > 0 ? 'parent' : 'unrequested',
    requestedBy: [...new Set([...node.selectedBy, ...node.leadsTo].flatMap((place) => asked[place]?.queryId ?? []))],
    node,
  }))
  const unrequested = disclosed.filter(({ role }) => role === 'unrequested').map(({ position }) => position)
  const towards = (position: ClaimPosition): boolean => asked.some(({ path }) => leadsTowards(position, path))
  return {
    disclosed: disclosed.map(({ position, role, requestedBy }) => ({ position, role, requestedBy })),
    withoutRequest: query.claims === null ? unrequested.length : null,
    unrequested,
    beyondClaimSet:
      chosen === null
        ? []
        : disclosed
            .filter(({ role, node }) => role !== 'unrequested' && !chosen.some((place) => serves(node, place)))
            .map(({ position }) => position),
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

/** The position lies on the way along the path and does not reach its end. */
const leadsTowards = (position: ClaimPosition, path: ClaimsPath): boolean =>
  position.length < path.length &&
  position.every((step, place) => {
    const component = path[place]
    // An index may stand for another place where decoys are, so every element of the array is on the way.
    return typeof step === 'number' ? component === null || typeof component === 'number' : step === component
  })

/** Claims that say how a credential is checked rather than something about a person. SDJWTVC-3.2.2.2, RFC7519-4.1 */
const technicalClaims = ['iss', 'iat', 'nbf', 'exp', 'aud', 'jti', 'cnf', 'vct', 'vct#integrity', 'status']

const inClear = (root: ClaimNode, asked: readonly AskedClaim[]): string[] =>
  root.kind === 'object'
    ? [...root.members]
        .filter(([name, node]) => !node.disclosed && !technicalClaims.includes(name))
        .map(([name]) => name)
        .filter((name) => !asked.some(({ path }) => path[0] === name))
    : []
