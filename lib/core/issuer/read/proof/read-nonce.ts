import { digestOf } from '../../../shared/ports/digests'
import type { ExchangeId, SessionId } from '../../../shared/ports/ids'
import type { Ports } from '../../../shared/ports/ports'
import { type EpochMillis, epochMillis } from '../../../shared/time/time'

/** Facts of the `nonce` claim of a proof or key attestation. */
export interface NonceFacts {
  readonly state: 'absent' | 'null' | 'not_a_string' | 'unknown' | 'other_issuer' | 'spent' | 'expired' | 'fresh'
  /** Where it was issued; `null` if not ours. */
  readonly source: 'nonce_endpoint' | 'token_response' | null
  /** As sent, if it is none of ours: for the recognisers alone. */
  readonly sent?: string
  /** Its digest in storage; `null` if not a string. */
  readonly digest: string | null
  /** The exchange that issued it, to link it to the session. */
  readonly exchangeId: ExchangeId | null
  /** The issuing session; `null` from the nonce endpoint, which knows none. */
  readonly sessionId: SessionId | null
  /** When it was issued, if recorded. */
  readonly issuedAt?: EpochMillis
  /** When a request spent it, if known. */
  readonly spentAt?: EpochMillis
  /** The response to the spending request may have been lost in a restart. */
  readonly spentInLost?: true
  /** Deliberately handed out as spent: the endpoint refuses it, and no check blames the wallet. */
  readonly givenAsSpent?: true
  /** Expiry, if it is ours. */
  readonly expiresAt?: EpochMillis
}

/** Lookup of one-time values. */
export type OneTimeLookup = Pick<Ports['store'], 'oneTimeValue'>

/**
 * Looks a `c_nonce` up by digest. Never throws on bad input; storage may (StoreUnavailable). A spent nonce stays spent
 * after expiry. OID4VCI-1FINAL-7.2, OID4VCI-1FINAL-8.3.1.2
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
  if (value === null) return { state: 'null', ...nothing }
  if (typeof value !== 'string') return { state: 'not_a_string', ...nothing }
  const digest = digestOf(value, ports.sha256)
  const known = await ports.store.oneTimeValue('c_nonce', digest)
  if (known === null) return { state: 'unknown', ...nothing, digest, sent: value }
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

/** Facts of a nonce request. */
export interface NonceReading {
  readonly bodyBytes: number
  readonly authorizationSent: boolean
}
