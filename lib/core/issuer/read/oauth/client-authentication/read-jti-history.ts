import { digestOf } from '../../../../ground/ports/digests'
import type { ExchangeId } from '../../../../ground/ports/ids'
import type { Ports, Sha256 } from '../../../../ground/ports/ports'
import type { OneTimeKind, OneTimeValue } from '../../../../ground/ports/store-types'

/** Where the `jti` of a proof of possession or of a client assertion came before. */
export type JtiHistory =
  /** Nowhere. */
  | 'new'
  /** In requests that were refused for their DPoP nonce or their client, and authenticated nobody. */
  | 'refused'
  /** In such a request, whose response may have got lost with a restart. */
  | 'refused_lost'
  /** In a request that it authenticated. */
  | 'used'
  /** In a request that it authenticated, whose response may have got lost with a restart. */
  | 'lost'

/** What a `jti` is remembered under once it came with a refused request: authenticating a later one is another fact. */
export const refusedDigest = (jtiDigest: string, sha256: Sha256): string => digestOf(`${jtiDigest}.refused`, sha256)

/**
 * Looks up where a `jti` came before.
 * @param jtiDigest what it is remembered under once it authenticated a client; `null` without a usable one
 * @param lost the exchange whose response may have got lost
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
