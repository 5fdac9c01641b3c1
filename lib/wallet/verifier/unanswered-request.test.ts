import { describe, expect, it } from 'vitest'
import type { JwtDraft } from '../jose/jws'
import { generateKey } from '../jose/key'
import { presentingWallet } from '../testing/presenting-wallet'
import type { ScriptedVerifier, VerifierScript } from '../testing/scripted-verifier'
import type { VerifierOptions } from './run-at-verifier'

const { start, maker, present } = await presentingWallet()

type Change = NonNullable<VerifierScript['request']>
const claims =
  (changes: object): Change =>
  (draft) => {
    Object.assign(draft.claims, changes)
  }
const header =
  (changes: object): Change =>
  (draft) => {
    Object.assign(draft.header, changes)
  }
const other = generateKey()

/** The wallet tells its user why, and the verifier gets nothing after the fetch. */
async function expectSilence(verifier: ScriptedVerifier, error: string, options: Partial<VerifierOptions> = {}) {
  const run = await present(verifier, options)
  expect(run).toMatchObject({ outcome: 'stopped_by_wallet', declined: null, presented: [] })
  expect(run.reason).toMatch(new RegExp(`^${error}: .{20}`))
  expect(verifier.received.filter(({ path }) => !path.endsWith('/request'))).toEqual([])
  return run
}

/** Nothing shows that the address in such a request belongs to its client (OID4VP-1FINAL-14.3.1). */
describe('a request that is not authentic', () => {
  it.each<[string, string, Change]>([
    ['another typ', 'invalid_request_object', header({ typ: 'JWT' })],
    ['no typ', 'invalid_request_object', header({ typ: undefined })],
    ['no signature', 'invalid_request_object', header({ alg: 'none' })],
    ['a MAC', 'invalid_request_object', header({ alg: 'HS256' })],
    ['an unknown critical header', 'invalid_request_object', header({ crit: ['x'], x: 1 })],
    ['no certificate', 'invalid_request_object', header({ x5c: undefined })],
    ['a certificate that is none', 'invalid_request_object', header({ x5c: ['AAAA'] })],
    ['another key', 'invalid_request_object', (draft) => Object.assign(draft, { key: other })],
    [
      'a self-signed certificate',
      'invalid_request_object',
      (draft, { attester }) => Object.assign(draft.header, { x5c: [attester.selfSignedCertificate] }),
    ],
    [
      'a trust anchor in x5c',
      'invalid_request_object',
      (draft, { attester }) => Object.assign(draft.header, { x5c: [...attester.x5c, attester.rootCertificate] }),
    ],
    ['another client_id than the link', 'invalid_request_object', claims({ client_id: 'x509_hash:abc' })],
    ['no client_id', 'invalid_request_object', claims({ client_id: undefined })],
  ])('for %s gets no answer, and the user learns of %s', async (_what, error, request) => {
    for (const delivery of ['by_reference', 'by_value'] as const)
      await expectSilence(await start({ delivery, request }), error)
  })

  it('gets no answer at an address that it names elsewhere', async () => {
    const elsewhere = await start()
    const request = (draft: JwtDraft) => {
      draft.key = other
      draft.claims.response_uri = `${elsewhere.origin}/sessions/0/response`
    }
    for (const delivery of ['by_reference', 'by_value'] as const)
      await expectSilence(await start({ delivery, request }), 'invalid_request_object')
    expect(elsewhere.received).toEqual([])
  })

  it('does not chain to the root of the wallet', async () => {
    const [verifier, stranger] = [await start(), await start()]
    const trustAnchors = [stranger.attester.rootPem]
    const { reason } = await expectSilence(verifier, 'invalid_request_object', { trustAnchors })
    expect(reason).toContain('does not chain to a trust anchor')
  })

  it('does not echo the nonce of the wallet, so that it may be of another', async () => {
    for (const wallet_nonce of ['another', undefined])
      await expectSilence(await start({ method: 'post', request: claims({ wallet_nonce }) }), 'invalid_request_object')
  })

  it('names a client by another prefix, or by the hash of another certificate', async () => {
    for (const client_id of ['x509_hash:abc', 'origin:https://a.example', 'redirect_uri:https://a.example', 'plain'])
      await expectSilence(
        await start({
          request: claims({ client_id }),
          link: (parameters) => parameters.set('client_id', client_id),
        }),
        'invalid_request',
      )
  })

  it('names a client by a DNS name that its certificate, or the address of the answer, does not have', async () => {
    const key = generateKey()
    const { certify } = maker.signer
    for (const [client, certified, accepted] of [
      ['localhost', 'localhost', true],
      ['localhost', 'verifier.example', false],
      ['verifier.example', 'verifier.example', false],
    ] as const) {
      const certificate = await certify(key, { dnsName: certified })
      const verifier = await start({
        request: (draft) => {
          draft.key = key
          draft.header.x5c = [certificate]
          draft.claims.client_id = `x509_san_dns:${client}`
          draft.claims.response_uri = String(draft.claims.response_uri).replace('127.0.0.1', 'localhost')
        },
        link: (parameters) => {
          parameters.set('client_id', `x509_san_dns:${client}`)
          parameters.set('request_uri', String(parameters.get('request_uri')).replace('127.0.0.1', 'localhost'))
        },
      })
      if (accepted) expect((await present(verifier)).outcome).toBe('presented')
      else await expectSilence(verifier, 'invalid_request')
    }
  })
})

describe('a request without a signature', () => {
  /** The parameters of the request in the link, from the owner of the address in the client_id. */
  const inLink = (response_uri: string | null) => async (verifier: ScriptedVerifier) => {
    const address = `${verifier.origin}/sessions/0/response`
    const parameters = new URLSearchParams({
      client_id: `redirect_uri:${address}`,
      response_type: 'vp_token',
      response_mode: 'direct_post',
      response_uri: response_uri ?? address,
      nonce: 'a"b',
      dcql_query: '{}',
    })
    return present(verifier, { deeplink: `openid4vp://?${parameters}` })
  }

  it('gets its error at the address that its client is called by', async () => {
    const verifier = await start({ responseMode: 'direct_post' })
    expect(await inLink(null)(verifier)).toMatchObject({ outcome: 'declined', declined: { error: 'invalid_request' } })
    expect(verifier.received.map(({ path }) => path)).toEqual(['/sessions/0/response'])
  })

  it('gets none at another address', async () => {
    const [verifier, elsewhere] = [await start(), await start()]
    expect(await inLink(`${elsewhere.origin}/sessions/0/response`)(verifier)).toMatchObject({
      outcome: 'stopped_by_wallet',
      reason: 'invalid_request: The response_uri is not the address in the client_id',
    })
    expect([...verifier.received, ...elsewhere.received]).toEqual([])
  })
})

describe('an authentic request', () => {
  it.each([undefined, 'http://verifier.example/response', 'javascript:alert(1)'])(
    'gets no answer when its response_uri is %s',
    async (response_uri) => {
      expect(await expectSilence(await start({ request: claims({ response_uri }) }), 'invalid_request')).toMatchObject({
        log: [{ step: 'request_object' }],
      })
    },
  )

  it.each<[string, Change]>([
    ['for another wallet', claims({ aud: 'https://wallet.example' })],
    ['that is over', claims({ exp: 1 })],
    ['with a redirect_uri beside the response_uri', claims({ redirect_uri: 'https://verifier.example' })],
  ])('%s gets its error however it came', async (_what, request) => {
    for (const delivery of ['by_reference', 'by_value'] as const) {
      const verifier = await start({ delivery, request })
      expect((await present(verifier)).outcome).toBe('declined')
      expect(verifier.lastResponse()).toMatchObject({ error: expect.stringMatching(/^invalid_request/) })
    }
  })
})
