import { describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { unitRows } from './unit-rows'

const good = {
  wallet_name: 'Wallet',
  wallet_version: '1.0.0',
  lifetime_seconds: 3600,
  client_status_days: 40,
  key_storage_status_days: 1,
  key_storage: ['iso_18045_high'],
  user_authentication: null,
  dpop_key: 'other',
} as const

const rows = (unit: object | null, more: object = {}) =>
  Object.fromEntries(
    unitRows({
      observed: {
        wallet_unit: unit,
        client_authentication: { wallet_attestation: { claims: { iss: 'x', client_status: {} } } },
        key_attestation: { claims: null },
      },
      checks: { conformance: [] },
      ...more,
    } as unknown as IssuanceSessionView).map(({ claim, came, wanted, status }) => [claim, [came, wanted, status]]),
  )

describe('the rows of a wallet unit', () => {
  it('say what came, and what TS3 wants', () => {
    expect(rows(good)).toMatchObject({
      iss: ['there', expect.any(String), null],
      wallet_version: ['1.0.0', 'its version, a string', null],
      wallet_solution_certification_information: [null, 'not empty', null],
      exp: ['1 hour after iat', 'less than 24 hours after iat', null],
      client_status: ['40 days left when it came', 'at least 31 days can be had', null],
      key_storage_status: ['1 day left when it came', 'at least 31 days can be had', null],
      key_storage: ['iso_18045_high', 'iso_18045_high for a PID', null],
      user_authentication: [null, 'iso_18045_high for a PID', null],
      'DPoP key': ['another key', 'any key', null],
    })
  })

  it('say what the issuer asks for, and what was found', () => {
    const found = rows(good, {
      laboratory: { options: { wallet_unit: { client_status_period: 5_184_000, dpop_key: 'attested' } } },
      checks: {
        conformance: [
          { id: 'vci.wallet_attestation.client_status_period', status: 'pass' },
          { id: 'vci.wallet_attestation.client_status_period', status: 'fail' },
          { id: 'vci.wallet_attestation.iss', status: 'not_applicable' },
        ],
      },
    })
    expect(found.client_status).toEqual(['40 days left when it came', 'at least 60 days, as this issuer asks', 'fail'])
    expect(found.iss?.[2]).toBeNull()
    expect(found['DPoP key']?.[1]).toContain('this issuer asks')
  })

  it('tell a status that is no longer kept from one without an end', () => {
    expect(rows({ ...good, client_status_days: -3 }).client_status?.[0]).toBe('kept no longer')
    expect(rows({ ...good, client_status_days: null }).client_status?.[0]).toBe('there, without an end')
    expect(rows(null)).toEqual({})
  })
})
