import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { expectError } from '@/lib/testing/expect-refusal'
import type { HttpAnswer, JsonRecord } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

const service = serviceForTests()
const { http } = service

const send = createNodeClient()

const post = (path: string, body: JsonRecord): Promise<HttpAnswer> =>
  http({ method: 'POST', path, headers: [['Content-Type', 'application/json']], body: JSON.stringify(body) })

/** Creates a session with an issuer of its own in the European framework. */
const create = async (
  walletUnit: JsonRecord,
  laboratory: JsonRecord = {},
  body: JsonRecord = {},
): Promise<JsonRecord> => {
  const answer = await post('/sessions', {
    trust_framework: 'eu',
    laboratory: { wallet_unit: walletUnit, ...laboratory },
    ...body,
  })
  expect([answer.status, answer.body]).toEqual([201, expect.anything()])
  return answer.object()
}

const readBack = async ({ session_id }: JsonRecord): Promise<JsonRecord> =>
  (await http({ path: `/sessions/${session_id}` })).object()

describe('an issuer that asks for attestations of a wallet unit', () => {
  /** Metadata in both forms. */
  const metadataOf = ({ issuer_identifier: issuer }: JsonRecord): Promise<JsonRecord[]> =>
    Promise.all(
      ['application/json', 'application/jwt'].map(async (accept) => {
        const path = `/.well-known/openid-credential-issuer${new URL(String(issuer)).pathname}`
        const answer = await http({ path, headers: [['Accept', accept]] })
        return accept === 'application/jwt' ? (decodeJwt(answer.body) as JsonRecord) : answer.object()
      }),
    )
  const asksOfKeys = ({ credential_configurations_supported: all }: JsonRecord): unknown[] =>
    Object.values(all as Record<string, { proof_types_supported: Record<string, JsonRecord> }>).flatMap(
      ({ proof_types_supported: types }) => Object.values(types).map((type) => type.key_attestations_required),
    )

  it('publishes periods and levels that it was asked to, plain and signed', async () => {
    const created = await create({
      client_status_period: 0,
      key_storage_status_period: 5_184_000,
      key_storage: ['iso_18045_high', 'iso_18045_enhanced-basic'],
      user_authentication: ['iso_18045_basic'],
    })
    for (const metadata of await metadataOf(created)) {
      expect(metadata.preferred_client_status_period).toBe(0)
      const asked = asksOfKeys(metadata)
      expect(asked.length).toBeGreaterThan(1)
      for (const one of asked)
        expect(one).toEqual({
          key_storage: ['iso_18045_high', 'iso_18045_enhanced-basic'],
          user_authentication: ['iso_18045_basic'],
          preferred_key_storage_status_period: 5_184_000,
        })
    }
  })

  it.each<[string, JsonRecord, JsonRecord[] | null]>([
    ['wallet_unit_period_text', { preferred_client_status_period: '2678400' }, null],
    ['wallet_unit_period_negative', { preferred_client_status_period: -1 }, null],
    [
      'wallet_unit_period_years',
      { preferred_client_status_period: 315_360_000 },
      [{ preferred_key_storage_status_period: 315_360_000 }],
    ],
    ['wallet_unit_level_unknown', {}, [{ key_storage: ['https://example.org/unknown'] }]],
    ['key_attestation_jwt_only', {}, null],
    ['key_attestation_attestation_only', {}, null],
  ])('asks for it wrongly on purpose: %s', async (fault, members, asked) => {
    const answer = await post('/sessions', { fault })
    expect([answer.status, answer.body]).toEqual([201, expect.anything()])
    const { options } = (await readBack(answer.object())).laboratory as { options: JsonRecord }
    expect(options.wallet_unit).toMatchObject({ demand: 'none' })
    for (const metadata of await metadataOf(answer.object())) {
      expect(metadata).toMatchObject(members)
      if (asked !== null) for (const one of asksOfKeys(metadata)) expect([one]).toMatchObject(asked)
      const only = /^key_attestation_(.*)_only$/.exec(fault)?.[1]
      const all = Object.values(metadata.credential_configurations_supported as Record<string, JsonRecord>)
      if (only !== undefined)
        for (const one of all) expect(Object.keys(one.proof_types_supported as JsonRecord)).toEqual([only])
    }
  })

  it.each<[string, string, string]>([
    [
      'wallet_unit_period_years',
      'continued',
      'a credential was issued, and the wallet followed it: client_status is kept for 3650 days, key_storage_status is kept for 3650 days',
    ],
    [
      'wallet_unit_period_text',
      'continued',
      'a credential was issued, and the wallet ignored it: client_status is kept for 40 days',
    ],
    ['wallet_unit_level_unknown', 'refused', 'silence for 60 s'],
    ['key_attestation_attestation_only', 'continued', 'a credential was issued'],
  ])('says what a wallet made of it: %s', async (fault, outcome, seen) => {
    const created = (await post('/sessions', { fault })).object()
    await runAtIssuer({ deeplink: String(created.deeplink), http: send, clock: service.now })
    if (outcome === 'refused') service.advance(61)
    const { events } = await readBack(created)
    const told = (events as { type: string; detail: JsonRecord }[]).find(({ type }) => type === 'fault_result')
    expect(told?.detail).toMatchObject({ fault, outcome, seen })
  })

  it('shows no trace of what it was not asked for, but the option with its defaults', async () => {
    const created = await create({})
    for (const metadata of await metadataOf(created)) expect(JSON.stringify(metadata)).not.toContain('preferred_')
    const { options } = (await readBack(created)).laboratory as { options: JsonRecord }
    expect(options.wallet_unit).toMatchObject({
      demand: 'none',
      iss: 'free',
      check_status: false,
      recheck_seconds: null,
    })
    // The empty object is the default of the framework, and none of other issuers.
    const unitOf = async (body: JsonRecord) => {
      const { laboratory } = await readBack((await post('/sessions', body)).object())
      return (laboratory as { options: JsonRecord }).options.wallet_unit
    }
    expect(await unitOf({ trust_framework: 'eu' })).toEqual(options.wallet_unit)
    expect(await unitOf({ laboratory: {} })).toBeNull()
  })

  it('names both members of a contradiction, and an illegal value', async () => {
    const conflicting = await post('/sessions', { laboratory: { wallet_unit: { demand: 'ts3' } } })
    expectError(conflicting, 400, 'conflicting_laboratory_options')
    expect(conflicting.object().members).toEqual(['/laboratory/wallet_unit/demand', '/trust_framework'])
    const illegal = await post('/sessions', { trust_framework: 'eu', laboratory: { wallet_unit: { demand: 'ts4' } } })
    expectError(illegal, 400, 'unsupported_laboratory_option')
    expect(illegal.object()).toMatchObject({ member: '/laboratory/wallet_unit/demand', legal_values: ['none', 'ts3'] })
  })
})
