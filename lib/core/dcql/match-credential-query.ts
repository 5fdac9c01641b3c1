import { coverage } from './claim-coverage'
import type { ClaimsQuery, CredentialQuery, TrustedAuthoritiesQuery } from './dcql-query'
import type { QueryMatch, TrustedAuthorityMatch, TypeMatch } from './dcql-reading'
import { matchClaim } from './match-claim'
import { matchClaimSets } from './match-claim-sets'
import { measureMinimisation } from './measure-minimisation'
import type { PresentedCredential } from './presented-credential'

/**
 * Relates a presentation to the credential query that it answers. Looks at everything, whatever else is wrong; never
 * throws. OID4VP-1FINAL-6.1, OID4VP-1FINAL-6.4.1
 */
export function matchCredentialQuery({
  query,
  index,
  presented,
  alsoAnswers,
}: {
  readonly query: CredentialQuery
  /** Place in the array of the VP Token. */
  readonly index: number
  readonly presented: PresentedCredential
  /** Other queries that the same credential answers: what they ask for may be revealed too. OID4VP-1FINAL-6.4 */
  readonly alsoAnswers: readonly CredentialQuery[]
}): QueryMatch {
  const own = (query.claims ?? []).map((claim) => matchClaim(claim, presented.claims))
  const others = alsoAnswers.flatMap((other) =>
    (other.claims ?? []).map((claim: ClaimsQuery) => ({
      queryId: other.id,
      path: claim.path,
      selection: matchClaim(claim, presented.claims).selection,
    })),
  )
  const asked = [...(query.claims ?? []).map(({ path }) => ({ queryId: query.id, path })), ...others]
  const covered = coverage(
    presented.claims,
    [...own, ...others].map(({ selection }) => selection),
  )
  const claims = own.map(({ match }) => match)
  const claimSets = query.claimSets && matchClaimSets({ options: query.claimSets, claims, covered })
  const answered = claimSets && query.claimSets?.[claimSets.best]
  return {
    queryId: query.id,
    index,
    queryWhole: query.whole,
    format: { wanted: query.format, actual: presented.format, matches: query.format === presented.format },
    type: matchType(query, presented),
    holderBinding: { required: query.holderBinding, present: presented.holderBindingPresent },
    claims: query.claims && claims,
    claimSets,
    trustedAuthorities: query.trustedAuthorities.map((authority) => matchAuthority(authority, presented)),
    minimisation: measureMinimisation({
      query,
      asked,
      covered,
      root: presented.claims,
      chosen: answered ? [...answered, ...others.map((_, place) => claims.length + place)] : null,
      isSdJwt: presented.format === 'dc+sd-jwt',
    }),
  }
}

function matchType({ type }: CredentialQuery, { type: actual }: PresentedCredential): TypeMatch {
  if (type.kind === 'any') return { kind: 'any', wanted: [], actual, matches: true, mayInherit: false }
  const matches = actual !== null && type.values.some((value) => value === actual)
  return {
    kind: type.kind,
    wanted: type.values,
    actual,
    matches,
    mayInherit:
      type.kind === 'vct' && !matches && actual !== null && URL.canParse(actual) && actual.startsWith('https:'),
  }
}

/** OID4VP-1FINAL-6.1.1.1 */
function matchAuthority(
  { type, values }: TrustedAuthoritiesQuery,
  { authorityKeyIdentifiers }: PresentedCredential,
): TrustedAuthorityMatch {
  if (type !== 'aki') return { type, result: 'not_evaluated', wanted: values, actual: [] }
  const matches = authorityKeyIdentifiers.some((identifier) => values.includes(identifier))
  return { type, result: matches ? 'matches' : 'differs', wanted: values, actual: authorityKeyIdentifiers }
}
