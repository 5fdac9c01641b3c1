import type { CredentialQuery, DcqlQuery } from '../../../ground/dcql/dcql-query'
import type { PresentationSession } from '../../../ground/ports/store-types'
import {
  overAsked,
  type RegisteredCredential,
  registeredCredentials,
} from '../../../ground/trust/registration/registered-credential'
import { readRegistration } from '../../../ground/trust/registration/registration'
import { fromBase64url, fromUtf8 } from '../../../ground/values/base64url'
import { isObject } from '../../../ground/values/json'

/** What of a query is registered, where that is not all of it. */
export interface RegisteredPart {
  readonly query: DcqlQuery
  /** Of each credential query with such claims, the indexes of claims that are not registered. */
  readonly overAsked: ReadonlyMap<string, ReadonlySet<number>>
}

/**
 * The registered part of a query: what a wallet may show that shows nothing else. `null` where all of it is registered, where no
 * certificate registers anything, and where nothing is left of a credential.
 * @see ARF3-RPRC_21
 */
export function registeredPart(
  { options: { trust } }: Pick<PresentationSession, 'options'>,
  query: DcqlQuery | null,
): RegisteredPart | null {
  const registered =
    trust?.registration == null ? null : (readRegistration(trust.registration.compact)?.credentials ?? null)
  if (query === null || registered === null) return null
  const excess = new Map<string, ReadonlySet<number>>()
  const credentials: CredentialQuery[] = []
  for (const one of query.credentials) {
    const surplus = surplusOf(one, registered)
    const claims = one.claims?.filter(({ index }) => !surplus.has(index)) ?? null
    if (surplus.size > 0) excess.set(one.id, surplus)
    if (claims?.length === 0) return null
    credentials.push(surplus.size === 0 ? one : { ...one, claims, claimSets: setsWithout(one, surplus) })
  }
  return excess.size === 0 ? null : { query: { ...query, credentials }, overAsked: excess }
}

/** Indexes of claims that are not registered, all of them for a type that is not. */
function surplusOf(
  { format, meta, claims }: CredentialQuery,
  registered: readonly RegisteredCredential[],
): ReadonlySet<number> {
  const isSurplus = ({ path, values }: NonNullable<CredentialQuery['claims']>[number]): boolean =>
    overAsked([{ format, meta, claim: [values === null ? { path } : { path, values }] }], registered).length > 0
  return new Set((claims ?? []).filter(isSurplus).map(({ index }) => index))
}

/** Sets name claims by their place among the claims. */
function setsWithout(
  { claims, claimSets }: CredentialQuery,
  surplus: ReadonlySet<number>,
): CredentialQuery['claimSets'] {
  if (claims === null || claimSets === null) return null
  const kept = claims.flatMap(({ index }, place) => (surplus.has(index) ? [] : [place]))
  const sets = claimSets
    .map((set) => set.flatMap((place) => (kept.includes(place) ? [kept.indexOf(place)] : [])))
    .filter((set) => set.length > 0)
  return sets.length === 0 ? null : sets
}

/** The registration certificate of a request: made here, or sent by the tester. */
interface SentRegistration {
  readonly source: 'made' | 'own'
  readonly compact: string
}

/** The registration certificate that a session of a trust framework sends; `null` for none. */
export const sentRegistration = (session: Pick<PresentationSession, 'options' | 'request'>): SentRegistration | null =>
  session.options.trust?.registration ?? registrationOfTester(session)

/** The first registration certificate among what the tester wrote into `verifier_info`; `null` for none. */
function registrationOfTester({ request }: Pick<PresentationSession, 'request'>): SentRegistration | null {
  const entries = Array.isArray(request.verifier_info) ? request.verifier_info : []
  for (const entry of entries) {
    if (!isObject(entry) || entry.format !== 'registration_cert' || typeof entry.data !== 'string') continue
    const bytes = entry.data.includes('.') ? null : fromBase64url(entry.data)
    return { source: 'own', compact: (bytes && fromUtf8(bytes)) ?? entry.data }
  }
  return null
}

/** What a session asks for, in the words of a registration certificate. */
export function askedCredentials({ request, options }: Pick<PresentationSession, 'options' | 'request'>) {
  const query = request.dcql_query ?? options.scope_query ?? null
  return query === null ? [] : registeredCredentials(query)
}

/**
 * What a session asks for without being registered, in the same words; `null` without a registration certificate. One that
 * registers nothing covers nothing.
 * @see ARF3-RPRC_21
 */
export function overAskedOf(session: Pick<PresentationSession, 'options' | 'request'>): RegisteredCredential[] | null {
  if (session.options.trust === undefined) return null
  const sent = sentRegistration(session)
  const read = sent === null ? null : readRegistration(sent.compact)
  return read === null ? null : overAsked(askedCredentials(session), read.credentials ?? [])
}
