import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { generateKey, type WalletKey } from '../jose/key'
import { presentingWallet } from '../testing/presenting-wallet'
import type { ScriptedVerifier, VerifierScript } from '../testing/scripted-verifier'
import { createTrustWorld, type TestParty } from '../testing/trust-maker'
import { readRegisteredVerifier } from './request/registered-verifier'
import type { VerifierOptions } from './run-at-verifier'

const { start, maker, present } = await presentingWallet()
const world = await createTrustWorld(Date.now())
const { access: root, strangers } = world.authorities
const hashOf = (der: string): string =>
  `x509_hash:${createHash('sha256').update(Buffer.from(der, 'base64')).digest('base64url')}`

/** A verifier that signs with this key and uses this client id in link and request. */
const as = (clientId: string, { key, x5c }: { key: WalletKey; x5c?: string[] }): VerifierScript => ({
  request: (draft) => {
    draft.key = key
    draft.header.x5c = x5c
    draft.claims.client_id = clientId
    draft.claims.response_uri = atLocalhost(draft.claims.response_uri)
  },
  link: (parameters) => {
    parameters.set('client_id', clientId)
    parameters.set('request_uri', atLocalhost(parameters.get('request_uri')))
  },
})
const atLocalhost = (url: unknown): string => String(url).replace('127.0.0.1', 'localhost')

const asChain = (...chain: TestParty[]): VerifierScript =>
  as(hashOf(chain[0]!.der), { key: chain[0]!.key, x5c: chain.map(({ der }) => der) })

/** Nothing was sent to the verifier after the fetch. */
async function expectSilence(verifier: ScriptedVerifier, reason: RegExp, options: Partial<VerifierOptions> = {}) {
  const run = await present(verifier, options)
  expect(run).toMatchObject({ outcome: 'stopped_by_wallet', reason: expect.stringMatching(reason) })
  expect(verifier.received.filter(({ path }) => !path.endsWith('/request'))).toEqual([])
}

describe('the certificate of a verifier', () => {
  const trustAnchors = [String(strangers.certificate), String(root.certificate)]

  it('leads over authorities to one of the roots of the wallet', async () => {
    const authority = await world.leaf(root, { isAuthority: true, subject: { CN: 'Intermediate' } })
    const leaf = await world.leaf(authority)
    const verifier = await start(asChain(leaf, authority))
    expect(await present(verifier, { trustAnchors })).toMatchObject({ outcome: 'presented', isSignerJudged: true })
    await expectSilence(await start(asChain(leaf)), /does not chain to a trust anchor/, { trustAnchors })
  })

  it('leads nowhere over somebody who is no authority', async () => {
    const party = await world.leaf(root, { hasUsages: false, subject: { CN: 'Another verifier' } })
    const issued = await world.leaf(party)
    for (const options of [{ trustAnchors }, {}])
      await expectSilence(await start(asChain(issued, party)), /do not form a chain/, options)
  })

  it('is taken for what it says by a wallet that knows no root, which says so', async () => {
    expect(await present(await start())).toMatchObject({ outcome: 'presented', isSignerJudged: false })
  })

  it('names the client whatever the case of letters', async () => {
    const key = generateKey()
    const x5c = [await maker.signer.certify(key, { dnsName: 'LocalHost' })]
    const verifier = await start(as('x509_san_dns:LOCALHOST', { key, x5c }))
    expect(await present(verifier)).toMatchObject({ outcome: 'presented', reason: null })
  })
})

describe('a registered verifier', () => {
  const key = generateKey()
  const registration = {
    client_id: 'shop',
    jwks: { keys: [{ ...key.publicJwk, kid: 'k' }] },
    client_metadata: {
      vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] } },
    },
  }
  /** A session with a verifier that has registered these addresses. */
  const session = async (addresses: (verifier: ScriptedVerifier) => object) => {
    const { request, link } = as('shop', { key })
    const verifier = await start({
      responseMode: 'direct_post',
      ...(link === undefined ? {} : { link }),
      request: (draft, at) => {
        request?.(draft, at)
        delete draft.claims.client_metadata
      },
    })
    const registered = readRegisteredVerifier({ ...registration, ...addresses(verifier) })
    if (registered === null) throw new Error('not a registration')
    return { verifier, known: { registeredVerifiers: [registered] } }
  }
  const at = (verifier: ScriptedVerifier, path: string) => `${atLocalhost(verifier.origin)}/sessions/0/${path}`

  it.each<[string, (verifier: ScriptedVerifier) => object]>([
    ['no addresses', () => ({})],
    ['the address of the response', (one) => ({ response_uri: at(one, 'response') })],
    ['it among others', (one) => ({ redirect_uris: ['https://shop.example/cb', at(one, 'response')] })],
    ['the address of the request', (one) => ({ request_uris: [at(one, 'request')] })],
  ])('gets a presentation with %s registered', async (_what, addresses) => {
    const { verifier, known } = await session(addresses)
    expect(await present(verifier, known)).toMatchObject({ outcome: 'presented', reason: null, isSignerJudged: null })
  })

  it.each<[string, (verifier: ScriptedVerifier) => object]>([
    ['another', () => ({ redirect_uris: ['https://shop.example/cb'] })],
    ['a shorter one', (one) => ({ redirect_uris: [atLocalhost(one.origin)] })],
    ['one that differs in a letter', (one) => ({ response_uri: at(one, 'Response') })],
    ['one that differs in the query', (one) => ({ response_uri: at(one, 'response?') })],
  ])('gets no word at an address where %s is registered', async (_what, addresses) => {
    const { verifier, known } = await session(addresses)
    await expectSilence(verifier, /^invalid_request: The response_uri is not one that the verifier registered/, known)
  })

  it.each([
    { response_uri: 7 },
    { response_uri: null },
    { response_uri: '' },
    { redirect_uris: 'https://shop.example/cb' },
    { redirect_uris: ['https://shop.example/cb', 7] },
    { request_uris: { first: 'https://shop.example/request' } },
  ])('is not read with an address of another type: %j', (addresses) => {
    expect(readRegisteredVerifier(registration)).not.toBeNull()
    expect(readRegisteredVerifier({ ...registration, ...addresses })).toBeNull()
  })

  it('is asked for no request at an address that it did not register', async () => {
    const { verifier, known } = await session((one) => ({ request_uris: [at(one, 'another')] }))
    expect(await present(verifier, known)).toMatchObject({
      outcome: 'stopped_by_wallet',
      reason: 'The request_uri is not one that the verifier registered',
    })
    expect(verifier.received).toEqual([])
  })
})
