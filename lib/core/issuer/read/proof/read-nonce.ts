import { digestOf } from '../../../ground/ports/digests'
import type { ExchangeId, SessionId } from '../../../ground/ports/ids'
import type { Ports } from '../../../ground/ports/ports'
import { type EpochMillis, epochMillis } from '../../../ground/time/time'

/** What is known about the `nonce` claim of a proof or key attestation. */
export interface NonceFacts {
  readonly state: 'absent' | 'not_a_string' | 'unknown' | 'other_issuer' | 'spent' | 'expired' | 'fresh'
  /** Where it was issued; `null` if it is not one of ours. */
  readonly source: 'nonce_endpoint' | 'token_response' | null
  /** Digest it is stored under; `null` if it is not a string. */
  readonly digest: string | null
  /** The exchange that issued it, to bind it to the session. */
  readonly exchangeId: ExchangeId | null
  /** The session it was issued in; `null` from the nonce endpoint, which knows none. */
  readonly sessionId: SessionId | null
  /** When it was issued, if recorded. */
  readonly issuedAt?: EpochMillis
  /** When a request spent it, if that is known. */
  readonly spentAt?: EpochMillis
  /** The response to the request that spent it may have got lost with a restart of this service. */
  readonly spentInLost?: true
  /** It was handed out on purpose as if it were spent: the endpoint refuses it, and no check blames the wallet. */
  readonly givenAsSpent?: true
  /** Until when it is valid, if it is one of ours. */
  readonly expiresAt?: EpochMillis
}

/** Where values that are used once are looked up. */
export type OneTimeLookup = Pick<Ports['store'], 'oneTimeValue'>

/**
 * Looks a `c_nonce` up by its digest. Nothing in the value makes it throw; storage may (StoreUnavailable). A spent
 * nonce stays spent even after it expires. OID4VCI-1FINAL-7.2, OID4VCI-1FINAL-8.3.1.2
 */
export async function readNonce(
  value: unknown,
  {
    issuerId,
    now,
    ports,
  }: {
    readonly issuerId: string
    readonly now: EpochMillis
    readonly ports: Pick<Ports, 'sha256'> & { readonly store: OneTimeLookup }
  },
): Promise<NonceFacts> {
  const nothing = { source: null, digest: null, exchangeId: null, sessionId: null }
  if (value === undefined) return { state: 'absent', ...nothing }
  if (typeof value !== 'string') return { state: 'not_a_string', ...nothing }
  const digest = digestOf(value, ports.sha256)
  const known = await ports.store.oneTimeValue('c_nonce', digest)
  if (known === null) return { state: 'unknown', ...nothing, digest }
  if (known.issuerId !== issuerId) return { state: 'other_issuer', ...nothing, digest }
  const { source } = known.data
  const spent = known.consumedAt !== null || known.revokedAt !== null
  return {
    state: spent ? 'spent' : known.expiresAt <= now ? 'expired' : 'fresh',
    source: source === 'nonce_endpoint' || source === 'token_response' ? source : null,
    digest,
    exchangeId: known.exchangeId,
    sessionId: known.sessionId,
    expiresAt: known.expiresAt,
    ...(known.consumedAt === null ? {} : { spentAt: known.consumedAt }),
    ...(known.data.given_as_spent === true ? { givenAsSpent: true } : {}),
    ...(typeof known.data.issued_at === 'number' ? { issuedAt: epochMillis(known.data.issued_at) } : {}),
  }
}
