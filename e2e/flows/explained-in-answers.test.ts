import 'reflect-metadata'
import { cborEncode } from '@owf/mdoc'
import { BasicConstraintsExtension, X509CertificateGenerator } from '@peculiar/x509'
import { beforeAll, expect, it } from 'vitest'
import { epochMillis } from '@/lib/core/shared/time/time'
import { createHandPresenter, type PresentationChanges } from '@/lib/testing/hand-presenter'
import {
  type MdocChanges,
  type MdocParties,
  makeDeviceResponse,
  mdocParties,
  pidNamespace,
  transcriptOf,
} from '@/lib/testing/presented/make-device-response'
import {
  disclosures,
  holderKey,
  jws,
  type PresentationChanges as MadeChanges,
  makePresentation,
  testKey,
} from '@/lib/testing/presented/make-presentation'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { JsonObject } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { hashTransaction } from '@/lib/wallet/verifier/response/vp-token'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import { declaredPairs, pairsIn } from './explained-pairs'

/**
 * What explains another finding of a presentation fails together with it: one wrong presentation for each pair that a
 * reason declares. The headline would be a guess where no such presentation exists.
 */
const service = serviceForTests()
let parties: MdocParties
let credential: HeldCredential
const seen = new Set<string>()
const send = createNodeClient()

beforeAll(async () => {
  parties = await mdocParties(epochMillis(Date.now()))
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: send })
  credential = credentials[0] as HeldCredential
})

/** Both claims, also as a set, with a value that neither of them has left open. */
const pidQuery = (more: JsonObject = {}): JsonObject => ({
  credentials: [
    {
      id: 'pid',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['urn:eudi:pid:1'] },
      claims: [
        { id: 'a', path: ['family_name'] },
        { id: 'b', path: ['given_name'] },
      ],
      ...more,
    },
  ],
})
const asSet = pidQuery({ claim_sets: [['a', 'b']] })
const mdocQuery: JsonObject = {
  credentials: [
    {
      id: 'pid',
      format: 'mso_mdoc',
      meta: { doctype_value: pidNamespace },
      claims: [{ path: [pidNamespace, 'family_name'] }],
    },
  ],
}

const session = (dcql_query: JsonObject, more: JsonObject = {}) =>
  createHandPresenter(service, credential, { response_mode: 'direct_post', dcql_query, ...more })
type Presenter = Awaited<ReturnType<typeof session>>

async function note(presenter: Presenter) {
  const view = await presenter.view()
  const pairs = pairsIn(view)
  for (const pair of pairs) seen.add(pair)
  expect(pairs).not.toEqual([])
}

const first = (text: string): string => text.split('~')[0] ?? ''
const anew = (text: string): string =>
  Buffer.from(JSON.stringify(JSON.parse(Buffer.from(text, 'base64url').toString()), null, 1)).toString('base64url')
const ofChanges: readonly (readonly [string, PresentationChanges])[] = [
  ['the last tilde left out', { finish: (text) => text.split('~').slice(0, -1).join('~') }],
  ['the issuer-signed JWT alone', { finish: first }],
  [
    'the JSON serialization',
    {
      finish: (text) => {
        const [header, payload, signature] = first(text).split('.')
        return JSON.stringify({ payload, signature, protected: header, header: { disclosures: [] } })
      },
    },
  ],
  [
    'a JWT of a Verifiable Presentation',
    { finish: (text) => jws({ alg: 'ES256', typ: 'JWT' }, { vp: { verifiableCredential: [text] } }, holderKey) },
  ],
  ['an empty part', { finish: (text) => text.replace('~', '~~') }],
  ['a Disclosure encoded anew', { disclosures: (shown) => void shown.splice(0, 1, anew(shown[0] ?? '')) }],
  ['a Disclosure in base64', { disclosures: (shown) => void shown.splice(0, 1, `${shown[0]}=`) }],
  [
    'another algorithm than that of the key',
    {
      keyBinding: ({ header }) => {
        header.alg = 'ES384'
      },
    },
  ],
]

it.each(ofChanges)('an SD-JWT VC: %s', async (_, changes) => {
  for (const query of [asSet, pidQuery()]) {
    const presenter = await session(query)
    await presenter.answer(presenter.payload(changes))
    await note(presenter)
  }
})

const ofMade: readonly (readonly [string, MadeChanges, JsonObject])[] = [
  [
    'a Disclosure without its parent',
    { disclosures: [disclosures.street] },
    pidQuery({ claims: [{ id: 'a', path: ['address', 'street_address'] }], claim_sets: [['a']] }),
  ],
  [
    'a Disclosure without its parent, asked for by itself',
    { disclosures: [disclosures.street] },
    pidQuery({ claims: [{ path: ['address', 'street_address'] }] }),
  ],
]
async function presentMade(query: JsonObject, changes: MadeChanges) {
  const presenter = await session(query, { trust_anchors: [parties.rootBase64] })
  const { client_id: aud, nonce, state } = presenter.request
  const now = Math.floor(Date.now() / 1000)
  const text = makePresentation({
    ...changes,
    payload: { iat: now - 60, nbf: now - 60, exp: now + 3600, ...changes.payload },
    kb: { claims: { aud, nonce, iat: now } },
  })
  await presenter.answer({ vp_token: { pid: [text] }, state })
  await note(presenter)
}
it.each(ofMade)('an SD-JWT VC of another issuer: %s', (_, changes, query) => presentMade(query, changes))

/** A signer under a root that ended yesterday and has a key of another curve; the root first. */
async function reversedChain() {
  const rootKeys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-384' }, true, ['sign', 'verify'])
  const leafKey = testKey()
  const leafPublic = await crypto.subtle.importKey('jwk', leafKey.jwk, { name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'verify',
  ])
  const yesterday = new Date(Date.now() - 86_400_000)
  const common = {
    issuer: 'CN=Root',
    notBefore: new Date(0),
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-384' },
    signingKey: rootKeys.privateKey,
  }
  const root = await X509CertificateGenerator.create({
    ...common,
    subject: 'CN=Root',
    notAfter: yesterday,
    publicKey: rootKeys.publicKey,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  })
  const leaf = await X509CertificateGenerator.create({
    ...common,
    subject: 'CN=Signer',
    notAfter: new Date(Date.now() + 86_400_000),
    publicKey: leafPublic,
  })
  return { leafKey, chain: [root, leaf].map(({ rawData }) => new Uint8Array(rawData)) }
}

it('an SD-JWT VC with its root first in x5c', async () => {
  const { leafKey, chain } = await reversedChain()
  const ofOneCurve = { leafKey: parties.issuerKey, chain: [parties.rootDer, parties.certificate] }
  for (const one of [{ leafKey, chain }, ofOneCurve])
    await presentMade(pidQuery(), {
      header: { kid: undefined, x5c: one.chain.map((der) => Buffer.from(der).toString('base64')) },
      issuerKey: one.leafKey,
    })
})

type Members = Map<string | number, unknown>
const ofMdoc: readonly (readonly [string, MdocChanges])[] = [
  ['text and text for the algorithm of the device', { deviceProtected: new Map([['1', '-7']]) as never }],
  ['no form of device authentication', { deviceAuth: (auth) => void auth.clear() }],
  ['a deviceSigned that is a text', { document: (document) => void document.set('deviceSigned', 'x') }],
  ['issuerAuth that is a text', { document: (d) => void (d.get('issuerSigned') as Members).set('issuerAuth', 'x') }],
  [
    'alg of issuerAuth in the unprotected header',
    { issuerAuth: (parts) => void parts.splice(0, 2, cborEncode(new Map()), new Map(parts[1] as Members).set(1, -7)) },
  ],
  [
    'alg of issuerAuth as a text',
    { issuerAuth: (parts) => void parts.splice(0, 1, cborEncode(new Map([['1', '-7']]))) },
  ],
  [
    'the root first in x5chain',
    {
      issuerAuth: (parts) => void (parts[1] as Members).set(33, [parties.rootDer, parties.certificate]),
    },
  ],
]
async function presentMdoc(changes: MdocChanges) {
  const presenter = await session(mdocQuery, { trust_anchors: [parties.rootBase64] })
  const { client_id, nonce, response_uri, state } = presenter.request
  const transcript = transcriptOf({
    clientId: String(client_id),
    nonce: String(nonce),
    responseUri: String(response_uri),
  })
  const text = makeDeviceResponse(parties, { now: Date.now(), transcript, ...changes })
  await presenter.answer({ vp_token: { pid: [text] }, state: String(state) })
  await note(presenter)
}
it.each(ofMdoc)('an mdoc: %s', (_, changes) => presentMdoc(changes))

it('an mdoc with its expired root first in x5chain', async () => {
  const { leafKey, chain } = await reversedChain()
  await presentMdoc({
    issuerKey: leafKey,
    issuerAuth: (parts) => void (parts[1] as Members).set(33, chain),
  })
})

it.each<[string, (presenter: Presenter) => Promise<unknown>]>([
  [
    'in the URL',
    (one) => one.post([], `${one.responsePath}?vp_token=${encodeURIComponent(JSON.stringify(one.payload().vp_token))}`),
  ],
  ['by PUT', (one) => one.http({ method: 'PUT', path: one.responsePath, body: 'x' })],
])('a response %s', async (_, send) => {
  const presenter = await session(pidQuery())
  await send(presenter)
  await note(presenter)
})

it.each([
  ['of the request', 'redirect_on_request', 'vp.request.no_redirect_follow'],
  ['of the response', 'redirect_on_response', 'vp.response.no_redirect_follow'],
])('a wallet that follows a redirect %s', async (_, negative_test, misbehave) => {
  const presenter = await createHandPresenter(service, credential, { negative_test })
  await runAtVerifier({ deeplink: presenter.created.deeplink, credentials: [credential], misbehave, http: send })
  await note(presenter)
})

const confirmed = (presenter: Presenter): JsonObject => {
  const sent = presenter.request.transaction_data as string[]
  return { transaction_data_hashes: sent.map((text) => hashTransaction(text)), transaction_data_hashes_alg: 'sha-256' }
}
const confirming = { type: 'com.example.confirmation', credential_ids: ['pid'] }

it.each<[string, (claims: JsonObject) => void]>([
  ['rightly', () => undefined],
  ['with a text of hashes', (claims) => Object.assign(claims, { transaction_data_hashes: 'x' })],
  ['with another hash', (claims) => Object.assign(claims, { transaction_data_hashes: [hashTransaction('x')] })],
  [
    'with a hash too many',
    (claims) => {
      claims.transaction_data_hashes = [...(claims.transaction_data_hashes as string[]), hashTransaction('x')]
    },
  ],
  ['without the algorithm', (claims) => delete claims.transaction_data_hashes_alg],
  ['with another algorithm', (claims) => Object.assign(claims, { transaction_data_hashes_alg: 'sha-384' })],
])('a PID that confirms transaction data %s', async (_, change) => {
  const transaction_data = [{ ...confirming, transaction_data_hashes_alg: ['sha-256'] }]
  const presenter = await session(pidQuery(), { transaction_data })
  await presenter.answer(
    presenter.payload({
      keyBinding: ({ claims }) => {
        Object.assign(claims, confirmed(presenter))
        change(claims)
      },
    }),
  )
  await note(presenter)
})

it.each([
  ['as two that are named', ['pid', 'other']],
  ['as one that is not named', ['pid']],
])('PIDs that confirm transaction data %s', async (_, credential_ids) => {
  const [query] = pidQuery().credentials as JsonObject[]
  const presenter = await session(
    { credentials: [query, { ...query, id: 'other' }] },
    { transaction_data: [{ ...confirming, credential_ids }] },
  )
  const keyBinding: PresentationChanges['keyBinding'] = ({ claims }) => Object.assign(claims, confirmed(presenter))
  const vp_token = {
    pid: [presenter.present(credential_ids.length === 1 ? {} : { keyBinding })],
    other: [presenter.present({ keyBinding }, 1)],
  }
  await presenter.answer({ vp_token, state: String(presenter.request.state) })
  await note(presenter)
})

it.each<[string, JsonObject, JsonObject]>([
  ['a path below a text', { claims: [{ path: ['family_name', null] }] }, { claims: [{ path: ['family_name'] }] }],
  [
    'a path below a text, in a set',
    { claims: [{ id: 'a', path: ['family_name', null] }], claim_sets: [['a']] },
    { claims: [{ path: ['family_name'] }] },
  ],
  [
    'values of another type',
    { claims: [{ path: ['family_name'], values: [1] }] },
    { claims: [{ path: ['family_name'] }] },
  ],
  [
    'an authority that is no identifier',
    { trusted_authorities: [{ type: 'aki', values: ['MBaAFLPbSKT5ocXYrjZBzBFjaWIpvEvG'] }] },
    {},
  ],
])('a request with %s', async (_, asked, answered) => {
  const presenter = await session(pidQuery(asked))
  await presenter.answer(presenter.payload({ queryOfScope: pidQuery(answered) }))
  await note(presenter)
})

it('each pair of the verifier was seen to fail together', () => {
  expect(
    declaredPairs('vp')
      .filter((pair) => !seen.has(pair))
      .sort(),
  ).toEqual([])
})
