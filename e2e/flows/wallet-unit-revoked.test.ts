import { inflateSync } from 'node:zlib'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandCodeWallet, type HandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHttpClient, type JsonRecord } from '@/lib/testing/http-client'
import { startService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

const service = serviceForTests()

const refusal = 'The wallet unit is revoked.'

const open = (laboratory: JsonRecord, more: JsonRecord = {}) =>
  createHandCodeWallet(service, { flow: 'pre_authorized_code', trust_framework: 'eu', laboratory, ...more })
const change = (wallet: HandCodeWallet, body: JsonRecord) =>
  wallet.http({
    method: 'POST',
    path: `/sessions/${wallet.created.session_id}/laboratory/wallet-units`,
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify(body),
  })
const revoke = (wallet: HandCodeWallet, list: number, index: number, status = 'invalid') =>
  change(wallet, { list, index, status })
const listsOf = async (wallet: HandCodeWallet) => (await wallet.view()).laboratory?.wallet_unit?.lists
const eventsOf = async (wallet: HandCodeWallet, type: string) =>
  (await wallet.view()).events
    .filter((one) => one.type === type)
    .map(({ detail: { exchange_id: _, ...detail } }) => detail)
const entryOf = async (wallet: HandCodeWallet, id: string) =>
  (await wallet.view()).checks.conformance.findLast((one) => one.id === id)
const statusOf = async (wallet: HandCodeWallet, id: string) => (await entryOf(wallet, id))?.status
const afterRevocation = 'vci.wallet_unit.after_revocation'

/** What TS3 adds to an attestation: a status on a list of the issuer. */
const kept = (uri: string | undefined, idx: number) => ({
  status: { status_list: { idx, uri } },
  exp: Math.floor(service.now() / 1000) + 40 * 86_400,
})

/** Requests a token, or refreshes one, with an attestation whose status is at an index. */
const token = async (wallet: HandCodeWallet, index: number, refreshToken?: string, host = wallet) => {
  const lists = await listsOf(host)
  return wallet.requestToken({
    form: (form) => {
      if (refreshToken === undefined) return
      form.delete('pre-authorized_code')
      form.set('grant_type', 'refresh_token')
      form.set('refresh_token', refreshToken)
    },
    headers: (fields) =>
      fields.push(
        ...wallet.attested(({ claims }) => {
          claims.client_status = kept(lists?.client, index)
        }),
      ),
  })
}
const credential = async (wallet: HandCodeWallet, accessToken: string, index: number) => {
  const lists = await listsOf(wallet)
  return wallet.requestCredential({
    accessToken,
    keyAttestation: ({ claims }) => {
      claims.key_storage_status = kept(lists?.key_storage, index)
    },
  })
}

describe('the lists of wallet units that a laboratory hosts', () => {
  /** The bits of a list, and its token. */
  const listAt = async (wallet: HandCodeWallet, uri: string | undefined) => {
    const answer = await wallet.http({ path: new URL(uri ?? '').pathname })
    expect([answer.status, answer.header('content-type')]).toEqual([200, 'application/statuslist+jwt'])
    const claims = decodeJwt(answer.body)
    const { bits, lst } = claims.status_list as { bits: number; lst: string }
    const bytes = inflateSync(Buffer.from(lst, 'base64url'))
    return { claims, bits, bytes, header: decodeProtectedHeader(answer.body) }
  }

  it('have room for any index, and say which one was revoked', async () => {
    const wallet = await open({ wallet_unit: {}, status: {} })
    const lists = await listsOf(wallet)
    const issuer = wallet.created.issuer_identifier
    expect(lists).toEqual({ client: `${issuer}/wallet-units/1`, key_storage: `${issuer}/wallet-units/2` })
    expect((await revoke(wallet, 2, 16_383)).object()).toEqual({ list: 2, index: 16_383, status: 'invalid' })
    const [client, keys] = [await listAt(wallet, lists?.client), await listAt(wallet, lists?.key_storage)]
    for (const { bits, bytes, claims, header } of [client, keys]) {
      expect([bits, bytes.length * 8, claims.ttl, header.typ]).toEqual([1, 16_384, 10, 'statuslist+jwt'])
      const seal = (await wallet.view()).laboratory?.certificates.credential[0]
      expect(header.x5c?.[0]).toBe(seal)
    }
    expect(client.claims.sub).toBe(lists?.client)
    expect(client.bytes.every((byte) => byte === 0)).toBe(true)
    expect(keys.bytes.at(-1)).toBe(0x80)
    expect((await wallet.http({ path: `${new URL(issuer).pathname}/wallet-units/3` })).status).toBe(404)
    const shared = await open({}, { trust_framework: 'test_root' })
    expect((await shared.http({ path: shared.path('wallet-units/1') })).status).toBe(404)
  })

  it('keep what was revoked, and take neither another index nor another issuer', async () => {
    const wallet = await open({ wallet_unit: {} })
    expect((await revoke(wallet, 1, 7, 'valid')).object()).toEqual({ list: 1, index: 7, status: 'valid' })
    expect((await revoke(wallet, 1, 7)).status).toBe(200)
    expect((await revoke(wallet, 1, 7)).status).toBe(200)
    expectError(await revoke(wallet, 1, 7, 'valid'), 409, 'status_final')
    for (const index of [-1, 16_384]) expectError(await revoke(wallet, 1, index), 404, 'unknown_index')
    for (const body of [{}, { list: 3, index: 1, status: 'invalid' }, { assume: 'valid' }, { list: 1, index: 1 }])
      expectError(await change(wallet, body), 400, 'invalid_request')
    const without = await open({}, { trust_framework: 'test_root' })
    expectError(await revoke(without, 1, 7), 409, 'no_wallet_unit')
    expectError(await change(without, { assume: 'revoked' }), 409, 'no_wallet_unit')
    const shared = await createHandCodeWallet(service, { flow: 'pre_authorized_code' })
    expectError(await change(shared, { assume: 'revoked' }), 409, 'no_wallet_unit')
    expect(await eventsOf(wallet, 'wallet_unit_revoked')).toEqual([])
  })
})

describe('an issuer that reads the status of a wallet unit', () => {
  it('gives a revoked unit no token, and revokes what it issued to it', async () => {
    const wallet = await open({ wallet_unit: { check_status: true }, status: {}, refresh: {} })
    const given = (await token(wallet, 5)).object()
    expect((await credential(wallet, String(given.access_token), 5)).status).toBe(200)
    expect(await statusOf(wallet, 'vci.wallet_attestation.status_valid')).toBe('pass')
    expect(await statusOf(wallet, 'vci.key_attestation.status_valid')).toBe('pass')
    await revoke(wallet, 1, 6)
    expect((await token(wallet, 5, String(given.refresh_token))).status).toBe(200)
    await revoke(wallet, 1, 5)
    expect(await eventsOf(wallet, 'wallet_unit_revoked')).toEqual([])
    const refused = await token(wallet, 5, String(given.refresh_token))
    expectError(refused, 401, 'invalid_client')
    expect(refused.object().error_description).toBe(refusal)
    expect(await eventsOf(wallet, 'wallet_unit_revoked')).toEqual([{ by: 'list', credentials: 1 }])
    const { laboratory } = await wallet.view()
    expect(laboratory?.wallet_unit?.revoked).toMatchObject({ by: 'list', credentials: 1 })
    expect(laboratory?.wallet_unit?.checks.at(-2)).toMatchObject({ list: 1, result: 'invalid' })
    expect(laboratory?.lists[0]?.entries.map(({ status }) => status)).toEqual(['invalid'])
    expect(await statusOf(wallet, 'vci.wallet_attestation.status_valid')).toBe('fail')
    expect(await entryOf(wallet, afterRevocation)).toMatchObject({ status: 'pass', actual: 'nothing', level: 'info' })
    const late = await credential(wallet, String(given.access_token), 5)
    expectError(late, 401, 'invalid_token')
    expect(late.object().error_description).toBe(refusal)
    expect(await entryOf(wallet, afterRevocation)).toMatchObject({
      status: 'warn',
      actual: ['requestNonce', 'requestCredential'],
    })
  })

  it('revokes what the wallet has shown, without being told where that is', async () => {
    const wallet = await open({ wallet_unit: { check_status: true }, refresh: {} })
    const shown = (list: number) => change(wallet, { list, shown: true, status: 'invalid' })
    expectError(await shown(1), 404, 'unknown_index')
    const given = (await token(wallet, 16_001)).object()
    expectError(await shown(2), 404, 'unknown_index')
    expect((await shown(1)).object()).toEqual({ list: 1, shown: 1, status: 'invalid' })
    expect((await shown(1)).status).toBe(200)
    // The index identifies the wallet, so nothing that is kept has it.
    const [revoked, ...others] = await eventsOf(wallet, 'wallet_unit_entry_revoked')
    expect([revoked, others]).toEqual([{ list: 1, sealed: expect.any(Number), place: 0, used: true }, []])
    expect(revoked).not.toMatchObject({ sealed: 16_001 })
    expectError(await token(wallet, 16_001, String(given.refresh_token)), 401, 'invalid_client')
    expectError(await change(wallet, { list: 1, shown: true, status: 'valid' }), 400, 'invalid_request')
  })

  it('issues nothing to keys of a revoked key storage, nor with the token of a unit revoked since', async () => {
    const wallet = await open({ wallet_unit: { check_status: true } })
    const accessToken = String((await token(wallet, 9)).object().access_token)
    await revoke(wallet, 2, 9)
    const refused = await credential(wallet, accessToken, 9)
    expectError(refused, 400, 'invalid_proof')
    expect(refused.object().error_description).toBe(refusal)
    expect(await eventsOf(wallet, 'wallet_unit_revoked')).toEqual([{ by: 'list', credentials: 0 }])
    const other = await open({ wallet_unit: { check_status: true } })
    const theirs = String((await token(other, 9)).object().access_token)
    await revoke(other, 1, 9)
    expectError(await credential(other, theirs, 9), 401, 'invalid_token')
  })

  it('does not notice where it does not look', async () => {
    const wallet = await open({ wallet_unit: {} })
    await revoke(wallet, 1, 3)
    await revoke(wallet, 2, 3)
    const { access_token: accessToken } = (await token(wallet, 3)).object()
    expect((await credential(wallet, String(accessToken), 3)).status).toBe(200)
    expect(await eventsOf(wallet, 'wallet_unit_checked')).toEqual([])
  })

  it('reads no list of another host unless the installation does, and says so of later requests too', async () => {
    const wallet = await open({ wallet_unit: { check_status: true } })
    const answer = await wallet.requestToken({
      headers: (fields) =>
        fields.push(
          ...wallet.attested(({ claims }) => {
            claims.client_status = kept('https://example.org/status/1', 3)
          }),
        ),
    })
    expect(answer.status).toBe(200)
    expect(await eventsOf(wallet, 'wallet_unit_checked')).toEqual([{ list: 1, result: 'not_fetched' }])
    const accessToken = String(answer.object().access_token)
    expect((await credential(wallet, accessToken, 3)).status).toBe(200)
    const told = (await wallet.view()).checks.conformance.filter(
      ({ id }) => id === 'vci.wallet_attestation.status_valid',
    )
    expect([...new Set(told.map(({ status }) => status))]).toEqual(['not_observed'])
    expect(await eventsOf(wallet, 'wallet_unit_checked')).toHaveLength(2)
  })

  it('shows no index and no list of an attestation in what it keeps', async () => {
    const wallet = await open({ wallet_unit: { check_status: true } })
    await token(wallet, 13_579)
    const values = await service.container.ports.store.liveValues({
      kinds: ['wallet_unit_entry'],
      at: service.now(),
      max: 10,
    })
    expect(values.length).toBeGreaterThan(0)
    expect(JSON.stringify([values, (await wallet.view()).events])).not.toContain('13579')
  })
})

describe('a unit that the tester says is revoked', () => {
  it.each([{}, { issuer_configuration_id: 'eu-pid-jwt-proof-only', trust_framework: 'test_root' }])(
    'gets nothing more, whatever a list says, with %j',
    async (more) => {
      const wallet = await open({ wallet_unit: {}, status: {}, refresh: {} }, more)
      const given = (await wallet.requestToken()).object()
      const accessToken = String(given.access_token)
      expect((await wallet.requestCredential({ accessToken })).status).toBe(200)
      expect((await change(wallet, { assume: 'revoked' })).object()).toEqual({ revoked: 1 })
      expect((await change(wallet, { assume: 'revoked' })).object()).toEqual({ revoked: 0 })
      expect(await eventsOf(wallet, 'wallet_unit_revoked')).toEqual([{ by: 'tester', credentials: 1 }])
      const refresh = await wallet.requestToken({
        form: (form) => {
          form.delete('pre-authorized_code')
          form.set('grant_type', 'refresh_token')
          form.set('refresh_token', String(given.refresh_token))
        },
      })
      expectError(refresh, 401, 'invalid_client')
      expect(refresh.object().error_description).toBe(refusal)
      expectError(await wallet.requestCredential({ accessToken }), 401, 'invalid_token')
      const { laboratory } = await wallet.view()
      expect(laboratory?.lists[0]?.entries.map(({ status }) => status)).toEqual(['invalid'])
      expect(laboratory?.wallet_unit?.revoked).toMatchObject({ by: 'tester', credentials: 1 })
    },
  )

  it.each([
    [null, 'pass', 'nothing'],
    [{ repeat: { step: 'par', after: 'refused' } }, 'warn', ['pushAuthorizationRequest']],
  ] as const)('stops once it was told, or is seen to go on (%j)', async (careless, status, actual) => {
    const wallet = await open({ wallet_unit: {} }, { flow: 'authorization_code' })
    await change(wallet, { assume: 'revoked' })
    const head = { id: afterRevocation, title: 'Goes on', expect: { status: 400, error: 'invalid_client' } }
    const run = await runAtIssuer({
      deeplink: wallet.created.deeplink,
      clock: service.now,
      ...(careless === null ? {} : { misbehave: { ...head, ...careless } }),
    })
    expect([run.outcome, run.refusal?.error_description]).toEqual(['refused_by_issuer', refusal])
    expect(await entryOf(wallet, afterRevocation)).toMatchObject({ status, actual })
    const shared = await createHandCodeWallet(service)
    expect(await entryOf(shared, afterRevocation)).toBeUndefined()
  })

  it('may push no request', async () => {
    const wallet = await open({ wallet_unit: {} }, { flow: 'authorization_code' })
    expect((await wallet.push()).status).toBe(201)
    await change(wallet, { assume: 'revoked' })
    expectError(await wallet.push(), 400, 'invalid_client')
  })
})

describe('an issuer that reads the lists again', () => {
  it.each([1, 2])('revokes what it issued to a unit whose entry of list %i was revoked since', async (list) => {
    const wallet = await open({ wallet_unit: { check_status: true, recheck_seconds: 10 }, status: {} })
    const accessToken = String((await token(wallet, 5)).object().access_token)
    expect((await credential(wallet, accessToken, 5)).status).toBe(200)
    await revoke(wallet, list, 4)
    service.advance(30)
    expect(await eventsOf(wallet, 'wallet_unit_revoked')).toEqual([])
    await revoke(wallet, list, 5)
    // Another process, as after a restart.
    const again = await startService({ env: { DATA_DIR: service.dataDir, BASE_URL: service.baseUrl } })
    const http = createHttpClient(again.baseUrl)
    try {
      Object.assign(again.container.ports, { store: service.container.ports.store })
      again.advance(120)
      const answer = await http({ path: wallet.path('status/1') })
      const { lst } = decodeJwt(answer.body).status_list as { lst: string }
      expect(inflateSync(Buffer.from(lst, 'base64url')).some((byte) => byte !== 0)).toBe(true)
    } finally {
      http.close()
      await again.close()
    }
    const { laboratory } = await wallet.view()
    expect(laboratory?.lists[0]?.entries.map(({ status }) => status)).toEqual(['invalid'])
    expect(laboratory?.wallet_unit).toMatchObject({
      revoked: { by: 'recheck', credentials: 1 },
      checks: expect.arrayContaining([{ list, result: 'invalid', at: laboratory?.wallet_unit?.revoked?.at }]),
    })
    expect(await eventsOf(wallet, 'wallet_unit_revoked')).toEqual([{ by: 'recheck', credentials: 1 }])
  })

  it('looks at the lists of another issuer of ours too, once the wallet has shown one', async () => {
    const host = await open({ wallet_unit: {} })
    const wallet = await open({ wallet_unit: { check_status: true, recheck_seconds: 10 }, status: {} })
    const accessToken = String((await token(wallet, 21, undefined, host)).object().access_token)
    expect((await credential(wallet, accessToken, 21)).status).toBe(200)
    await revoke(host, 1, 20)
    await revoke(host, 1, 21)
    service.advance(20)
    expect(await eventsOf(wallet, 'wallet_unit_revoked')).toEqual([{ by: 'recheck', credentials: 1 }])
    const patient = await open({ wallet_unit: { check_status: true }, refresh: {} })
    const given = (await token(patient, 22, undefined, host)).object()
    await revoke(host, 1, 22)
    const again = await patient.requestCredential({ accessToken: String(given.access_token) })
    expectError(again, 401, 'invalid_token')
  })
})
