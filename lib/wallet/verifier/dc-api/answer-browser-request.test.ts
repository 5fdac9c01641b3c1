import { createPublicKey } from 'node:crypto'
import { SessionTranscript } from '@owf/mdoc'
import { describe, expect, it } from 'vitest'
import { holderKeyOf } from '../../formats/stored-credential'
import { decryptJwe } from '../../jose/jwe'
import { readJws, verifyEs256 } from '../../jose/jws'
import { generateKey } from '../../jose/key'
import { isObject, type JsonObject, objectMember, readJsonObject, stringMember } from '../../json'
import { clientIdOf, createBrowserVerifier, type EntryScript, makeBrowserEntry } from '../../testing/browser-requests'
import { createCredentialMaker } from '../../testing/credential-maker'
import { isoTranscript, libraryContext, readByLibrary } from '../../testing/mdoc-library'
import { createMdocMaker, holdMdoc } from '../../testing/mdoc-maker'
import { holdCredential } from '../../testing/presenting-wallet'
import { pidQuery } from '../../testing/scripted-verifier'
import { openSealed } from '../../testing/wire-picture'
import { answerBrowserRequest, type BrowserRequestOptions } from './answer-browser-request'
import { type BrowserProtocol, browserProtocols } from './digital-request'

const origin = 'https://verifier.example'
const nowMillis = Date.now()
const verifier = await createBrowserVerifier({ origin, nowMillis })
const mdocMaker = await createMdocMaker(nowMillis)
const sdJwt = await holdCredential(await createCredentialMaker(nowMillis))
const mdoc = await holdMdoc(mdocMaker, nowMillis)
const credentials = [sdJwt, mdoc]
const pid = 'eu.europa.ec.eudi.pid.1'
const mdocQuery = {
  credentials: [
    {
      id: 'pid',
      format: 'mso_mdoc',
      meta: { doctype_value: pid },
      claims: [{ path: [pid, 'family_name'] }, { path: [pid, 'birth_date'] }],
    },
  ],
}
const key = generateKey()
const openId = browserProtocols.filter((protocol) => protocol !== 'org-iso-mdoc')

const entry = (protocol: BrowserProtocol, changes: Partial<EntryScript> = {}) =>
  makeBrowserEntry(verifier, {
    protocol,
    nonce: 'n-0S6_WzA2Mj',
    key,
    query: protocol === 'org-iso-mdoc' ? mdocQuery : pidQuery,
    ...changes,
  })

const answer = (requests: unknown[], options: Partial<BrowserRequestOptions> = {}) =>
  answerBrowserRequest({ digital: { requests }, origin, credentials, ...options })

/** The response; fails the test if there is none. */
async function given(requests: unknown[], options: Partial<BrowserRequestOptions> = {}) {
  const outcome = await answer(requests, options)
  if ('refusal' in outcome) throw new Error(outcome.reason)
  const data = isObject(outcome.data) ? outcome.data : {}
  return { ...outcome, data, parameters: parametersIn(data) }
}

/** The parameters of a response, encrypted or not. */
function parametersIn(data: JsonObject): JsonObject {
  const jwe = stringMember(data, 'response')
  return jwe === null || jwe.split('.').length !== 5
    ? data
    : (readJsonObject(decryptJwe(jwe, key)?.plaintext ?? '') ?? {})
}

const presentationIn = (parameters: JsonObject): string => {
  const entries = objectMember(parameters, 'vp_token')?.pid
  const [first] = Array.isArray(entries) ? entries : []
  return String(first)
}
const errorOf = async (requests: unknown[], options: Partial<BrowserRequestOptions> = {}) => {
  const { data, declined, presented } = await given(requests, options)
  expect(presented).toEqual([])
  expect(Object.keys(data)).toEqual(['error'])
  expect(data.error).toBe(declined?.error)
  return data.error
}

describe('a response through a browser', () => {
  it.each(
    openId.flatMap((protocol) =>
      [key, null].map((to) => [protocol, to === null ? 'dc_api' : 'dc_api.jwt', to] as const),
    ),
  )('is made for the origin of the page (%s, %s)', async (protocol, _mode, to) => {
    const { protocol: named, data, parameters, misbehaved } = await given([entry(protocol, { key: to })])
    expect([named, misbehaved]).toEqual([protocol, false])
    expect(Object.keys(data)).toEqual([to === null ? 'vp_token' : 'response'])
    expect(Object.keys(parameters)).toEqual(['vp_token'])
    const keyBinding = readJws(presentationIn(parameters).split('~').at(-1) ?? '')
    expect(keyBinding?.claims).toMatchObject({ aud: `origin:${origin}`, nonce: 'n-0S6_WzA2Mj' })
    expect(verifyEs256(keyBinding!, createPublicKey(holderKeyOf(sdJwt).privateKey))).toBe(true)
  })

  it.each(
    openId.flatMap((protocol) =>
      [key, null].map((to) => [protocol, to === null ? 'dc_api' : 'dc_api.jwt', to] as const),
    ),
  )('with an mdoc is taken by an independent library (%s, %s)', async (protocol, _mode, to) => {
    const { parameters } = await given([entry(protocol, { key: to, query: mdocQuery })])
    const transcript = await SessionTranscript.forOid4VpDcApi(
      {
        origin,
        nonce: 'n-0S6_WzA2Mj',
        ...(to === null ? {} : { jwkThumbprint: new Uint8Array(Buffer.from(to.thumbprint, 'base64url')) }),
      },
      libraryContext,
    )
    const { failed, shown } = await readByLibrary(presentationIn(parameters), {
      sessionTranscript: transcript,
      rootPem: mdocMaker.rootPem,
      nowMillis,
    })
    expect(failed).toEqual([])
    expect(Object.keys(shown).sort()).toEqual(['birth_date', 'family_name'])
  })

  it('by org-iso-mdoc is sealed to the key of the request, and taken by an independent library once opened', async () => {
    const request = entry('org-iso-mdoc')
    const { data, presented } = await given([request])
    expect(Object.keys(data)).toEqual(['response'])
    expect(presented).toEqual([
      {
        queryId: 'document_0',
        format: 'mso_mdoc',
        type: pid,
        paths: [
          [pid, 'family_name'],
          [pid, 'birth_date'],
        ],
      },
    ])
    const browser = { origin, encryptionInfo: String(request.data.encryptionInfo) }
    const handover = { clientId: '', nonce: '', jwkThumbprint: null, responseUri: '', browser }
    const opened = openSealed(String(data.response), key, handover)
    const { failed, shown, documents } = await readByLibrary((opened ?? Buffer.alloc(0)).toString('base64url'), {
      sessionTranscript: await isoTranscript(browser.encryptionInfo, origin),
      rootPem: mdocMaker.rootPem,
      nowMillis,
    })
    expect([failed, documents]).toEqual([[], 1])
    expect(Object.keys(shown).sort()).toEqual(['birth_date', 'family_name'])
    expect(openSealed(String(data.response), generateKey(), handover)).toBeNull()
    expect(
      openSealed(String(data.response), key, { ...handover, browser: { ...browser, origin: `${origin}/` } }),
    ).toBeNull()
  })

  it('by org-iso-mdoc leaves out elements that the wallet lacks', async () => {
    const [query] = mdocQuery.credentials
    const claims = [{ path: [pid, 'family_name'] }, { path: [pid, 'shoe_size'] }]
    const { presented } = await given([entry('org-iso-mdoc', { query: { credentials: [{ ...query, claims }] } })])
    expect(presented.map(({ paths }) => paths)).toEqual([[[pid, 'family_name']]])
  })

  it('answers the first request that the wallet knows, or that of the wanted protocol', async () => {
    const unknown = { protocol: 'openid4vp-v9-signed', data: {} }
    const requests = [unknown, entry('openid4vp-v1-signed'), entry('openid4vp-v1-unsigned')]
    expect((await given(requests)).protocol).toBe('openid4vp-v1-signed')
    expect((await given(requests, { protocol: 'openid4vp-v1-unsigned' })).protocol).toBe('openid4vp-v1-unsigned')
    await expect(answer(requests, { protocol: 'org-iso-mdoc' })).rejects.toThrow(
      'The request has no entry for org-iso-mdoc',
    )
  })

  it('is no request of its own: the wallet uses no network', async () => {
    const asked: string[] = []
    await given([entry('openid4vp-v1-signed')], {
      http: async ({ url }) => {
        asked.push(url)
        return { status: 404, headers: [], body: '' }
      },
    })
    expect(asked).toEqual([])
  })
})

const [asked] = pidQuery.credentials
const narrow = { credentials: [{ ...asked, claims: [{ path: ['family_name'], values: ['Nobody'] }] }] }
const ofAuthority = { credentials: [{ ...asked, trusted_authorities: [{ type: 'aki', values: ['AAAA'] }] }] }

describe('nothing but the end of the call comes back', () => {
  it.each([
    ['where the wallet knows no protocol', [{ protocol: 'preview', data: {} }], {}],
    ['where there is no request', [], {}],
    ['where the user does not agree', [entry('openid4vp-v1-signed')], { profile: { consent: 'denied' } }],
    [
      'where a value does not match, as if the user did not agree',
      [entry('openid4vp-v1-signed', { query: narrow })],
      {},
    ],
    ['where no issuer is of that authority', [entry('openid4vp-v1-unsigned', { query: ofAuthority })], {}],
    ['where the reader is not authentic', [entry('org-iso-mdoc', { data: flipReaderSignature })], {}],
    ['where there is no key to seal to', [entry('org-iso-mdoc', { key: null })], {}],
  ] as [string, unknown[], Partial<BrowserRequestOptions>][])('%s', async (_words, requests, options) => {
    expect(await answer(requests, options)).toMatchObject({ refusal: 'NotAllowedError', reason: expect.any(String) })
  })
})

/** Changes one bit of the last signature in a request for mobile documents. */
function flipReaderSignature(data: JsonObject): void {
  const bytes = Buffer.from(String(data.deviceRequest), 'base64url')
  const last = bytes.length - 1
  bytes.writeUInt8(bytes.readUInt8(last) ^ 1, last)
  data.deviceRequest = bytes.toString('base64url')
}

const set = (members: JsonObject) => ({ parameters: (claims: JsonObject) => void Object.assign(claims, members) })
const without = (name: string) => ({
  parameters: (claims: JsonObject) => {
    delete claims[name]
  },
})
const spoilt = (...places: number[]): Partial<EntryScript> => ({
  signature: (draft, place) => {
    if (places.includes(place)) draft.key = generateKey()
  },
})
const jws = () => entry('openid4vp-v1-signed').data.request
const [signed, unsigned, multisigned] = [
  'openid4vp-v1-signed',
  'openid4vp-v1-unsigned',
  'openid4vp-v1-multisigned',
] as const

describe('the wallet refuses', () => {
  it.each([
    ['the origins of another verifier', entry(signed, set({ expected_origins: ['https://another.example'] }))],
    ['empty origins', entry(signed, set({ expected_origins: [] }))],
    ['no origins', entry(signed, without('expected_origins'))],
    ['origins that are not an array', entry(multisigned, set({ expected_origins: origin }))],
    ['its origin in other words', entry(signed, set({ expected_origins: [`${origin}/`, origin.toUpperCase()] }))],
    ['no client_id', entry(signed, without('client_id'))],
    ['a mode of other channels', entry(signed, set({ response_mode: 'direct_post.jwt', response_uri: `${origin}/r` }))],
    ['no mode', entry(unsigned, without('response_mode'))],
    [
      'a request that is elsewhere',
      { protocol: signed, data: { client_id: 'x509_hash:a', request_uri: `${origin}/r` } },
    ],
    ['a signed request as an unsigned one', { protocol: unsigned, data: { request: jws() } }],
    ['an unsigned request as a signed one', { protocol: signed, data: entry(unsigned).data }],
    ['several signatures where one is said', { protocol: signed, data: entry(multisigned).data }],
    ['one signature where several are said', { protocol: multisigned, data: { request: jws() } }],
    ['a client that stands in the payload', entry(multisigned, set({ client_id: 'x509_hash:a' }))],
    ['an attestation that stands in the payload', entry(multisigned, set({ verifier_info: [] }))],
    ['a request without a nonce', entry(unsigned, without('nonce'))],
    ['a request that asks for nothing', entry(unsigned, without('dcql_query'))],
    ['a scope, which has no place here', entry(unsigned, { parameters: scopeInstead })],
    ['data that are a text', { protocol: signed, data: jws() }],
    [
      'no key to encrypt to',
      entry(unsigned, set({ response_mode: 'dc_api.jwt', client_metadata: { vp_formats_supported: {} } })),
    ],
  ])('%s', async (_words, request) => {
    expect(await errorOf([request])).toBe('invalid_request')
  })

  it.each([
    ['a signature of another key', entry(signed, spoilt(0))],
    ['signatures that are all wrong', entry(multisigned, spoilt(0, 1))],
    ['a request that has expired', entry(signed, set({ exp: Math.floor(nowMillis / 1000) - 60 }))],
    ['another typ', entry(signed, { signature: ({ header }) => Object.assign(header, { typ: 'JWT' }) })],
  ])('%s', async (_words, request) => {
    expect(await errorOf([request])).toBe('invalid_request_object')
  })

  it.each([
    ['another response type', entry(unsigned, set({ response_type: 'code' })), 'unsupported_response_type'],
    [
      'what it does not hold',
      entry(unsigned, {
        query: { credentials: [{ ...pidQuery.credentials[0], meta: { vct_values: ['urn:example:other'] } }] },
      }),
      'access_denied',
    ],
  ])('%s, with a code of its own', async (_words, request, code) => {
    expect(await errorOf([request])).toBe(code)
  })

  it('with an error after its user has seen it, and with one member', async () => {
    const { userMillis, data } = await given([entry(signed, without('expected_origins'))])
    expect(userMillis).toBeGreaterThanOrEqual(1000)
    expect(data).toEqual({ error: 'invalid_request' })
  })

  it('what HAIP forbids, where it is set to take nothing else', async () => {
    const profile = { haipOnly: true }
    expect(await errorOf([entry(signed, { key: null })], { profile })).toBe('invalid_request')
    expect((await given([entry(signed)], { profile })).presented).toHaveLength(1)
    expect((await given([entry(unsigned)], { profile })).presented).toHaveLength(1)
  })

  it('a verifier that none of its trust anchors certifies', async () => {
    const [own, other] = [verifier.attesters[0].rootPem, verifier.attesters[1].rootPem]
    expect(await errorOf([entry(signed)], { trustAnchors: [other] })).toBe('invalid_request_object')
    expect((await given([entry(multisigned)], { trustAnchors: [other] })).presented).toHaveLength(1)
    expect(await answer([entry('org-iso-mdoc')], { trustAnchors: [other] })).toHaveProperty('refusal')
    expect((await given([entry('org-iso-mdoc')], { trustAnchors: [own] })).presented).toHaveLength(1)
  })
})

function scopeInstead(claims: JsonObject): void {
  delete claims.dcql_query
  claims.scope = 'pid'
}

describe('the wallet ignores', () => {
  it.each([
    ['foreign origins of an unsigned request', entry(unsigned, set({ expected_origins: ['https://another.example'] }))],
    ['the client of an unsigned request', entry(unsigned, set({ client_id: clientIdOf(verifier.attesters[0]) }))],
    ['the state', entry(signed, set({ state: 'not "safe"' }))],
    ['parameters that it does not know', entry(signed, set({ mood: 'fine', redirect_uri: `${origin}/r` }))],
    ['a further origin', entry(signed, set({ expected_origins: ['https://another.example', origin] }))],
    ['one wrong signature of several', entry(multisigned, spoilt(0))],
    ['the other wrong signature of several', entry(multisigned, spoilt(1))],
  ])('%s', async (_words, request) => {
    const { parameters } = await given([request])
    expect(readJws(presentationIn(parameters).split('~').at(-1) ?? '')?.claims.aud).toBe(`origin:${origin}`)
    expect(Object.keys(parameters)).toEqual(['vp_token'])
  })
})

describe('a careless wallet answers', () => {
  const careless = { profile: { verification: 'none' as const } }
  it.each([
    ['the origins of another verifier', entry(signed, set({ expected_origins: ['https://another.example'] }))],
    ['no client_id', entry(signed, without('client_id'))],
    ['a mode of other channels', entry(signed, set({ response_mode: 'direct_post.jwt', response_uri: `${origin}/r` }))],
    [
      'a request that is elsewhere',
      { protocol: signed, data: { client_id: 'x509_hash:a', request_uri: `${origin}/r` } },
    ],
    ['a signed request as an unsigned one', { protocol: unsigned, data: { request: jws() } }],
    ['signatures that are all wrong', entry(multisigned, spoilt(0, 1))],
    ['a client that stands in the payload', entry(multisigned, set({ client_id: 'x509_hash:a' }))],
    ['a signature of another key', entry(signed, spoilt(0))],
    ['a reader that is not authentic', entry('org-iso-mdoc', { data: flipReaderSignature })],
    ['a request without a key to seal to', entry('org-iso-mdoc', { key: null })],
  ])('%s', async (_words, request) => {
    const { declined, presented } = await given([request], careless)
    expect([declined, presented.length > 0]).toEqual([null, true])
  })
})
