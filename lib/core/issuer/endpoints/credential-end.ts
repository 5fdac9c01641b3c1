import { credentialExpiry } from '../../shared/formats/credential-validity'
import type { StoredExchange } from '../../shared/ports/store-types'
import { addSeconds, type EpochMillis, epochMillis } from '../../shared/time/time'
import { isObject } from '../../shared/values/json'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { decodedTokens } from '../evidence/project-proofs'
import { walletUnitRules } from '../read/wallet-unit/wallet-unit-rules'
import type { CredentialsAsked } from './defer-credentials'

/** However soon a status ends, a credential lives so long. */
const leastSeconds = 60

/** Attestations, and where they say until when their status is kept. */
const keptIn = { client_attestation: 'client_status', key_attestation: 'key_storage_status' } as const

/**
 * End of a credential that is issued now. In the European framework it comes before the ends of the statuses that this
 * issuance showed, so that its issuer learns of a revocation as long as the credential lives.
 * @see TS3-2.4.3
 */
export async function credentialEnd(
  { now, accessToken, keyAttestations = [] }: Pick<CredentialsAsked, 'now' | 'accessToken' | 'keyAttestations'>,
  context: IssuerContext,
): Promise<EpochMillis> {
  const { issuer, ports } = context
  const asked = credentialExpiry(now, issuer.options.credential_seconds)
  const sessionId = accessToken.value?.sessionId ?? null
  if (sessionId === null || !walletUnitRules(issuer).isEuropean) return asked
  const exchanges = await ports.store.exchanges(sessionId)
  const ends = [
    ...shownBefore(exchanges, 'client_attestation'),
    // A deferred request shows no keys: those of the request that it came from count.
    ...(keyAttestations.length > 0
      ? keyAttestations.map((claims) => claims.key_storage_status)
      : shownBefore(exchanges, 'key_attestation')),
  ].flatMap((kept) => (isObject(kept) && typeof kept.exp === 'number' ? [epochMillis((kept.exp - 1) * 1000)] : []))
  return epochMillis(Math.max(addSeconds(now, leastSeconds), Math.min(asked, ...ends)))
}

/** The kept statuses in the newest request that was granted and had such attestations. */
function shownBefore(exchanges: readonly StoredExchange[], kind: keyof typeof keptIn): unknown[] {
  for (const exchange of exchanges.toReversed()) {
    const { status } = exchange.response
    if (status === null || status >= 400) continue
    const tokens = decodedTokens(exchange).filter((token) => token.kind === kind)
    if (tokens.length > 0) return tokens.map(({ claims }) => (isObject(claims) ? claims[keptIn[kind]] : undefined))
  }
  return []
}
