import { stringMember, stringsMember } from '../../json'
import type { ClaimsQuery, CredentialQuery, DcqlQuery } from '../../verifier/dcql/dcql-query'
import type { RegisteredCredential, RegisteredStep } from './registration'

/** What a request asks for beyond the registration: whole types, and claims of registered types. */
export interface OverAsked {
  types: string[]
  claims: { query: string; path: RegisteredStep[] }[]
}

/** Compares a query with what the verifier registered (ARF3-RPRC_21). */
export function overAskedIn({ credentials }: DcqlQuery, registered: readonly RegisteredCredential[]): OverAsked {
  const overAsked: OverAsked = { types: [], claims: [] }
  for (const query of credentials) {
    const entries = entriesFor(query, registered)
    if (entries.length === 0) overAsked.types.push(query.id)
    else
      for (const { path } of (query.claims ?? []).filter((claim) => !isRegistered(claim, entries)))
        overAsked.claims.push({ query: query.id, path })
  }
  return overAsked
}

/**
 * The query without what is not registered; null where a part is then missing that the verifier cannot do without: a whole
 * credential, or each claim that it asked of one.
 */
export function registeredPart(query: DcqlQuery, registered: readonly RegisteredCredential[]): DcqlQuery | null {
  const credentials = query.credentials.flatMap((one) => narrowed(one, registered) ?? [])
  const left = new Set(credentials.map(({ id }) => id))
  if (query.credentialSets === null) return left.size === query.credentials.length ? { ...query, credentials } : null
  const credentialSets = query.credentialSets.map((set) => ({
    ...set,
    options: set.options.filter((ids) => ids.every((id) => left.has(id))),
  }))
  if (left.size === 0 || credentialSets.some(({ required, options }) => required && options.length === 0)) return null
  return { credentials, credentialSets: credentialSets.filter(({ options }) => options.length > 0) }
}

function narrowed(query: CredentialQuery, registered: readonly RegisteredCredential[]): CredentialQuery | null {
  const entries = entriesFor(query, registered)
  if (entries.length === 0) return null
  if (query.claims === null) return query
  const claims = query.claims.filter((claim) => isRegistered(claim, entries))
  if (claims.length === 0) return null
  const ids = new Set(claims.map(({ id }) => id))
  const claimSets =
    query.claimSets?.map((set) => set.filter((id) => ids.has(id))).filter((set) => set.length > 0) ?? null
  return { ...query, claims, claimSets: claimSets?.length === 0 ? null : claimSets }
}

/** The registered entries for everything that a query accepts, so that it asks for no other type. */
function entriesFor(query: CredentialQuery, registered: readonly RegisteredCredential[]): RegisteredCredential[] {
  const types = typesIn(query)
  const entries = registered.filter(({ format }) => format === query.format)
  const covered = types.every((type) => entries.some((entry) => typesIn(entry).includes(type)))
  return types.length > 0 && covered
    ? entries.filter((entry) => typesIn(entry).some((type) => types.includes(type)))
    : []
}

/** The types of attestations that `meta` names (OID4VP-1FINAL-B.2.3, B.3.5). */
export function typesIn({ format, meta }: Pick<RegisteredCredential, 'format' | 'meta'>): string[] {
  if (format === 'mso_mdoc') return [stringMember(meta, 'doctype_value') ?? []].flat()
  return stringsMember(meta, 'vct_values') ?? []
}

/** A registered path covers the claims below it. */
function isRegistered({ path }: ClaimsQuery, entries: readonly RegisteredCredential[]): boolean {
  return entries.some(({ claims }) => claims === null || claims.some((registered) => covers(registered, path)))
}

function covers(registered: readonly RegisteredStep[], asked: readonly RegisteredStep[]): boolean {
  return (
    registered.length <= asked.length &&
    registered.every((step, depth) => step === asked[depth] || (step === null && typeof asked[depth] === 'number'))
  )
}
