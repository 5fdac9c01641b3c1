import { type ClaimNode, isHollow } from './claim-tree'
import type { ClaimsQuery, CredentialQuery, TrustedAuthoritiesQuery } from './dcql-query'
import type {
  ClaimMatch,
  ClaimSetsMatch,
  Minimisation,
  QueryMatch,
  TrustedAuthorityMatch,
  TypeMatch,
  ValuesMatch,
} from './dcql-reading'
import { ComparisonStopped, type MatchBudget } from './match-budget'
import { coverage, matchClaimSets, positionOf, type SelectedNode, type Selection, selectClaims } from './match-claims'
import { measureMinimisation } from './measure-minimisation'

interface MatchedCredential {
  readonly query: CredentialQuery
  /** Index in the array of the VP Token. */
  readonly index: number
  readonly presented: PresentedCredential
  /** Other queries that the same credential answers: claims that they request may be revealed too. OID4VP-1FINAL-6.4 */
  readonly alsoAnswers: readonly CredentialQuery[]
  /** Shared by the whole response. */
  readonly budget: MatchBudget
}

/**
 * Compares a presentation with the credential query that it answers. Examines everything, whatever else is wrong, as
 * long as the budget lasts; never throws. OID4VP-1FINAL-6.1, OID4VP-1FINAL-6.4.1
 */
export function matchCredentialQuery(matched: MatchedCredential): QueryMatch {
  const { query, index, presented } = matched
  return {
    queryId: query.id,
    index,
    queryWhole: query.whole,
    format: { wanted: query.format, actual: presented.format, matches: query.format === presented.format },
    type: matchType(query, presented),
    holderBinding: { required: query.holderBinding, present: presented.holderBindingPresent },
    ...compareClaims(matched),
    trustedAuthorities: query.trustedAuthorities.map((authority) => matchAuthority(authority, presented)),
  }
}

type ComparedClaims = Pick<QueryMatch, 'stopped' | 'claims' | 'claimSets' | 'minimisation'>

function compareClaims(matched: MatchedCredential): ComparedClaims {
  try {
    return matchClaims(matched)
  } catch (error) {
    if (!(error instanceof ComparisonStopped)) throw error
    return { stopped: true, claims: null, claimSets: null, minimisation: nothingCompared }
  }
}

const nothingCompared: Minimisation = {
  disclosed: [],
  withoutRequest: null,
  unrequested: [],
  beyondClaimSet: [],
  siblings: [],
  idleParents: [],
  arrayElements: [],
  inClear: [],
}

function matchClaims({ query, presented, alsoAnswers, budget }: MatchedCredential): ComparedClaims {
  const select = ({ path }: ClaimsQuery) => selectClaims(presented.claims, path, budget)
  const own = (query.claims ?? []).map((claim) => ({ claim, selection: select(claim) }))
  const others = alsoAnswers.flatMap((other) =>
    (other.claims ?? []).map((claim) => ({ queryId: other.id, path: claim.path, selection: select(claim) })),
  )
  const asked = [...(query.claims ?? []).map(({ path }) => ({ queryId: query.id, path })), ...others]
  const selections = [...own, ...others].map(({ selection }) => selection)
  const covered = coverage(presented.claims, selections, budget)
  const claims: readonly ClaimMatch[] = own.map(({ claim, selection }) => matchClaim(claim, selection))
  const claimSets: ClaimSetsMatch | null =
    query.claimSets && matchClaimSets({ options: query.claimSets, claims, covered, budget })
  const answered = claimSets && query.claimSets?.[claimSets.best]
  return {
    stopped: false,
    claims: query.claims && claims,
    claimSets,
    minimisation: measureMinimisation({
      query,
      asked,
      covered,
      root: presented.claims,
      chosen: answered ? new Set([...answered, ...others.map((_, place) => claims.length + place)]) : null,
      isSdJwt: presented.format === 'dc+sd-jwt',
    }),
  }
}

function matchType(
  { type }: CredentialQuery,
  { type: actual, furtherTypes = [], extendedTypes = null }: PresentedCredential,
): TypeMatch {
  if (type.kind === 'any') return { kind: 'any', wanted: [], actual, matches: true, mayInherit: false }
  const isWanted = (one: string) => type.values.includes(one)
  const matches = actual !== null && isWanted(actual)
  if (!matches && type.kind === 'vct') {
    const by = furtherTypes.some(isWanted) ? 'aka_vcts' : extendedTypes?.some(isWanted) ? 'extends' : null
    if (by !== null) return { kind: type.kind, wanted: type.values, actual, matches: true, by, mayInherit: false }
  }
  return {
    kind: type.kind,
    wanted: type.values,
    actual,
    matches,
    mayInherit:
      type.kind === 'vct' &&
      !matches &&
      extendedTypes === null &&
      actual !== null &&
      URL.canParse(actual) &&
      actual.startsWith('https:'),
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

/** Compares one claims query with what its path selects. OID4VP-1FINAL-6.3 */
const matchClaim = (claim: ClaimsQuery, selection: Selection): ClaimMatch => ({
  index: claim.index,
  id: claim.id,
  path: claim.path,
  selected: selection.selected.map(positionOf),
  found: selection.selected.length > 0,
  hollow: selection.selected.length > 0 && selection.selected.every(({ node }) => hollow(node)),
  missing: selection.missing,
  followed: selection.followed,
  values: claim.values && matchValues(claim.values, selection.selected),
  arrays: selection.arrays,
})

/** Cached per container: claims never change, and many paths may select one. */
const hollows = new WeakMap<ClaimNode, boolean>()

function hollow(node: ClaimNode): boolean {
  const known = hollows.get(node) ?? isHollow(node)
  if (node.kind !== 'value') hollows.set(node, known)
  return known
}

function matchValues(wanted: WantedValues, selected: readonly SelectedNode[]): ValuesMatch {
  const { values, texts } = wantedSets(wanted)
  const equals = ({ node }: SelectedNode): boolean =>
    node.kind === 'value' && node.value !== null && values.has(node.value)
  const looksEqual = ({ node }: SelectedNode): boolean => node.kind === 'value' && texts.has(String(node.value))
  const others = selected.filter((one) => !equals(one))
  return {
    wanted,
    matches: others.length < selected.length,
    others: others.map(positionOf),
    typeDiffers: others.some(looksEqual),
  }
}

type WantedValues = NonNullable<ClaimsQuery['values']>

/** Cached per list: queries never change, and many presentations are compared with one. */
const sets = new WeakMap<WantedValues, { readonly values: ReadonlySet<unknown>; readonly texts: ReadonlySet<string> }>()

function wantedSets(wanted: WantedValues) {
  const made = sets.get(wanted) ?? { values: new Set(wanted), texts: new Set(wanted.map(String)) }
  sets.set(wanted, made)
  return made
}

/** What query matching needs to know about a presented credential, whatever its format. */
export interface PresentedCredential {
  /** The actual format; `null` if unknown here. */
  readonly format: string | null
  /** `vct` or `docType`; `null` unless it is text. */
  readonly type: string | null
  /** Other types that it says it is of. SDJWTVC19-2.2.2.2 */
  readonly furtherTypes?: readonly string[]
  /** Types that its type extends; `null` or absent if its metadata are not known here. SDJWTVC19-5.4 */
  readonly extendedTypes?: readonly string[] | null
  readonly claims: ClaimNode
  /** AuthorityKeyIdentifier of each certificate of the chain that has one, base64url, leaf first. */
  readonly authorityKeyIdentifiers: readonly string[]
  /** A proof of possession is present, valid or not. */
  readonly holderBindingPresent: boolean
  /** Equal for two presentations of one credential instance; `null` if unknown. */
  readonly instance: string | null
}
