import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { problemsMax } from '@/lib/core/shared/http/problem-words'
import type { NoPlace, Seeker } from '@/lib/core/shared/ports/places'
import type { Json } from '@/lib/core/shared/values/json'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { covers } from '@/lib/testing/covers'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import type { HttpAnswer } from '@/lib/testing/http-client'
import { claim, header } from '@/lib/testing/jwt-changes'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { generateKey } from '@/lib/wallet/jose/key'

describe('bounds of a request', () => {
  /** A request that exceeds a bound is told the bound, not a consequence of exceeding it. */
  const clients = [{ client_id: 'registered', jwks: { keys: [generateKey().publicJwk] } }]
  const service = serviceForTests({ files: { 'clients.json': JSON.stringify(clients) } })
  const { http } = service

  const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const wide = `[${'1,'.repeat(10_001)}1]`
  const manyParameters = Array.from({ length: 257 }, (_, index) => `p${index}=1`).join('&')
  const longToken = 'a'.repeat(65_537)
  const json: [string, string] = ['Content-Type', 'application/json']
  const form: [string, string] = ['Content-Type', 'application/x-www-form-urlencoded']

  function expectBound(answer: HttpAnswer, status: number, error: string, bound: string): void {
    expectError(answer, status, error)
    expect(answer.object().error_description).toContain(bound)
  }

  describe('POST /sessions', () => {
    it.each([
      ['a long scheme', { scheme: `${'a'.repeat(70)}://` }, 'scheme must have at most 64 characters'],
      ['a short lifetime', { expires_in: 59 }, 'expires_in must be at least 60'],
      ['a long lifetime', { expires_in: 3601 }, 'expires_in must be at most 3600'],
      ['a long code', { tx_code: { length: 13 } }, 'tx_code has a member length, which must be at most 12'],
      ['a short code', { tx_code: { length: 3 } }, 'tx_code has a member length, which must be at least 4'],
      [
        'a long description',
        { tx_code: { description: 'a'.repeat(301) } },
        'tx_code has a member description, which must have at most 300 characters',
      ],
    ])('refuses %s', async (_name, body, bound) => {
      const answer = await http({ method: 'POST', path: '/sessions', headers: [json], body: JSON.stringify(body) })
      expectBound(answer, 400, 'invalid_request', bound)
    })

    covers('A7.5')
    it.each([
      ['nesting', 400, 'invalid_request', `{"a":${nested(33)}}`, 'deeper than 32 levels'],
      ['values', 400, 'invalid_request', `{"a":${wide}}`, 'more than 10000 values'],
      ['bytes', 413, 'payload_too_large', `{"a":"${'a'.repeat(1_048_576)}"}`, '1048576 bytes'],
    ])('refuses too much of %s', async (_name, status, error, body, bound) => {
      expectBound(await http({ method: 'POST', path: '/sessions', headers: [json], body }), status, error, bound)
    })
  })

  describe('PAR', () => {
    it.each([
      ['parameters', 400, 'invalid_request', { body: manyParameters }, 'more than 256 parameters'],
      ['bytes', 413, 'payload_too_large', { body: `scope=${'a'.repeat(65_536)}` }, '65536 bytes'],
      [
        'characters in the redirect_uri',
        400,
        'invalid_request',
        {
          form: (fields: URLSearchParams): void =>
            fields.set('redirect_uri', `https://wallet.example/${'a'.repeat(2026)}`),
        },
        'redirect_uri is longer than 2048 characters',
      ],
    ])('refuses too many %s', async (_name, status, error, changes, bound) => {
      const wallet = await createHandCodeWallet(service)
      expectBound(await wallet.push(changes), status, error, bound)
    })

    it('refuses a wallet attestation and a PoP that are nested too deeply', async () => {
      const wallet = await createHandCodeWallet(service)
      const deep = claim('x', JSON.parse(nested(33)))
      for (const [fields, name] of [
        [wallet.attested(deep), 'OAuth-Client-Attestation '],
        [wallet.attested(undefined, deep), 'OAuth-Client-Attestation-PoP '],
      ] as const) {
        const answer = await wallet.push({ headers: (headers) => headers.push(...fields) })
        expectBound(answer, 400, 'invalid_client', 'deeper than 32 levels')
        expect(answer.object().error_description).toContain(name)
      }
    })

    it('refuses a wallet attestation with too many certificates', async () => {
      const wallet = await createHandCodeWallet(service)
      const fields = wallet.attested(header('x5c', Array(11).fill('AAAA')))
      const answer = await wallet.push({ headers: (headers) => headers.push(...fields) })
      expectBound(answer, 400, 'invalid_client', 'more than 10 certificates')
    })
  })

  describe('the token endpoints', () => {
    it('refuse too many parameters', async () => {
      const wallet = await createHandWallet(service)
      expectBound(
        await wallet.requestToken({ body: manyParameters }),
        400,
        'invalid_request',
        'more than 256 parameters',
      )
      const path = '/authorization-servers/eu-pid-device-bound/token'
      const chained = await http({ method: 'POST', path, headers: [form], body: manyParameters })
      expectBound(chained, 400, 'invalid_request', 'more than 256 parameters')
    })

    it('refuse a client assertion that is too long', async () => {
      const wallet = await createHandWallet(service)
      const answer = await wallet.requestToken({
        form: (fields) => {
          fields.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
          fields.set('client_assertion', longToken)
        },
      })
      expectBound(answer, 401, 'invalid_client', 'longer than 65536 characters')
    })

    it('refuse a DPoP proof that is nested too deeply', async () => {
      const wallet = await createHandWallet(service)
      const answer = await wallet.requestToken({ dpop: claim('x', JSON.parse(nested(33))) })
      expectBound(answer, 401, 'invalid_dpop_proof', 'deeper than 32 levels')
    })

    it('refuse a header section that is too long', async () => {
      const answer = await http({
        method: 'POST',
        path: '/issuers/eu-pid-device-bound/token',
        headers: [['X', longToken]],
      })
      expect([answer.status, answer.object().error]).toEqual([431, 'invalid_request'])
      expect(answer.object().error_description).toContain('32768 bytes')
    })
  })

  describe('the credential endpoint', () => {
    const send = async (
      changes: (wallet: HandWallet, nonce: string) => Parameters<HandWallet['requestCredential']>[0],
    ) => {
      const wallet = await createHandWallet(service)
      await wallet.obtainToken()
      const nonce = await wallet.freshNonce()
      return wallet.requestCredential({ nonce, ...changes(wallet, nonce) })
    }

    it.each([
      ['nesting', 400, 'invalid_credential_request', `{"a":${nested(33)}}`, 'deeper than 32 levels'],
      ['values', 400, 'invalid_credential_request', `{"a":${wide}}`, 'more than 10000 values'],
      ['bytes', 413, 'payload_too_large', `{"a":"${'a'.repeat(262_144)}"}`, '262144 bytes'],
    ])('refuses too much of %s', async (_name, status, error, body, bound) => {
      expectBound(await send(() => ({ body })), status, error, bound)
    })

    it.each(['jwt', 'attestation'])('refuses a proof of type %s that is too long', async (type) => {
      const answer = await send(() => ({
        request: (request) => {
          request.proofs = { [type]: [longToken] }
        },
      }))
      expectBound(answer, 400, 'invalid_proof', 'longer than 65536 characters')
    })

    it('refuses too many certificates of a proof and of a key attestation', async () => {
      const x5c = header('x5c', Array(11).fill('AAAA'))
      const bound = 'more than 10 certificates'
      expectBound(await send(() => ({ keyAttestation: x5c })), 400, 'invalid_proof', bound)
      const inProof = (draft: Parameters<typeof x5c>[0]) => {
        delete draft.header.jwk
        x5c(draft)
      }
      expectBound(await send(() => ({ proof: inProof })), 400, 'invalid_proof', bound)
    })

    it('refuses too many attested keys', async () => {
      const answer = await send((wallet) => ({
        keyAttestation: claim('attested_keys', Array(101).fill(wallet.holderKeys[0]!.publicJwk)),
      }))
      expectBound(answer, 400, 'invalid_proof', 'more than 100 keys')
    })
  })

  it('the notification endpoint refuses too much nesting', async () => {
    const wallet = await createHandWallet(service)
    const token = await wallet.obtainToken()
    const answer = await wallet.http({
      method: 'POST',
      path: wallet.path('notification'),
      headers: [json, ['Authorization', `DPoP ${token}`], ['DPoP', wallet.dpop('notification', token)]],
      body: `{"a":${nested(33)}}`,
    })
    expectBound(answer, 400, 'invalid_notification_request', 'deeper than 32 levels')
  })
})

describe('bounds of problems', () => {
  const service = serviceForTests()
  const { http } = service

  const create = (body: object) =>
    http({
      method: 'POST',
      path: '/openid4vp/sessions',
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify(body),
    })

  /** A transaction data entry with this many unknown credential ids. */
  const naming = (ids: number): Json => [
    Buffer.from(JSON.stringify({ type: 'a', credential_ids: Array.from({ length: ids }, () => 'x') })).toString(
      'base64url',
    ),
  ]

  describe('a presentation request with as many mistakes as fit', () => {
    const many = 9900
    const body = { transaction_data: naming(many), presentation_request: { nonce: 'short' } }

    it('is sent, lists the bounded number of problems and says how many there are', async () => {
      const sent = JSON.stringify(body).length
      const answer = await create(body)
      expect(answer.status, answer.body.slice(0, 300)).toBe(201)
      const base = `/openid4vp/sessions/${String(answer.object().session_id)}`
      const whole = await http({ path: base })
      const { request_problems, events, request_conformant } = whole.json() as PresentationSessionView
      expect(request_problems).toHaveLength(problemsMax + 1)
      expect(request_problems.at(0)).toMatchObject({ code: 'weak_value' })
      expect(request_problems.at(-1)).toMatchObject({
        code: 'problems_left_out',
        severity: 'note',
        message: '500 of 9,901 problems are listed, the most of one request.',
      })
      expect(request_conformant).toBe(false)
      expect(events.find(({ type }) => type === 'vp_session_created')?.detail).toMatchObject({
        request_problems: many + 1,
      })
      // Beyond the request itself and the listed problems.
      expect(whole.body.length).toBeLessThan(sent + 400_000)
      for (const format of ['json', 'junit', 'md', 'html', 'har'])
        expect((await http({ path: `${base}/report?format=${format}` })).body.length).toBeLessThan(sent + 400_000)
      expect((await http({ path: `${base}/events` })).body.length).toBeLessThan(10_000)
      const stored = service.container.ports.store
      const session = await stored.session(String(answer.object().session_id) as never)
      expect(JSON.stringify(session).length).toBeLessThan(sent + 400_000)
    })

    it('is refused by a strict tester with the bounded number, and what is beyond is counted', async () => {
      const answer = await create({ ...body, allow_nonconforming_request: false })
      const { error, errors } = answer.object() as { error: string; errors: { code: string; message: string }[] }
      expect([answer.status, error]).toEqual([400, 'invalid_transaction_data'])
      // A note refuses nothing, so it is not among them.
      expect(errors).toHaveLength(problemsMax)
      expect(errors.at(-1)).toMatchObject({
        code: 'problems_left_out',
        message: '499 of 9,900 problems are listed, the most of one request.',
      })
      expect(answer.body.length).toBeLessThan(300_000)
    })

    it('repeats no long name that was sent', async () => {
      const name = 'n'.repeat(30_000)
      const answer = await create({ dcql_query: { [name]: 1, credentials: [] }, [name]: 2 })
      const view = (await http({ path: `/openid4vp/sessions/${String(answer.object().session_id)}` })).json()
      const { request_problems, events } = view as PresentationSessionView
      expect(JSON.stringify([request_problems, events]).length).toBeLessThan(5000)
    })
  })

  describe('scopes', () => {
    it('beyond their bound are refused by its number, and are not split', async () => {
      for (const scopes of ['a '.repeat(4097).trim(), Array.from({ length: 5000 }, (_, index) => `s${index}`)]) {
        const answer = await create({ scopes })
        expect([answer.status, answer.object().error]).toEqual([400, 'invalid_scope'])
        expect(answer.object().error_description).toContain('8192 characters')
      }
      const inner = await create({ presentation_request: { scope: 'a'.repeat(8193) } })
      const view = await http({ path: `/openid4vp/sessions/${String(inner.object().session_id)}` })
      expect((view.json() as PresentationSessionView).request_problems).toMatchObject([{ code: 'invalid_scope' }])
      expect((await create({ scopes: 'a'.repeat(8192) })).status).toBe(201)
    })
  })
})

describe('bounds that sessions share', () => {
  /** Every bound that strangers can fill, as the service wires it: see docs/limits.md, "What clients share". */
  const service = serviceForTests({ env: { OPERATOR_TOKEN: 'a-token-of-the-operator', FETCH_ISSUER_METADATA: 'on' } })

  const from = (remoteAddress: string, isOperator = false): Seeker => ({ remoteAddress, isOperator })

  type Taken = (() => void) | NoPlace | Promise<(() => void) | NoPlace>
  /**
   * For each bound: how to take a place, how many there are, the share of one client, of one network, and of all
   * strangers.
   */
  const bounds: readonly (readonly [
    name: string,
    take: (seeker: Seeker) => Taken,
    all: number,
    own: number,
    around: number,
    strangers: number,
  ])[] = [
    ['runs from pages', (seeker) => service.container.walletPlaces.session.take(seeker, 'runs'), 4, 1, 1, 3],
    ['runs through campaigns', (seeker) => service.container.walletPlaces.campaign.take(seeker, 'runs'), 2, 1, 1, 1],
    [
      'requests being written',
      (seeker) => service.container.commitPlaces.take(seeker, 'requests'),
      2000,
      250,
      500,
      1500,
    ],
    [
      'requests that wait',
      (seeker) => {
        const wait = service.container.ports.waits.begin({
          exchange: randomUUID() as never,
          seeker,
          keys: ['session', 'campaign'],
        })
        return 'because' in wait ? wait : wait.end
      },
      512,
      64,
      128,
      384,
    ],
    [
      'bundles that are not read',
      async (seeker) => {
        try {
          const spool = await service.container.ports.bundles.spool(seeker)
          return () => void spool.discard()
        } catch (error) {
          return { lack: 'all', because: String(error) }
        }
      },
      16,
      2,
      4,
      12,
    ],
  ]

  describe('what clients share', () => {
    it.each(bounds)('%s', async (_name, take, all, own, around, strangers) => {
      const leaves: (() => void)[] = []
      const given = async (seeker: Seeker, tries: number): Promise<number> => {
        let count = 0
        for (let at = 0; at < tries; at++) {
          const taken = await take(seeker)
          if (typeof taken !== 'function') break
          leaves.push(taken)
          count += 1
        }
        return count
      }
      const counts = { own: await given(from('192.0.2.1'), all), around: 0, strangers: 0, operator: 0 }
      counts.around = counts.own + (await given(from('192.0.2.2'), all))
      counts.strangers = counts.around
      for (let net = 0; net < 100 && counts.strangers < strangers + 1; net++)
        counts.strangers += await given(from(`198.51.${net}.1`), all)
      counts.operator = await given(from('203.0.113.1', true), all + 1)
      for (const leave of leaves) leave()
      expect(counts).toEqual({ own, around, strangers, operator: all - strangers })
    })

    it('fetches from others', async () => {
      const { fetchDocument } = service.container.ports
      let host = 0
      // In parallel: a place is taken before the host is looked up, and none of these hosts exists.
      const refused = async (...seekers: readonly Seeker[]): Promise<(string | null)[]> => {
        const asked = seekers.map((seeker) => fetchDocument?.(`https://host-${++host}.invalid/`, seeker))
        return (await Promise.all(asked)).map((found) =>
          found && !found.answered && ['share_taken', 'busy'].includes(found.error) ? found.error : null,
        )
      }
      const many = (count: number, seeker: (index: number) => Seeker) =>
        Array.from({ length: count }, (_, at) => seeker(at))
      expect(await refused(...many(5, () => from('192.0.2.1')))).toEqual([null, null, null, null, 'share_taken'])
      const strangers = many(25, (at) => from(`198.51.${at}.1`))
      const operator = many(9, () => from('203.0.113.1', true))
      const all = await refused(...strangers, ...operator)
      expect(all.slice(0, 25)).toEqual([...Array(24).fill(null), 'busy'])
      expect(all.slice(25)).toEqual([...Array(8).fill(null), 'busy'])
    })
  })
})
