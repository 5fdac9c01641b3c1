import { describe, expect, it } from 'vitest'
import { exchange, start } from '../../engine/evidence/fixtures/sessions'
import type { StoredExchange } from '../../shared/ports/store-types'
import type { JsonObject } from '../../shared/values/json'
import { issuerDeviation } from '.'

const now = start / 1000
const day = 86_400

const altered = exchange(0, 'getIssuerMetadata')

const next = (fault: string, ...later: readonly StoredExchange[]) => {
  const step = issuerDeviation(`wallet_unit_${fault}`)?.next(later, altered)
  return step ? [step.did, step.seen] : null
}

const token = (kind: string, claims: JsonObject) => ({ kind, source: 'headers.x', claims })

/** A token request whose status is kept for this long. */
const asks = (client_status: JsonObject) =>
  exchange(1, 'requestToken', { decoded: [token('client_attestation', { client_status })] })

const gets = (claims: JsonObject | null = null, status = 200) =>
  exchange(2, 'requestCredential', { decoded: claims === null ? [] : [token('key_attestation', claims)], status })

const keptFor = (days: number) => ({ exp: now + days * day })

describe('a period that an issuer wrongly prefers', () => {
  it('is ignored or followed by a wallet that goes on, and says nothing of one that stops', () => {
    expect(next('period_text', asks(keptFor(40)))).toBeNull()
    expect(next('period_text', asks(keptFor(40)), gets())).toEqual([
      'continued',
      'a credential was issued, and the wallet ignored it: client_status is kept for 40 days',
    ])
    expect(next('period_text', asks(keptFor(31)), gets())).toEqual([
      'continued',
      'a credential was issued, and the wallet followed it: client_status is kept for 31 days',
    ])
    expect(next('period_negative', asks(keptFor(1)), gets())?.[1]).toBe(
      'a credential was issued, and the wallet ignored it: client_status is kept for 1 day',
    )
    expect(next('period_negative', asks({ exp: 'soon' }), gets())?.[1]).toBe(
      'a credential was issued, and the wallet ignored it: no client_status with an exp',
    )
  })

  it('is told of both statuses where both were asked for', () => {
    expect(next('period_years', asks(keptFor(3650)), gets({ key_storage_status: keptFor(40) }))?.[1]).toBe(
      'a credential was issued, and the wallet ignored it: client_status is kept for 3650 days, key_storage_status is kept for 40 days',
    )
    expect(next('period_years', asks(keptFor(3650)), gets({ key_storage_status: keptFor(3650) }))?.[1]).toContain(
      'the wallet followed it',
    )
  })
})

describe('a level of key storages that nobody knows', () => {
  it('is in the key attestation of a wallet that goes on, or is not', () => {
    const sent = (claims: JsonObject | null) => next('level_unknown', gets(claims, 400))?.[1]
    expect(next('level_unknown', asks(keptFor(40)))).toBeNull()
    expect(sent({ key_storage: ['iso_18045_high', 'secret of the wallet'] })).toBe(
      'a key attestation without that level, but iso_18045_high',
    )
    expect(sent({ key_storage: 'none' })).toBe('a key attestation without that level, but another one or none')
    expect(sent({ key_storage: ['https://example.org/unknown'] })).toBe('a key attestation with that level')
    expect(sent(null)).toBe('a credential request without a key attestation')
  })
})
