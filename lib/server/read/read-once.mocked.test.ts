import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { epochMillis } from '@/lib/core/shared/time/time'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import {
  makeDeviceResponse,
  mdocParties,
  pidNamespace,
  transcriptOf,
} from '@/lib/testing/presented/make-device-response'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/**
 * Everything that was parsed or computed, repetitions included: texts as JSON, bytes as CBOR, chains, and keys by their
 * x coordinate.
 */
const work = vi.hoisted(() => ({
  json: [] as string[],
  cbor: [] as string[],
  chains: [] as string[],
  imports: [] as string[],
  thumbprints: [] as string[],
}))
const coordinateOf = vi.hoisted(() => (jwk: object) => String((jwk as { x?: unknown }).x))

vi.mock('@/lib/core/shared/http/read-json', async (original) => {
  const real = await original<typeof import('@/lib/core/shared/http/read-json')>()
  const readJsonText: typeof real.readJsonText = (text) => {
    work.json.push(text)
    return real.readJsonText(text)
  }
  // Calls within the module are not visible here.
  const readJsonBody: typeof real.readJsonBody = (exchange) => {
    work.json.push(Buffer.from(exchange.body).toString())
    return real.readJsonBody(exchange)
  }
  return { ...real, readJsonText, readJsonBody }
})
vi.mock('@/lib/core/shared/cbor/read-cbor', async (original) => {
  const real = await original<typeof import('@/lib/core/shared/cbor/read-cbor')>()
  const readCbor: typeof real.readCbor = (bytes, budget) => {
    work.cbor.push(Buffer.from(bytes).toString('hex'))
    return real.readCbor(bytes, budget)
  }
  return { ...real, readCbor }
})
vi.mock('jose', async (original) => {
  const real = await original<typeof import('jose')>()
  const importJWK: typeof real.importJWK = (jwk, ...rest) => {
    work.imports.push(coordinateOf(jwk))
    return real.importJWK(jwk, ...rest)
  }
  const calculateJwkThumbprint: typeof real.calculateJwkThumbprint = (jwk, ...rest) => {
    work.thumbprints.push(coordinateOf(jwk))
    return real.calculateJwkThumbprint(jwk, ...rest)
  }
  return { ...real, importJWK, calculateJwkThumbprint }
})
vi.mock('@/lib/adapters/crypto/ports', async (original) => {
  const real = await original<typeof import('@/lib/adapters/crypto/ports')>()
  const isPublicKey: typeof real.isPublicKey = (jwk) => {
    work.imports.push(coordinateOf(jwk))
    return real.isPublicKey(jwk)
  }
  const digest: typeof real.digest = (algorithm, data) => {
    // A thumbprint is the digest of a key as JSON.
    if (typeof data === 'string' && data.startsWith('{"crv"')) work.thumbprints.push(coordinateOf(JSON.parse(data)))
    return real.digest(algorithm, data)
  }
  const thumbprintOf: typeof real.thumbprintOf = (jwk) => {
    work.thumbprints.push(coordinateOf(jwk))
    return real.thumbprintOf(jwk)
  }
  return { ...real, isPublicKey, digest, thumbprintOf }
})
vi.mock('@/lib/adapters/crypto/read-certificates', async (original) => {
  const real = await original<typeof import('@/lib/adapters/crypto/read-certificates')>()
  const chainReader: typeof real.chainReader = (...input) => {
    const read = real.chainReader(...input)
    return (x5c) => {
      work.chains.push(x5c.join())
      return read(x5c)
    }
  }
  return { ...real, chainReader }
})

let service: TestService
let credential: HeldCredential | undefined
beforeAll(async () => {
  service = await startService()
  const obtained = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  ;[credential] = obtained.credentials
}, 400_000)
afterAll(() => service.close())

/** What was done more than once since `start`, and the total. */
async function countOf(request: () => Promise<{ readonly status: number }>, status = 200) {
  for (const list of Object.values(work)) list.length = 0
  expect((await request()).status).toBe(status)
  const again = (list: readonly string[]) => list.filter((entry, index) => list.indexOf(entry) !== index)
  return {
    again: Object.fromEntries(Object.entries(work).map(([kind, list]) => [kind, again(list)])),
    done: Object.fromEntries(Object.entries(work).map(([kind, list]) => [kind, list.length])),
  }
}

const nothing = { json: [], cbor: [], chains: [], imports: [], thumbprints: [] }

it('a token request reads its DPoP proof and the key in it once', async () => {
  const wallet = await createHandWallet(service)
  const { again, done } = await countOf(() => wallet.requestToken())
  expect(again).toEqual(nothing)
  expect(done).toMatchObject({ imports: 1, thumbprints: 1 })
})

it('a credential request reads its tokens, their keys and their certificates once', async () => {
  const wallet = await createHandWallet(service, { issuer_configuration_id: 'eu-pid-device-bound' })
  const accessToken = await wallet.obtainToken()
  const nonce = await wallet.freshNonce()
  const { again, done } = await countOf(() => wallet.requestCredential({ accessToken, nonce }))
  // The holder's key is in the proof, in the attestation and in the issued credential. The credential's own chain is
  // cached, because the service has issued one before.
  expect(again).toEqual(nothing)
  expect(done).toMatchObject({ chains: 1 })
})

it('an encrypted presentation is read once: header, key, Disclosures and Key Binding JWT', async () => {
  if (credential === undefined) throw new Error('No credential was issued.')
  const presenter = await createHandPresenter(service, credential, { response_mode: 'direct_post.jwt' })
  const payload = presenter.payload()
  const { again, done } = await countOf(() => presenter.answer(payload))
  expect(again).toEqual(nothing)
  expect(done).toMatchObject({ chains: 1 })
})

it('a presentation in clear is read once, with the JSON in its form', async () => {
  if (credential === undefined) throw new Error('No credential was issued.')
  const presenter = await createHandPresenter(service, credential, { response_mode: 'direct_post' })
  const payload = presenter.payload()
  const { again } = await countOf(() => presenter.answer(payload))
  expect(again).toEqual(nothing)
})

it('a vp_token that looks like JSON and is none is read again once, to tell its form', async () => {
  if (credential === undefined) throw new Error('No credential was issued.')
  const presenter = await createHandPresenter(service, credential, { response_mode: 'direct_post' })
  const { state } = presenter.payload()
  const text = '{"pid":["eyJ"'
  const fields: [string, string][] = [
    ['vp_token', text],
    ['state', String(state)],
  ]
  const { again } = await countOf(() => presenter.post(fields), 400)
  // After a violation the recogniser of forms looks at it, and linking at the body; a right response costs neither.
  expect(again).toEqual({ ...nothing, json: [text, new URLSearchParams(fields).toString()] })
})

it.each([
  ['JSON', JSON.stringify({ vp_formats_supported: { 'dc+sd-jwt': {} } }), 'once'],
  ['a list', '["dc+sd-jwt"]', 'once more, to tell its form'],
  ['no JSON', '{"vp_formats_supported":', 'once more, to tell its form'],
])('a posted fetch of a request reads the metadata of the wallet, %s, %s', async (_, metadata, often) => {
  if (credential === undefined) throw new Error('No credential was issued.')
  const presenter = await createHandPresenter(service, credential)
  const { again } = await countOf(() => presenter.post([['wallet_metadata', metadata]], presenter.requestPath))
  expect(again).toEqual(often === 'once' ? nothing : { ...nothing, json: [metadata] })
})

it('a presented mdoc is read once, with all the CBOR in it and the key of its device', async () => {
  if (credential === undefined) throw new Error('No credential was issued.')
  const parties = await mdocParties(epochMillis(Date.now()))
  const meta = { doctype_value: pidNamespace }
  const claims = [{ path: [pidNamespace, 'family_name'] }]
  const presenter = await createHandPresenter(service, credential, {
    response_mode: 'direct_post',
    dcql_query: { credentials: [{ id: 'pid', format: 'mso_mdoc', meta, claims }] },
    trust_anchors: [parties.rootBase64],
  })
  const { client_id, nonce, response_uri, state } = presenter.request
  const transcript = transcriptOf({
    clientId: String(client_id),
    nonce: String(nonce),
    responseUri: String(response_uri),
    thumbprint: null,
  })
  const mdoc = makeDeviceResponse(parties, {
    now: Date.now(),
    transcript,
    elements: { family_name: 'Sample', given_name: 'Alex' },
  })
  const { again, done } = await countOf(() => presenter.answer({ vp_token: { pid: [mdoc] }, state: String(state) }))
  // Both protected headers are the same bytes.
  expect(again).toEqual({ ...nothing, cbor: ['a10126'] })
  // Decoded are the response, two protected headers, the payload and the object in it, two elements, and the device's
  // additions.
  expect(done).toMatchObject({ cbor: 8, thumbprints: 1 })
})
