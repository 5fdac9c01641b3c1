import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ConformanceEntry } from '@/lib/core/engine/evidence/session-view'
import { covers } from '@/lib/testing/covers'
import { expectRefusal, lastExchange } from '@/lib/testing/expect-refusal'
import { createHandCodeWallet, type HandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandWallet, type JwtChange } from '@/lib/testing/hand-wallet'
import type { JsonRecord } from '@/lib/testing/http-client'
import { startService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createKeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { signJwt } from '@/lib/wallet/jose/jws'
import { generateKey } from '@/lib/wallet/jose/key'

const clientKey = generateKey()
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const service = serviceForTests({
  files: {
    'clients.json': JSON.stringify([{ client_id: 'registered', jwks: { keys: [clientKey.publicJwk] } }]),
  },
})

const withHeaders = (wallet: HandCodeWallet, fields: [string, string][]) =>
  wallet.push({ headers: (headers) => headers.push(...fields) })

/** The status of the check of `jti`, of PoP or assertion, in the newest request. */
async function jtiFinding(
  wallet: HandCodeWallet,
  endpoint: 'par' | 'token',
  check = 'vci.wallet_attestation.pop_jti',
): Promise<ConformanceEntry> {
  const { id } = await lastExchange(wallet, wallet.path(endpoint))
  const found = (await wallet.view()).checks.conformance.find((entry) => entry.id === check && entry.exchange_id === id)
  if (found === undefined) throw new Error(`${check} has not judged the request.`)
  return found
}

/** The changed attestation or PoP, and the check that decides. */
const badAttestations: readonly [string, check: string, attestation: JwtChange | null, pop: JwtChange | null][] = [
  ['a bad signature (N34)', 'signature', (draft) => Object.assign(draft, { key: generateKey() }), null],
]

describe('a wallet attestation', () => {
  covers('A4.29')
  it.each(badAttestations)(
    'with %s is refused by vci.wallet_attestation.%s',
    async (_name, check, attestation, pop) => {
      const wallet = await createHandCodeWallet(service)
      const answer = await withHeaders(wallet, wallet.attested(attestation ?? undefined, pop ?? undefined))
      await expectRefusal(wallet, 'par', answer, {
        status: 400,
        error: 'invalid_client',
        check: `vci.wallet_attestation.${check}`,
      })
      expect((await withHeaders(wallet, wallet.attested())).status).toBe(201)
    },
  )

  it.each([
    ['no PoP', (fields: [string, string][]) => fields.slice(0, 1)],
    ['a PoP alone', (fields: [string, string][]) => fields.slice(1)],
    ['the header twice', (fields: [string, string][]) => [fields[0]!, ...fields]],
    [
      'two values joined by a comma',
      ([a, b]: [string, string][]) => [[a![0], `${a![1]}, ${a![1]}`], b!] as [string, string][],
    ],
  ])('with %s is refused (N33)', async (_name, change) => {
    const wallet = await createHandCodeWallet(service)
    await expectRefusal(wallet, 'par', await withHeaders(wallet, change(wallet.attested())), {
      status: 400,
      error: 'invalid_client',
      check: 'vci.wallet_attestation.headers_paired',
    })
  })

  it('whose PoP was used before is refused (N35)', async () => {
    const wallet = await createHandCodeWallet(service)
    const fields = wallet.attested()
    expect((await withHeaders(wallet, fields)).status).toBe(201)
    await expectRefusal(wallet, 'par', await withHeaders(wallet, fields), {
      status: 400,
      error: 'invalid_client',
      check: 'vci.wallet_attestation.pop_jti',
    })
  })

  it('of another client_id is refused (N36)', async () => {
    const wallet = await createHandCodeWallet(service)
    const answer = await wallet.push({
      form: (form) => form.set('client_id', 'another'),
      headers: (fields) => fields.push(...wallet.attested()),
    })
    await expectRefusal(wallet, 'par', answer, {
      status: 400,
      error: 'invalid_client',
      check: 'vci.wallet_attestation.sub',
    })
    const failed = (await wallet.view()).checks.conformance
      .filter(({ status }) => status === 'fail')
      .map(({ id }) => id)
    expect(failed).toEqual(
      expect.arrayContaining(['vci.par.client_id_is_attestation_sub', 'vci.wallet_attestation.sub']),
    )
  })

  it('whose PoP came with a demand for a DPoP nonce is told, and taken once', async () => {
    const wallet = await createHandCodeWallet(service, { dpop_nonce: 'required' })
    const fields = wallet.attested()
    const again = (nonce: string | null) =>
      wallet.push({
        dpop: ({ claims }) => Object.assign(claims, nonce === null ? {} : { nonce }),
        headers: (headers) => headers.push(...fields),
      })
    // A challenge uses nothing up, however often it comes.
    for (const found of ['pass', 'fail']) {
      const demand = await again(null)
      expect([demand.status, demand.object().error]).toEqual([400, 'use_dpop_nonce'])
      expect((await jtiFinding(wallet, 'par')).status).toBe(found)
    }
    const nonce = (await again(null)).header('dpop-nonce')
    expect((await again(nonce)).status).toBe(201)
    expect(await jtiFinding(wallet, 'par')).toMatchObject({
      status: 'fail',
      rejected: false,
      cause: 'The jti of the attestation PoP came before, with a request that was refused',
    })
    await expectRefusal(wallet, 'par', await again(nonce), {
      status: 400,
      error: 'invalid_client',
      check: 'vci.wallet_attestation.pop_jti',
    })
  })

  it('whose PoP came with a demand for a DPoP nonce is told at the token endpoint too, and a new one is not', async () => {
    for (const found of ['fail', 'pass']) {
      const wallet = await createHandCodeWallet(service, { dpop_nonce: 'required' })
      const nonce = (await withHeaders(wallet, wallet.attested())).header('dpop-nonce')
      const withNonce: JwtChange = ({ claims }) => Object.assign(claims, { nonce })
      const pushed = await wallet.push({
        dpop: withNonce,
        headers: (headers) => headers.push(...wallet.attested()),
      })
      const code = (await wallet.browse(String(pushed.object().request_uri))).searchParams.get('code') ?? ''
      const first = wallet.attested()
      const demand = await wallet.redeem(code, { headers: (headers) => headers.push(...first) })
      expect(demand.object().error).toBe('use_dpop_nonce')
      const second = found === 'fail' ? first : wallet.attested()
      const answer = await wallet.redeem(code, { dpop: withNonce, headers: (headers) => headers.push(...second) })
      expect(answer.status).toBe(200)
      expect((await jtiFinding(wallet, 'token')).status).toBe(found)
    }
  })

  it('whose PoP came with a request of another client is told, unless another key signed that', async () => {
    for (const [own, found] of [
      [true, 'fail'],
      [false, 'pass'],
    ] as const) {
      const wallet = await createHandCodeWallet(service)
      const jti = randomUUID()
      const pop = (key?: ReturnType<typeof generateKey>): JwtChange => {
        return (draft) => Object.assign(draft, { claims: { ...draft.claims, jti }, ...(key ? { key } : {}) })
      }
      const refused = await wallet.push({
        form: (form) => form.set('client_id', 'another'),
        headers: (headers) => headers.push(...wallet.attested(undefined, pop(own ? undefined : generateKey()))),
      })
      expect(refused.object().error).toBe('invalid_client')
      expect((await withHeaders(wallet, wallet.attested(undefined, pop()))).status).toBe(201)
      expect((await jtiFinding(wallet, 'par')).status).toBe(found)
    }
  })

  it('that was pushed with has to come with the token request too, refused with 401', async () => {
    const wallet = await createHandCodeWallet(service)
    const pushed = await withHeaders(wallet, wallet.attested())
    const code = (await wallet.browse(String(pushed.object().request_uri))).searchParams.get('code') ?? ''
    await expectRefusal(wallet, 'token', await wallet.redeem(code), {
      status: 401,
      error: 'invalid_client',
      check: 'vci.client_auth.consistent',
    })
    const answer = await wallet.redeem(code, { headers: (fields) => fields.push(...wallet.attested()) })
    expect(answer.status).toBe(200)
  })

  describe('of the wallet of another issuer', () => {
    const [shared, other] = [{}, { issuer_configuration_id: 'eu-pid-jwt-proof-only' }]
    const own = { laboratory: {} }
    const atShared = { seen_at: 'eu-pid-device-bound' }
    const atOwn = { seen_at: 'an issuer that another session has for itself' }

    /** The check's result for pushed requests by wallets that share an instance key, one after the other. */
    async function pushAt(...wallets: HandCodeWallet[]): Promise<unknown[]> {
      const key = wallets[0]?.instanceKey
      const found: unknown[] = []
      for (const wallet of wallets) {
        const sameKey = ({ claims }: Parameters<JwtChange>[0]) =>
          void Object.assign(claims, { cnf: { jwk: { ...key?.publicJwk } } })
        const answer = await withHeaders(
          wallet,
          wallet.attested(sameKey, (draft) => Object.assign(draft, { key })),
        )
        expect(answer.status, answer.body).toBe(201)
        const { checks } = await wallet.view()
        const seen = checks.conformance.filter(({ id }) => id === 'vci.wallet_attestation.not_reused_across_issuers')
        found.push(seen.at(-1)?.status === 'pass' ? null : seen.at(-1)?.actual)
      }
      return found
    }
    const wallets = (...sessions: JsonRecord[]) =>
      Promise.all(sessions.map((session) => createHandCodeWallet(service, session)))

    it.each<[string, JsonRecord[], unknown[]]>([
      ['two that all share', [shared, other], [null, atShared]],
      ['one that all share and one of a session', [shared, own], [null, atShared]],
      ['one of a session and one that all share', [own, shared], [null, atOwn]],
      ['one of a session and one of another', [own, own], [null, atOwn]],
    ])('shows at the second: %s', async (_, sessions, expected) => {
      expect(await pushAt(...(await wallets(...sessions)))).toEqual(expected)
    })

    it('shows at the first when it comes back, and not before it went elsewhere', async () => {
      const [first, second] = await wallets(own, own)
      if (first === undefined || second === undefined) throw new Error('There are not two wallets.')
      expect(await pushAt(first, first, second, first)).toEqual([null, null, atOwn, atOwn])
    })
  })

  it('of an unknown provider is refused where trust is enforced, and told apart from an invalid one', async () => {
    const known = await createKeyAttester(Date.now())
    const strict = await startService({
      env: { ATTESTATION_TRUST: 'enforce' },
      files: { 'trust/known.pem': known.rootPem },
    })
    const wallet = await createHandCodeWallet(strict)
    await expectRefusal(wallet, 'par', await withHeaders(wallet, wallet.attested()), {
      status: 400,
      error: 'invalid_client',
      check: 'vci.wallet_attestation.trusted',
    })
    const { observed } = await wallet.view()
    expect(observed.client_authentication).toMatchObject({
      wallet_attestation: { signature: 'valid', trusted: false, trust_reason: 'signature valid, issuer not trusted' },
    })
    await strict.close()
  })

  it('is asked to answer a challenge where the installation hands them out', async () => {
    const strict = await startService({ env: { ATTESTATION_CHALLENGE: 'on' } })
    const wallet = await createHandCodeWallet(strict)
    const answer = await withHeaders(wallet, wallet.attested())
    expect([answer.status, answer.object().error]).toEqual([400, 'use_attestation_challenge'])
    const challenge = answer.header('oauth-client-attestation-challenge')
    const fetched = (await wallet.http({ method: 'POST', path: wallet.path('challenge') })).object()
      .attestation_challenge
    expect(fetched).not.toBe(challenge)
    for (const one of [challenge, fetched]) {
      const good = wallet.attested(undefined, ({ claims }) => void Object.assign(claims, { challenge: one }))
      expect((await withHeaders(wallet, good)).status).toBe(201)
    }
    await strict.close()
  })
})

describe('a client assertion', () => {
  const assertion = (wallet: HandCodeWallet, change?: JwtChange, jti = randomUUID()): string => {
    const now = Math.floor(service.now() / 1000)
    const draft = {
      header: { alg: 'ES256' },
      claims: {
        iss: 'registered',
        sub: 'registered',
        aud: wallet.created.issuer_identifier,
        jti,
        iat: now,
        exp: now + 60,
      },
      key: clientKey,
    }
    change?.(draft)
    return signJwt(draft)
  }
  const push = (
    wallet: HandCodeWallet,
    compact: string,
    type = assertionType,
    clientId = 'registered',
    dpop: JwtChange = () => {},
  ) =>
    wallet.push({
      dpop,
      form: (form) => {
        form.set('client_id', clientId)
        form.set('client_assertion_type', type)
        form.set('client_assertion', compact)
      },
    })
  const cases: readonly [string, string, JwtChange][] = [
    ['of another key', 'signature', (draft) => Object.assign(draft, { key: generateKey() })],
  ]

  it.each(cases)('%s is refused by vci.private_key_jwt.%s', async (_name, check, change) => {
    const wallet = await createHandCodeWallet(service)
    await expectRefusal(wallet, 'par', await push(wallet, assertion(wallet, change)), {
      status: 400,
      error: 'invalid_client',
      check: `vci.private_key_jwt.${check}`,
    })
    expect((await push(wallet, assertion(wallet))).status).toBe(201)
  })

  it('is remembered for as long as it would be taken', async () => {
    const wallet = await createHandCodeWallet(service)
    const long = assertion(wallet, ({ claims }) => Object.assign(claims, { exp: Number(claims.iat) + 3000 }))
    expect((await push(wallet, long)).status).toBe(201)
    const jti = JSON.parse(Buffer.from(long.split('.')[1] ?? '', 'base64url').toString()).jti
    const digest = createHash('sha256').update(`registered.${jti}`).digest('base64url')
    const row = await service.container.ports.store.oneTimeValue('client_assertion_jti', digest)
    expect(Number(row?.expiresAt)).toBeGreaterThanOrEqual(service.now() + 2990 * 1000)
  })

  it('that came with a demand for a DPoP nonce is told, and taken once', async () => {
    const wallet = await createHandCodeWallet(service, { dpop_nonce: 'required' })
    const compact = assertion(wallet)
    const again = (nonce?: string | null) =>
      push(wallet, compact, assertionType, 'registered', ({ claims }) => Object.assign(claims, nonce ? { nonce } : {}))
    const nonce = (await again()).header('dpop-nonce')
    expect((await again(nonce)).status).toBe(201)
    expect(await jtiFinding(wallet, 'par', 'vci.private_key_jwt.jti')).toMatchObject({
      status: 'fail',
      rejected: false,
      cause: 'The jti of the client assertion came before, with a request that was refused',
    })
    await expectRefusal(wallet, 'par', await again(nonce), {
      status: 400,
      error: 'invalid_client',
      check: 'vci.private_key_jwt.jti',
    })
  })

  it('cannot be left out by a client that registered keys', async () => {
    const wallet = await createHandCodeWallet(service)
    const named = (form: URLSearchParams) => form.set('client_id', 'registered')
    await expectRefusal(wallet, 'par', await wallet.push({ form: named }), {
      status: 400,
      error: 'invalid_client',
      check: 'vci.private_key_jwt.signature',
    })
    const other = await createHandWallet(service)
    await expectRefusal(other, 'token', await other.requestToken({ form: named }), {
      status: 401,
      error: 'invalid_client',
      check: 'vci.private_key_jwt.signature',
    })
    expect((await other.requestToken()).status).toBe(200)
  })

  it('of an unknown client, of another type or a second time is refused (N37)', async () => {
    const wallet = await createHandCodeWallet(service)
    const unknown = ({ claims }: Parameters<JwtChange>[0]) => void Object.assign(claims, { iss: 'x', sub: 'x' })
    const errors = [
      await push(wallet, assertion(wallet, unknown), assertionType, 'x'),
      await push(wallet, assertion(wallet), 'jwt'),
    ]
    const once = assertion(wallet)
    expect((await push(wallet, once)).status).toBe(201)
    errors.push(await push(wallet, once))
    expect(errors.map((answer) => [answer.status, answer.object().error])).toEqual(
      errors.map(() => [400, 'invalid_client']),
    )
    expect(errors.map((answer) => String(answer.object().error_uri).split('/').at(-1))).toEqual([
      'vci.private_key_jwt.signature',
      'vci.private_key_jwt.assertion_type',
      'vci.private_key_jwt.jti',
    ])
  })
})
