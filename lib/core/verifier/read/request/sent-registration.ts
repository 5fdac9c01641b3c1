import type { CredentialQuery, DcqlQuery } from '../../../shared/dcql/dcql-query'
import type { PresentationSession } from '../../../shared/ports/store-types'
import {
  overAsked,
  type RegisteredCredential,
  registeredCredentials,
} from '../../../shared/trust/registration/registered-credential'
import { readRegistration } from '../../../shared/trust/registration/registration'
import { fromBase64url, fromUtf8 } from '../../../shared/values/base64url'
import { isSameJson } from '../../../shared/values/json'
import { deviationOf } from '../../deviations'
import { isRegistration } from '../../deviations/same-as'

/** The registered part of a query, if that is not all of it. */
export interface RegisteredPart {
  readonly query: DcqlQuery
  /** Indexes of unregistered claims, by credential query. */
  readonly overAsked: ReadonlyMap<string, ReadonlySet<number>>
}

/**
 * The registered part of a query, which a wallet may show alone. `null` if all is registered, no certificate registers
 * anything, or nothing is left of a credential.
 * @see ARF3-RPRC_21
 */
export function registeredPart(
  session: Pick<PresentationSession, 'options' | 'request' | 'dcApi'>,
  query: DcqlQuery | null,
): RegisteredPart | null {
  const sent = session.options.trust?.registration == null ? null : sentRegistration(session)
  const registered = sent === null ? null : (readRegistration(sent.compact)?.credentials ?? null)
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

/** Indexes of unregistered claims; all for an unregistered type. */
function surplusOf(
  { format, meta, claims }: CredentialQuery,
  registered: readonly RegisteredCredential[],
): ReadonlySet<number> {
  const isSurplus = ({ path, values }: NonNullable<CredentialQuery['claims']>[number]): boolean =>
    overAsked([{ format, meta, claim: [values === null ? { path } : { path, values }] }], registered).length > 0
  return new Set((claims ?? []).filter(isSurplus).map(({ index }) => index))
}

/** Claim sets refer to claims by index. */
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

/** The request's registration certificate: ours or the tester's. */
interface SentRegistration {
  readonly source: 'made' | 'own'
  readonly compact: string
}

/** The registration certificate that a session sends; `null` if none. */
export function sentRegistration(
  session: Pick<PresentationSession, 'options' | 'request' | 'dcApi'>,
): SentRegistration | null {
  const { mutated, trust, request_before_test: before } = session.options
  // Mutations may leave it out, or send another.
  const request =
    mutated === undefined
      ? session.request
      : (deviationOf(session)?.changes.claims?.(session.request) ?? session.request)
  const isOurs = mutated === undefined || isSameJson(request.verifier_info ?? null, before?.verifier_info ?? null)
  return (isOurs ? trust?.registration : null) ?? registrationOfTester({ request })
}

/** The first registration certificate in a tester's `verifier_info`; `null` if none. */
function registrationOfTester({ request }: Pick<PresentationSession, 'request'>): SentRegistration | null {
  const entries = Array.isArray(request.verifier_info) ? request.verifier_info : []
  for (const entry of entries) {
    if (!isRegistration(entry) || typeof entry.data !== 'string') continue
    const bytes = entry.data.includes('.') ? null : fromBase64url(entry.data)
    return { source: 'own', compact: (bytes && fromUtf8(bytes)) ?? entry.data }
  }
  return null
}

/** What a session requests, in the terms of a registration certificate. */
export function askedCredentials({ request, options }: Pick<PresentationSession, 'options' | 'request'>) {
  const query = request.dcql_query ?? options.scope_query ?? null
  return query === null ? [] : registeredCredentials(query)
}

/**
 * What a session requests beyond its registration, in the same terms; `null` without a registration certificate. One
 * that registers nothing covers nothing.
 * @see ARF3-RPRC_21
 */
export function overAskedOf(session: Parameters<typeof sentRegistration>[0]): RegisteredCredential[] | null {
  if (session.options.trust === undefined) return null
  const sent = sentRegistration(session)
  const read = sent === null ? null : readRegistration(sent.compact)
  return read === null ? null : overAsked(askedCredentials(session), read.credentials ?? [])
}
