import { digestOf } from '../../../../shared/ports/digests'
import type { ExchangeId } from '../../../../shared/ports/ids'
import type { Ports, Sha256 } from '../../../../shared/ports/ports'
import type { OneTimeKind, OneTimeValue } from '../../../../shared/ports/store-types'

/** Earlier use of a `jti` of a proof of possession or client assertion. */
export type JtiHistory =
  /** Unused. */
  | 'new'
  /** In requests refused over DPoP nonce or client, which authenticated nobody. */
  | 'refused'
  /** In such a request, whose response may have been lost in a restart. */
  | 'refused_lost'
  /** Authenticated a request. */
  | 'used'
  /** Authenticated a request whose response may have been lost in a restart. */
  | 'lost'

/** Digest of a `jti` seen in a refused request; a later successful authentication is a separate fact. */
export const refusedDigest = (jtiDigest: string, sha256: Sha256): string => digestOf(`${jtiDigest}.refused`, sha256)

/**
 * Looks up earlier use of a `jti`.
 * @param jtiDigest digest remembered on successful authentication; `null` without a usable `jti`
 * @param lost the exchange whose response may have been lost
 * @throws StoreUnavailable
 * @see ABCA-12.1, RFC7523-3
 */
export async function readJtiHistory(
  kind: Extract<OneTimeKind, 'attestation_pop_jti' | 'client_assertion_jti'>,
  jtiDigest: string | null,
  lost: ExchangeId | null,
  { store, sha256 }: Pick<Ports, 'store' | 'sha256'>,
): Promise<JtiHistory> {
  if (jtiDigest === null) return 'new'
  const [used, refused] = await Promise.all([
    store.oneTimeValue(kind, jtiDigest),
    store.oneTimeValue(kind, refusedDigest(jtiDigest, sha256)),
  ])
  const mayBeLost = (value: OneTimeValue): boolean => lost !== null && value.exchangeId === lost
  if (used !== null) return mayBeLost(used) ? 'lost' : 'used'
  if (refused === null) return 'new'
  return mayBeLost(refused) ? 'refused_lost' : 'refused'
}
