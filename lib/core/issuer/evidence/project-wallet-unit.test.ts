import { describe, expect, it } from 'vitest'
import { exchange, start } from '../../engine/evidence/fixtures/sessions'
import type { JsonObject } from '../../shared/values/json'
import { projectWalletUnit } from './project-wallet-unit'

const day = 86_400
const now = start / 1000

const token = (kind: string, change: JsonObject): JsonObject => ({
  kind,
  source: 'headers.x',
  signature: 'valid',
  header: {},
  claims: {},
  ...change,
})

const key = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }

const wallet = (claims: JsonObject = {}) =>
  token('client_attestation', {
    claims: {
      wallet_name: 'Wallet',
      wallet_version: '1.0.0',
      iat: now,
      exp: now + 3600,
      cnf: { jwk: { ...key, kid: 'attested' } },
      client_status: { status: { status_list: { idx: { redacted: true } } }, exp: now + 40 * day },
      ...claims,
    },
  })

const keys = (claims: JsonObject = {}) =>
  token('key_attestation', {
    claims: {
      key_storage: ['iso_18045_high'],
      user_authentication: ['iso_18045_moderate'],
      key_storage_status: { exp: now + 2 * day },
      ...claims,
    },
  })

const dpop = (jwk: JsonObject) => token('dpop', { header: { jwk } })

const sent = (second: number, ...decoded: JsonObject[]) => exchange(second, 'requestToken', { decoded })

describe('the wallet unit that attestations tell of', () => {
  it('is what the newest wallet attestation and the newest key attestation say', () => {
    const view = projectWalletUnit([
      sent(1, wallet({ wallet_version: '0.9' }), dpop(key)),
      sent(60, wallet(), dpop(key)),
      sent(61, keys({ key_storage: ['iso_18045_basic'] })),
      sent(62, keys()),
    ])
    expect(view).toEqual({
      wallet_name: 'Wallet',
      wallet_version: '1.0.0',
      lifetime_seconds: 3600,
      client_status_days: 40,
      key_storage_status_days: 2,
      key_storage: ['iso_18045_high'],
      user_authentication: ['iso_18045_moderate'],
      dpop_key: 'attested',
    })
  })

  it('is unknown without an attestation that can be read', () => {
    expect(projectWalletUnit([])).toBeNull()
    expect(projectWalletUnit([sent(1, dpop(key), token('client_attestation', { claims: null }))])).toBeNull()
  })

  it('says nothing that an attestation does not say, or says in another form', () => {
    const nothing = {
      ...{ wallet_name: null, wallet_version: null, lifetime_seconds: null, client_status_days: null },
      ...{ key_storage_status_days: null, key_storage: null, user_authentication: null, dpop_key: null },
    }
    const odd = { wallet_name: { redacted: true }, wallet_version: 1, exp: 'soon', client_status: 'kept', cnf: {} }
    expect(projectWalletUnit([sent(1, wallet(odd))])).toEqual(nothing)
    const inMilliseconds = { client_status: { exp: (now + 40 * day) * 1000 } }
    expect(projectWalletUnit([sent(1, wallet(inMilliseconds))])?.client_status_days).toBeNull()
    const bare = projectWalletUnit([sent(1, keys({ key_storage: 'iso_18045_high', key_storage_status: {} }))])
    expect(bare).toEqual({ ...nothing, user_authentication: ['iso_18045_moderate'] })
  })

  it('tells that a status is no longer kept', () => {
    const over = { client_status: { exp: now - 2 * day } }
    expect(projectWalletUnit([sent(0, wallet(over))])?.client_status_days).toBe(-2)
  })

  it('compares the DPoP key with the attested one where both were sent together', () => {
    const other = dpop({ ...key, x: 'another' })
    expect(projectWalletUnit([sent(1, wallet(), other), sent(2, other)])?.dpop_key).toBe('other')
    expect(projectWalletUnit([sent(1, wallet(), dpop(key)), sent(2, wallet())])?.dpop_key).toBe('attested')
    expect(projectWalletUnit([sent(1, wallet()), sent(2, dpop(key))])?.dpop_key).toBeNull()
  })
})
