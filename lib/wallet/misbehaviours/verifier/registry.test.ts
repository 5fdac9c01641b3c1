import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ofEachKind } from '@/scripts/thorough.mjs'
import { type CborValue, tagged } from '../../formats/mso-mdoc/cbor'
import { coseKeyOf, issueMsoMdoc } from '../../formats/mso-mdoc/issue'
import { plain } from '../../formats/mso-mdoc/verify'
import { issueSdJwtVc } from '../../formats/sd-jwt-vc/issue'
import type { HeldCredential } from '../../formats/stored-credential'
import { generateKey } from '../../jose/key'
import { isObject, type JsonObject, objectMember } from '../../json'
import { type ScriptedVerifier, startScriptedVerifier, type VerifierScript } from '../../testing/scripted-verifier'
import { verifierPicture, wayOf } from '../../testing/wire-picture'
import { type BrowserProtocol, browserProtocols } from '../../verifier/dc-api/digital-request'
import { createForeignIssuer, type ForeignIssuer } from '../../verifier/foreign-issuer'
import { runAtVerifier, type VerifierOptions } from '../../verifier/run-at-verifier'
import type { VerifierRun } from '../../verifier/verifier-run'
import { checkIdOf } from '../misbehaviour'
import { endOf, type PresentationMisbehaviour, sessionRequestOf } from './misbehaviour'
import {
  findPresentationMisbehaviour,
  presentationMisbehaviours,
  presentationNotProvokable,
  presentationSurprises,
} from './registry'

const nowMillis = Date.UTC(2030, 0, 1)
const keys = Array.from({ length: 16 }, () => generateKey())
const verifiers = new Map<string, ScriptedVerifier>()
let foreignIssuer: ForeignIssuer
let held: HeldCredential[]
let others: HeldCredential[]

beforeAll(async () => {
  foreignIssuer = await createForeignIssuer(nowMillis)
  held = [hold(1), holdMdoc(3)]
  others = [hold(2), holdMdoc(4)]
})
afterAll(async () => {
  for (const verifier of verifiers.values()) await verifier.close()
})

/** A PID as a service issues it: every claim is selectively disclosable. */
function hold(seed: number): HeldCredential {
  const { key, x5c } = foreignIssuer.stranger
  const holderKey = keys[15 - seed]!
  const exp = nowMillis / 1000 + 86_400
  let salt = 0
  const raw = issueSdJwtVc({
    header: { typ: 'dc+sd-jwt', alg: 'ES256', x5c },
    payload: { vct: 'urn:eudi:pid:1', iss: 'https://issuer.example', exp, cnf: { jwk: { ...holderKey.publicJwk } } },
    disclosable: {
      family_name: 'Fabbri',
      given_name: 'Elena',
      birthdate: '1991-05-17',
      email: 'elena.fabbri@example.com',
      nationalities: ['IT'],
      address: { locality: 'Bologna', country: 'IT' },
      place_of_birth: { locality: 'Bologna', country: 'IT' },
    },
    key,
    salt: () => Buffer.alloc(16, seed * 100 + salt++).toString('base64url'),
  })
  const verified = {
    holderThumbprint: holderKey.thumbprint,
    signedBy: 'x5c',
    chainTrusted: null,
    disclosures: 14,
    expiresAt: exp,
  } as const
  return { format: 'dc+sd-jwt', type: 'urn:eudi:pid:1', raw, claims: {}, verified, holderKey }
}

/** The same PID as an mdoc. */
function holdMdoc(seed: number): HeldCredential {
  const { stranger, documentSigner } = foreignIssuer
  const holderKey = keys[15 - seed]!
  const type = 'eu.europa.ec.eudi.pid.1'
  const [from, until] = [tagged(0, '2029-12-01T00:00:00Z'), tagged(0, '2030-12-01T00:00:00Z')]
  const elements = new Map<string, CborValue>([
    ['family_name', 'Fabbri'],
    ['given_name', 'Elena'],
    ['birth_date', tagged(1004, '1991-05-17')],
    ['nationality', ['IT']],
  ])
  let salt = 0
  const raw = issueMsoMdoc({
    mobileSecurityObject: new Map<string, CborValue>([
      ['version', '1.0'],
      ['digestAlgorithm', 'SHA-256'],
      ['docType', type],
      [
        'validityInfo',
        new Map([
          ['signed', from],
          ['validFrom', from],
          ['validUntil', until],
        ]),
      ],
      ['deviceKeyInfo', new Map([['deviceKey', coseKeyOf(holderKey)]])],
    ]),
    namespace: type,
    elements,
    headers: { protectedHeader: new Map([[1, -7]]), unprotectedHeader: new Map([[33, documentSigner]]) },
    key: stranger.key,
    salt: () => Buffer.alloc(16, seed * 100 + salt++),
  })
  const verified = {
    holderThumbprint: holderKey.thumbprint,
    signedBy: 'x5c',
    chainTrusted: null,
    disclosures: elements.size,
    expiresAt: Date.UTC(2030, 11, 1) / 1000,
  } as const
  const claims = { [type]: Object.fromEntries([...elements].map(([name, value]) => [name, plain(value)])) }
  return { format: 'mso_mdoc', type, raw, claims, verified, holderKey }
}

const usualQuery = {
  credentials: [
    {
      id: 'pid',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['urn:eudi:pid:1'] },
      claims: [{ path: ['family_name'] }, { path: ['given_name'] }, { path: ['birthdate'] }],
    },
  ],
}

const browserProtocolsIn = ({ dc_api_protocols: asked }: JsonObject): BrowserProtocol[] =>
  browserProtocols.filter((one) => Array.isArray(asked) && asked.includes(one))

/** Transaction data as it is in a request (OID4VP-1FINAL-5.1). */
const encodeEntry = (entry: unknown): string => Buffer.from(JSON.stringify(entry)).toString('base64url')

/** A client whose only name is its response address (OID4VP-1FINAL-5.9.3). */
const clientOfLink = (parameters: URLSearchParams): string =>
  `redirect_uri:${String(parameters.get('request_uri')).replace(/\/request$/, '/response')}`

const membersOf = (body: unknown): JsonObject => (isObject(body) ? body : {})

const askingIdToken = {
  response_type: 'vp_token id_token',
  scope: 'openid',
  id_token_type: 'subject_signed_id_token',
}

const verifierFor = async ({ needs, followsRedirect }: PresentationMisbehaviour): Promise<ScriptedVerifier> => {
  const session = sessionRequestOf(needs ?? {})
  const metadata = objectMember(objectMember(session, 'presentation_request'), 'client_metadata')
  const script: VerifierScript = {
    nowMillis,
    delivery: needs?.delivery ?? 'by_reference',
    method: needs?.method ?? 'get',
    responseMode:
      session.negative_test === 'dc_annexc_no_key' ? 'direct_post' : (needs?.responseMode ?? 'direct_post.jwt'),
    data: (data, protocol) => {
      if (needs?.profile?.verification !== 'none') return
      // Likewise for requests without a JWS.
      if (protocol === 'openid4vp-v1-unsigned') data.request = 'of.another.kind'
      if (protocol === 'org-iso-mdoc') data.deviceRequest = `${String(data.deviceRequest).slice(0, -4)}AAAA`
    },
    query: session.dcql_query ?? usualQuery,
    redirect: session.return_redirect_uri === true || session.negative_test === 'error_answer_with_redirect',
    ...(session.presentation_channel === 'dc_api' ? { protocols: browserProtocolsIn(session) } : {}),
    link: (parameters) => {
      if (session.client_id_prefix === 'redirect_uri') parameters.set('client_id', clientOfLink(parameters))
      if (session.negative_test === 'conflicting_url_params') {
        parameters.set('nonce', 'another-nonce')
        parameters.set('state', 'another-state')
      }
    },
    answer: ({ path }, usual) => {
      if (session.negative_test === 'error_answer_with_redirect' && path.endsWith('/response'))
        return { ...usual, status: 400, body: { ...membersOf(usual.body), error: 'invalid_request' } }
      const status = followsRedirect === 'request_object' ? 302 : 307
      const redirects = path.endsWith(followsRedirect === 'request_object' ? '/request' : '/response')
      if (followsRedirect === undefined || !redirects) return null
      return { ...usual, status, headers: { ...usual.headers, Location: `${path}/elsewhere` } }
    },
    request: (draft) => {
      const { claims } = draft
      // What is wrong with the request does not matter here: a wallet that verifies nothing accepts it, and a good one
      // declines.
      if (needs?.profile?.verification === 'none') draft.finish = (compact) => `${compact.slice(0, -4)}AAAA`
      if (session.negative_test === 'no_state') delete claims.state
      if (session.client_id_prefix === 'redirect_uri') {
        claims.client_id = `redirect_uri:${String(claims.response_uri)}`
        draft.header = { typ: draft.header.typ, alg: 'none' }
      }
      if (Array.isArray(session.transaction_data)) claims.transaction_data = session.transaction_data.map(encodeEntry)
      if (session.response_type === 'code') claims.response_type = 'code'
      if (session.response_type === 'vp_token id_token') Object.assign(claims, askingIdToken)
      const { client_metadata } = claims
      if (!isObject(client_metadata)) return
      if (session.negative_test === 'no_enc_values') delete client_metadata.encrypted_response_enc_values_supported
      Object.assign(client_metadata, metadata, {
        subject_syntax_types_supported: ['urn:ietf:params:oauth:jwk-thumbprint', 'did:jwk', 'did:key'],
      })
    },
  }
  const name = JSON.stringify([session, followsRedirect])
  const verifier = verifiers.get(name) ?? (await startScriptedVerifier(script))
  verifiers.set(name, verifier)
  return verifier
}

/** A deterministic run. `first` shifts the sequence of keys, so that another wallet has other keys. */
const runFixed = (deeplink: string, options: Partial<VerifierOptions>, first = 0): Promise<VerifierRun> => {
  let key = first
  let random = first
  return runAtVerifier({
    deeplink,
    credentials: first === 0 ? held : others,
    clock: () => nowMillis,
    keys: () => keys[key++]!,
    random: (bytes) => Buffer.alloc(bytes, random++),
    foreignIssuer,
    wait: async () => {},
    ...options,
  })
}

/** Makes one run, and returns what it sent. */
const drive = async (verifier: ScriptedVerifier, options: Partial<VerifierOptions>, first = 0) => {
  verifier.received.length = 0
  const run = await runFixed(verifier.newSession(), options, first)
  const { current, stranger, expired } = foreignIssuer
  const signers = [...keys, current.key, stranger.key, expired.key]
  const parties = { keys: signers, openers: verifier.keys, handover: verifier.handover() }
  return { run, picture: verifierPicture(verifier.received, parties) }
}

/** The settings of a correct wallet in a session of that kind. */
const usualProfile = ({ needs, byProfile }: PresentationMisbehaviour) =>
  byProfile === undefined && needs?.profile !== undefined ? { profile: needs.profile } : {}

describe('the registry of misbehaviours', () => {
  const ids = presentationMisbehaviours.map(({ id }) => id)

  it('names each misbehaviour once, after the check that must notice it', () => {
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^vp\.[a-z]+(_[a-z]+)*\.[a-z0-9]+(_[a-z0-9]+)*(~[a-z0-9]+(_[a-z0-9]+)*)?$/)
  })

  it('has the plain name for each check that has variants', () => {
    for (const entry of presentationMisbehaviours) expect(ids).toContain(checkIdOf(entry))
  })

  it('says in a few words what the wallet does', () => {
    const titles = presentationMisbehaviours.map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
    for (const title of titles) expect(title).toMatch(/^[A-Z].{10,90}[^.]$/)
  })

  it('does not list what it can provoke as impossible', () => {
    for (const id of ids) expect(presentationNotProvokable).not.toHaveProperty([id])
  })

  it('does not count the check it aims at among the others', () => {
    for (const entry of presentationMisbehaviours) expect(entry.alsoFails ?? []).not.toContain(checkIdOf(entry))
  })

  it('knows how a run ends', () => {
    const end = (id: string) => endOf(findPresentationMisbehaviour(id))
    expect(end('vp.kb.nonce')).toBe('refused_by_verifier')
    expect(end('vp.kb.aud_single')).toBe('presented')
    expect(end('vp.response.single_use')).toBe('presented')
    expect(end('vp.error.code_known')).toBe('declined')
  })

  it('refuses a name that it does not have', () => {
    expect(() => findPresentationMisbehaviour('vp.no.such')).toThrow(RangeError)
  })

  it('reports what differs from what is documented', async () => {
    const entry = findPresentationMisbehaviour('vp.kb.nonce')
    const { run } = await drive(await verifierFor(entry), { misbehave: entry.id })
    expect(presentationSurprises(entry, run)).toEqual([
      'Outcome: expected refused_by_verifier, seen presented.',
      'Status: expected 400, seen 200.',
      'Error code: expected invalid_presentation, seen undefined.',
    ])
  })
})

/** How a correct wallet ends there: it refuses any request that it cannot verify. */
function usualEnds({ needs, byProfile, followsRedirect }: PresentationMisbehaviour): VerifierRun['outcome'][] {
  const isRefused = needs?.sessionOptions?.negative_test === 'error_answer_with_redirect'
  if (followsRedirect !== undefined || isRefused) return ['refused_by_verifier']
  if (byProfile !== undefined && needs?.profile?.verification === 'none') return ['stopped_by_wallet', 'declined']
  return ['presented', 'declined']
}

/** This verifier has neither registration nor lists; wallets that evaluate trust are tested with those elsewhere. */
const isAboutOneRequest = ({ needs }: PresentationMisbehaviour): boolean => needs?.trust !== true

/**
 * The flow tests with the real service check that each one shows: `refusal-tests.test.ts` with each careless wallet,
 * `verifier-misbehaviours.test.ts` with the others.
 */
const tried = ofEachKind(presentationMisbehaviours.filter(isAboutOneRequest), wayOf)

describe('each way to misbehave', () => {
  it.each(tried.map((entry) => [entry.id, entry] as const))(
    '%s shows on the wire and is marked in the log',
    async (id, entry) => {
      const verifier = await verifierFor(entry)
      const usual = await drive(verifier, usualProfile(entry))
      expect(usual.run.log.some(({ misbehaved }) => misbehaved)).toBe(false)
      expect(usualEnds(entry)).toContain(usual.run.outcome)
      if (usual.run.outcome === 'presented') expect(usual.run.reason).toBeNull()

      let unusual = await drive(verifier, { misbehave: id })
      for (let round = 1; round < (entry.needs?.runs ?? 1); round += 1)
        unusual = await drive(verifier, { misbehave: id })
      expect(unusual.run.log.some(({ misbehaved }) => misbehaved)).toBe(true)
      // Different keys: with the same ones, a wallet that reuses its keys would look like a correct one.
      if (entry.needs?.runs === undefined) expect(unusual.picture).not.toEqual(usual.picture)
      else expect(unusual.picture).not.toEqual((await drive(verifier, usualProfile(entry), 4)).picture)
      if (entry.expect === 'accepted') expect(presentationSurprises(entry, unusual.run)).toEqual([])
    },
  )

  it.each([
    'vp.kb.nonce',
    'vp.sdjwt.exp',
    'vp.error.code_known',
    'vp.reqpost.md_jwks_shape',
    'vp.response.iss',
    'vp.mdoc.status',
    'vp.mdoc.validity',
    'vp.mdoc.reused_instance',
    'vp.dcapi.thumbprint',
    'vp.annexc.decrypts',
  ])('is the only thing that differs: two clean runs like those of %s give the same picture', async (id) => {
    const entry = findPresentationMisbehaviour(id)
    const verifier = await verifierFor(entry)
    const [one, two] = [await drive(verifier, usualProfile(entry)), await drive(verifier, usualProfile(entry))]
    expect(one.picture.length).toBeGreaterThan(0)
    expect(one.picture).toEqual(two.picture)
  })
})
