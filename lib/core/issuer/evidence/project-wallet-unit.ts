import type { StoredExchange } from '../../shared/ports/store-types'
import { clockSkewPastSeconds } from '../../shared/time/durations'
import { isObject, type JsonObject } from '../../shared/values/json'
import { keptSeconds, millisecondsFrom } from '../judgements/kept-status'
import { decodedTokens } from './project-proofs'

/** What the newest attestations tell of a wallet unit; `null` for what they do not tell in the form of TS3. */
export interface WalletUnitSeen {
  readonly wallet_name: string | null
  readonly wallet_version: string | null
  /** `exp` of the wallet attestation less its `iat`. */
  readonly lifetime_seconds: number | null
  /** Whole days for which the status was still kept when the attestation came; negative once that is over. */
  readonly client_status_days: number | null
  readonly key_storage_status_days: number | null
  readonly key_storage: readonly string[] | null
  readonly user_authentication: readonly string[] | null
  /** Whether the newest request with both was signed with the key of `cnf`; `null` without a DPoP proof. */
  readonly dpop_key: 'attested' | 'other' | null
}

interface Shown {
  readonly exchange: StoredExchange
  readonly claims: JsonObject
}

/**
 * What the newest readable wallet attestation and the newest readable key attestation tell of the wallet unit; `null`
 * without either. Says neither the entry of a status list nor its list.
 * @see TS3-2.3.1, TS3-2.3.2
 */
export function projectWalletUnit(exchanges: readonly StoredExchange[]): WalletUnitSeen | null {
  const wallet = newest(exchanges, 'client_attestation')
  const keys = newest(exchanges, 'key_attestation')
  if (wallet === null && keys === null) return null
  const { wallet_name: name, wallet_version: version, iat, exp } = wallet?.claims ?? {}
  return {
    wallet_name: textOf(name),
    wallet_version: textOf(version),
    lifetime_seconds: typeof iat === 'number' && typeof exp === 'number' ? exp - iat : null,
    client_status_days: daysLeft(wallet, 'client_status'),
    key_storage_status_days: daysLeft(keys, 'key_storage_status'),
    key_storage: textsOf(keys?.claims.key_storage),
    user_authentication: textsOf(keys?.claims.user_authentication),
    dpop_key: dpopKeyOf(exchanges),
  }
}

const tokenOf = (exchange: StoredExchange, kind: string) => decodedTokens(exchange).findLast((one) => one.kind === kind)

function newest(exchanges: readonly StoredExchange[], kind: string): Shown | null {
  for (const exchange of exchanges.toReversed()) {
    const token = tokenOf(exchange, kind)
    if (isObject(token?.claims)) return { exchange, claims: token.claims as JsonObject }
  }
  return null
}

function daysLeft(shown: Shown | null, claim: string): number | null {
  const kept = shown?.claims[claim]
  const seconds = shown && keptSeconds(kept, shown.exchange.at / 1000)
  // A minute on its way makes no day less, as in the check of the period.
  return seconds === null || seconds >= millisecondsFrom ? null : Math.floor((seconds + clockSkewPastSeconds) / 86_400)
}

/** Compares the public keys of the newest request that has a wallet attestation and a DPoP proof. */
function dpopKeyOf(exchanges: readonly StoredExchange[]): WalletUnitSeen['dpop_key'] {
  for (const exchange of exchanges.toReversed()) {
    const [claims, header] = [tokenOf(exchange, 'client_attestation')?.claims, tokenOf(exchange, 'dpop')?.header]
    const attested = isObject(claims) && isObject(claims.cnf) ? claims.cnf.jwk : null
    const used = isObject(header) ? header.jwk : null
    if (isObject(attested) && isObject(used)) return isSameKey(attested, used) ? 'attested' : 'other'
  }
  return null
}

/** Members that make a public key. RFC7638-3.2 */
const keyMembers = ['kty', 'crv', 'x', 'y', 'n', 'e'] as const

type Key = Readonly<Record<string, unknown>>

const isSameKey = (one: Key, other: Key): boolean => keyMembers.every((name) => one[name] === other[name])

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const textsOf = (value: unknown): string[] | null =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : null
