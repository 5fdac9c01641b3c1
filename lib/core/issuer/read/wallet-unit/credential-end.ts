import { credentialExpiry } from '../../../shared/formats/credential-validity'
import type { SessionId } from '../../../shared/ports/ids'
import type { StoredExchange } from '../../../shared/ports/store-types'
import { addSeconds, type EpochMillis, epochMillis } from '../../../shared/time/time'
import { isObject } from '../../../shared/values/json'
import type { IssuerContext } from '../../configurations/issuer-in-play'
import { walletUnitRules } from './wallet-unit-rules'

/** However soon a status ends, a credential lives so long. */
const leastSeconds = 60

/** Attestations, and where they say until when their status is kept. */
const keptIn = { client_attestation: 'client_status', key_attestation: 'key_storage_status' } as const

/** Statuses that earlier requests of an issuance showed, of the wallet unit and of its key storages. */
export interface ShownStatuses {
  readonly unit: readonly unknown[]
  readonly keyStorages: readonly unknown[]
}

/** What a credential is issued for. */
interface Issued {
  readonly now: EpochMillis
  /** `null` where they do not count. */
  readonly shown: ShownStatuses | null
  /** Claims of the key attestations of the request; a deferred request shows none. */
  readonly keyAttestations: readonly Readonly<Record<string, unknown>>[]
}

/** The end of a credential that ends before these kept statuses do; those without a usable end do not count. TS3-2.4.3 */
export function endBefore(asked: EpochMillis, kept: readonly unknown[], now: EpochMillis): EpochMillis {
  const ends = kept.flatMap((one) =>
    isObject(one) && typeof one.exp === 'number' ? [epochMillis((one.exp - 1) * 1000)] : [],
  )
  return ends.length === 0 ? asked : epochMillis(Math.max(addSeconds(now, leastSeconds), Math.min(asked, ...ends)))
}

/**
 * The statuses that end credentials of this session; `null` outside the European framework, and without a session.
 * Reads all its exchanges.
 * @throws StoreUnavailable
 * @see TS3-2.4.3
 */
export async function readShownStatuses(
  sessionId: SessionId | null,
  { issuer, ports }: Pick<IssuerContext, 'issuer' | 'ports'>,
): Promise<ShownStatuses | null> {
  if (sessionId === null || !walletUnitRules(issuer).isEuropean) return null
  const exchanges = await ports.store.exchanges(sessionId)
  return {
    unit: shownBefore(exchanges, 'client_attestation'),
    keyStorages: shownBefore(exchanges, 'key_attestation'),
  }
}

/**
 * End of a credential that is issued now. In the European framework it comes before the ends of the statuses that this
 * issuance showed, so that its issuer learns of a revocation as long as the credential lives.
 * @see TS3-2.4.3
 */
export function credentialEnd(
  { now, shown, keyAttestations }: Issued,
  { options }: Pick<IssuerContext['issuer'], 'options'>,
): EpochMillis {
  const asked = credentialExpiry(now, options.credential_seconds)
  if (shown === null) return asked
  // Without keys of its own, those of the request that it came from count.
  const ofKeys = keyAttestations.map((claims) => claims.key_storage_status)
  return endBefore(asked, [...shown.unit, ...(ofKeys.length > 0 ? ofKeys : shown.keyStorages)], now)
}

/** The kept statuses in the newest request that was granted and had such attestations. */
function shownBefore(exchanges: readonly StoredExchange[], kind: keyof typeof keptIn): unknown[] {
  for (const exchange of exchanges.toReversed()) {
    const { status } = exchange.response
    if (status === null || status >= 400) continue
    const tokens = exchange.decoded.filter((token) => token.kind === kind)
    if (tokens.length > 0) return tokens.map(({ claims }) => (isObject(claims) ? claims[keptIn[kind]] : undefined))
  }
  return []
}
