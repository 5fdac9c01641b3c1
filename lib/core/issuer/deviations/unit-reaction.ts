import type { StoredExchange } from '../../shared/ports/store-types'
import { isObject, type JsonObject } from '../../shared/values/json'
import { resistances } from '../configurations/laboratory/wallet-unit-options'
import type { IssuerDeviation } from './issuer-deviation'
import { goesOnToTheEnd, operationMeant } from './next-step'

const daySeconds = 86_400

/** Seconds that a clock may differ, or an attestation be on its way. */
const skewSeconds = 300

/** Seconds by which a provider may exceed a period that it follows. */
const spareSeconds = daySeconds / 2

/** The claims of an attestation in a request; `null` without one that can be read. */
function claimsIn({ decoded }: StoredExchange, kind: 'client_attestation' | 'key_attestation'): JsonObject | null {
  const token = decoded.findLast((one) => isObject(one) && one.kind === kind)
  return isObject(token) && isObject(token.claims) ? (token.claims as JsonObject) : null
}

/** What the newest attestation says of how long its status is kept, beside what the issuer asked for. */
function keptWords(
  later: readonly StoredExchange[],
  kind: 'client_attestation' | 'key_attestation',
  askedSeconds: number,
): { readonly words: string; readonly isFollowed: boolean } {
  const claim = kind === 'client_attestation' ? 'client_status' : 'key_storage_status'
  const exchange = later.findLast((one) => claimsIn(one, kind) !== null)
  const kept = exchange && claimsIn(exchange, kind)?.[claim]
  if (exchange === undefined || !isObject(kept) || typeof kept.exp !== 'number')
    return { words: `no ${claim} with an exp`, isFollowed: false }
  const seconds = kept.exp - exchange.at / 1000
  const isFollowed = seconds >= askedSeconds - skewSeconds && seconds <= askedSeconds + spareSeconds
  const days = Math.floor((seconds + skewSeconds) / daySeconds)
  return { words: `${claim} is kept for ${days} ${days === 1 ? 'day' : 'days'}`, isFollowed }
}

/**
 * Continued if it got a credential; says whether its statuses are kept as long as was wrongly asked, or otherwise.
 * @param askedSeconds what a wallet could make of the wrong value
 * @param both whether both periods were asked for
 */
export const keepsStatuses =
  (askedSeconds: number, { both = false } = {}): IssuerDeviation['next'] =>
  (later, altered) => {
    const step = goesOnToTheEnd(later, altered)
    if (step === null) return null
    const kinds = both ? (['client_attestation', 'key_attestation'] as const) : (['client_attestation'] as const)
    const kept = kinds.map((kind) => keptWords(later, kind, askedSeconds))
    const did = kept.every(({ isFollowed }) => isFollowed) ? 'the wallet followed it' : 'the wallet ignored it'
    return { ...step, seen: `${step.seen}, and ${did}: ${kept.map(({ words }) => words).join(', ')}` }
  }

/** Continued if it sent a key attestation, or a credential request without one; says which levels that has. */
export const attestsLevel =
  (level: string): IssuerDeviation['next'] =>
  (later) => {
    const exchange = later.find((one) => operationMeant(one) === 'requestCredential')
    if (exchange === undefined) return null
    const claims = claimsIn(exchange, 'key_attestation')
    if (claims === null) return { did: 'continued', exchange, seen: 'a credential request without a key attestation' }
    const storage: readonly unknown[] = Array.isArray(claims.key_storage) ? claims.key_storage : []
    if (storage.includes(level)) return { did: 'continued', exchange, seen: 'a key attestation with that level' }
    const own = resistances.filter((one) => storage.includes(one)).join(', ')
    return {
      did: 'continued',
      exchange,
      seen: `a key attestation without that level, but ${own === '' ? 'another one or none' : own}`,
    }
  }
