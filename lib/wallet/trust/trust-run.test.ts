import { createHash, X509Certificate } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { HeldCredential } from '../formats/stored-credential'
import { createNodeClient } from '../http/node-client'
import type { SendHttp } from '../http/wire'
import { createKeyAttester } from '../issuer/credential/attester'
import { runAtIssuer } from '../issuer/run-at-issuer'
import { readJws } from '../jose/jws'
import { isObject, type JsonObject, stringsMember } from '../json'
import {
  trustMisbehaviours as issuerMisbehaviours,
  providerMisbehaviours,
  untrustedIssuerMisbehaviours,
} from '../misbehaviours/issuer/trust'
import { trustMisbehaviours, trustRefusalMisbehaviours } from '../misbehaviours/verifier/trust'
import { createCredentialMaker } from '../testing/credential-maker'
import { holdCredential } from '../testing/presenting-wallet'
import { type Script, startScriptedIssuer } from '../testing/scripted-issuer'
import { startScriptedVerifier, type VerifierScript } from '../testing/scripted-verifier'
import {
  createTrustWorld,
  identifier,
  listUrl,
  pidStatement,
  registeredPid,
  revocationListUri,
  sign,
  statusListUri,
  type TestParty,
  type TrustWorld,
} from '../testing/trust-maker'
import { runAtVerifier, type VerifierOptions } from '../verifier/run-at-verifier'
import { hasStatement } from './certificates/certificate-content'

const nowMillis = Date.UTC(2030, 0, 1)
let made: TrustWorld
let world: TrustWorld
let credentials: HeldCredential[]
beforeAll(async () => {
  made = await createTrustWorld(nowMillis)
  credentials = [await holdCredential(await createCredentialMaker(nowMillis), { nowMillis })]
})
// Tests change only the documents of a world.
beforeEach(() => {
  world = { ...made, documents: new Map(made.documents) }
})

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

/** Serves the documents of the test world, and forwards everything else. */
function serving(documents: TrustWorld['documents']): SendHttp {
  const send = createNodeClient()
  return async (request) => {
    if (!request.url.startsWith('https://trust.example/')) return send(request)
    const body = documents.get(request.url)
    if (body === undefined) return { status: 503, headers: [], body: '' }
    return { status: 200, headers: [], body: body.toString(), bytes: Buffer.from(body) }
  }
}

interface Asked {
  registration?: JsonObject
  claims?: JsonObject
  access?: TestParty
  query?: unknown
}

/** A registered verifier whose requests are signed with an access certificate. */
async function present(asked: Asked, options: Partial<VerifierOptions> = {}) {
  const { access = world.access } = asked
  const data = await world.registration(asked.registration)
  const clientId = `x509_hash:${createHash('sha256').update(access.certificate.raw).digest('base64url')}`
  const script: VerifierScript = {
    nowMillis,
    ...(asked.query === undefined ? {} : { query: asked.query }),
    link: (parameters) => parameters.set('client_id', clientId),
    request: (draft) => {
      draft.header.x5c = [access.der]
      draft.key = access.key
      const verifierInfo = [{ format: 'registration_cert', data }]
      Object.assign(draft.claims, { client_id: clientId, verifier_info: verifierInfo, ...asked.claims })
    },
  }
  const verifier = await startScriptedVerifier(script)
  open.push(verifier)
  const run = await runAtVerifier({
    deeplink: verifier.newSession(),
    credentials,
    clock: () => nowMillis,
    http: serving(world.documents),
    trust: world.settings(),
    ...options,
  })
  return { run, response: verifier.lastResponse() }
}

const pid = (...names: string[]) => ({
  credentials: [
    {
      id: 'pid',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['urn:eudi:pid:1'] },
      claims: names.map((name) => ({ path: [name] })),
    },
  ],
})

describe('a wallet that evaluates trust in a verifier', () => {
  it('presents where everything is right, after it read lists, revocation and status', async () => {
    const { run } = await present({})
    expect(run.reason).toBeNull()
    expect(run).toMatchObject({ outcome: 'presented', trust: { findings: [], warned: false } })
    const steps = run.log.map(({ step }) => step)
    expect(steps.slice(0, 6)).toEqual([
      'request_object',
      'trust_list',
      'trust_list',
      'revocation_list',
      'registration_status',
      'response',
    ])
  })

  it('warns and presents, or refuses with access_denied, as its provider decided', async () => {
    const claims = { verifier_info: undefined }
    const warned = await present({ claims }, { trust: world.settings({ policy: 'warn' }) })
    expect(warned.run).toMatchObject({ outcome: 'presented', trust: { warned: true } })
    const refused = await present({ claims })
    expect(refused.run).toMatchObject({ outcome: 'declined', trust: { warned: false } })
    expect(refused.response).toMatchObject({ error: 'access_denied' })
  })

  it('refuses an access certificate of a stranger in any case, and tells its user alone', async () => {
    const access = await world.leaf(world.authorities.strangers)
    const { run, response } = await present({ access }, { trust: world.settings({ policy: 'warn' }) })
    expect(run).toMatchObject({
      outcome: 'stopped_by_wallet',
      reason: expect.stringMatching(/^invalid_request_object: /),
    })
    expect([response, run.log.map(({ step }) => step)]).toEqual([null, expect.not.arrayContaining(['response'])])
  })

  it('names no claim to the verifier when it asks for too much', async () => {
    const { run, response } = await present({ query: pid('family_name', 'birth_family_name') })
    expect(run.trust?.overAsked).toEqual({ types: [], claims: [{ query: 'pid', path: ['birth_family_name'] }] })
    expect(response).toMatchObject({ error: 'access_denied' })
    expect(JSON.stringify(response)).not.toContain('birth_family_name')
  })

  it('shows the registered claims only, where it is set to', async () => {
    const { run } = await present(
      { query: pid('family_name', 'birth_family_name') },
      { trust: world.settings({ overAsking: 'registered_only' }) },
    )
    expect(run.outcome).toBe('presented')
    expect(run.presented[0]?.paths).toEqual([['family_name']])
  })

  it('believes everything when it verifies nothing', async () => {
    const { run } = await present({ claims: { verifier_info: [] } }, { profile: { verification: 'none' } })
    expect(run.outcome).toBe('presented')
    expect(run.log.map(({ step }) => step)).toEqual(['request_object', 'response'])
  })

  it.each([
    ['listed', 'presented'],
    ['not_listed', 'declined'],
    ['bad_signature', 'declined'],
    ['unreachable', 'declined'],
    ['list_of_lists', 'presented'],
  ] as const)('takes an authority whose list is %s, and ends with %s', async (kind, outcome) => {
    const issuer = await world.leaf(world.authorities.pid)
    const maker = await createCredentialMaker(nowMillis)
    Object.assign(maker.signer, { key: issuer.key, x5c: [issuer.der] })
    const held = await holdCredential(maker, { nowMillis })
    const url = listUrl('pid')
    const authorities = [kind === 'not_listed' ? world.authorities.strangers : world.authorities.pid]
    const list = await world.list('pid', { authorities, isBroken: kind === 'bad_signature' })
    if (kind === 'unreachable') world.documents.delete(url)
    else world.documents.set(url, list)
    const pointers = 'https://trust.example/lists/lists.jwt'
    const identity = { X509Certificates: [{ val: world.operator.der }] }
    const PointersToOtherLoTE = [url, pointers].map((LoTELocation) => ({
      LoTELocation,
      ServiceDigitalIdentities: [identity],
    }))
    world.documents.set(pointers, await world.list('pid', { authorities: [], information: { PointersToOtherLoTE } }))
    const values = [kind === 'list_of_lists' ? pointers : url]
    const [query] = pid('family_name').credentials
    const { run } = await present(
      { query: { credentials: [{ ...query, trusted_authorities: [{ type: 'etsi_tl', values }] }] } },
      { credentials: [held] },
    )
    expect(run.outcome, run.reason ?? '').toBe(outcome)
  })
})

/** A registered issuer whose metadata are signed with an access certificate. */
async function issue(
  changes: { info?: unknown; access?: TestParty; provider?: TestParty; registered?: JsonObject } = {},
  options: Partial<Parameters<typeof runAtIssuer>[0]> = {},
) {
  const { access = world.access, provider } = changes
  const data = await world.registration({
    entitlements: ['https://uri.etsi.org/19475/Entitlement/PID_Provider'],
    provides_attestations: [{ format: 'dc+sd-jwt', meta: registeredPid.meta }],
    credentials: undefined,
    ...changes.registered,
  })
  const info = changes.info ?? [
    { format: 'registrar_dataset', data: { identifier: [{ identifier }] } },
    { format: 'registration_cert', data },
  ]
  let signed = ''
  const script: Script = {
    nowMillis,
    notification: true,
    answer: ({ path, headers }, usual) => {
      if (path !== '/.well-known/openid-credential-issuer/issuers/test') {
        // Without published keys, only the certificate says who issued it.
        return path.includes('jwt-vc-issuer') ? { status: 404, body: {} } : null
      }
      if (!isObject(usual.body) || !String(headers.accept).startsWith('application/jwt')) return null
      return { status: 200, headers: { 'Content-Type': 'application/jwt' }, body: signed }
    },
  }
  const issuer = await startScriptedIssuer(script)
  open.push(issuer)
  if (provider !== undefined) Object.assign(issuer.maker.signer, { key: provider.key, x5c: [provider.der] })
  const metadata = await createNodeClient()({
    method: 'GET',
    url: `${new URL(issuer.issuer).origin}/.well-known/openid-credential-issuer/issuers/test`,
    headers: [['Accept', 'application/json']],
    body: null,
  })
  issuer.received.length = 0
  const seconds = nowMillis / 1000
  signed = await sign(
    { typ: 'openidvci-issuer-metadata+jwt', x5c: [access.der] },
    { ...JSON.parse(metadata.body), sub: issuer.issuer, iat: seconds, issuer_info: info },
    access,
  )
  const run = await runAtIssuer({
    deeplink: issuer.deeplink,
    clock: () => nowMillis,
    http: serving(world.documents),
    trust: world.settings({ policy: 'warn' }),
    ...options,
  })
  return { run, paths: issuer.received.map(({ path }) => path), received: issuer.received }
}

const ofPid = (authority: TestParty, { statement = true } = {}) =>
  world.leaf(authority, { extensions: statement ? [pidStatement] : [] })

describe('a wallet that evaluates trust in an issuer', () => {
  it('asks for signed metadata, judges them, then keeps the credential of a listed provider', async () => {
    const { run } = await issue({ provider: await ofPid(world.authorities.pid) })
    expect(run.reason).toBeNull()
    expect(run).toMatchObject({ outcome: 'credential_stored', trust: { findings: [], warned: false } })
    const steps = run.log.map(({ step }) => step)
    expect(steps.indexOf('registration_status')).toBeLessThan(steps.indexOf('token'))
    expect(steps).toContain('revocation_list')
  })

  it('asks for nothing where the issuer is not to be trusted', async () => {
    const { run, paths } = await issue({ info: [] })
    expect(run).toMatchObject({ outcome: 'stopped_by_wallet', trust: { warned: false } })
    expect(run.reason).toBe('There is no registration certificate')
    expect(paths).toEqual(['/.well-known/openid-credential-issuer/issuers/test'])
  })

  it('stops at metadata that are not signed', async () => {
    const { run } = await issue({}, { http: withoutJwt(serving(world.documents)) })
    expect(run.trust?.findings.map(({ reason }) => reason)).toContain('metadata_unsigned')
    expect(run.outcome).toBe('stopped_by_wallet')
  })

  it.each(['stranger', 'nobody'] as const)(
    'rejects the credential when its issuer is not on the list: %s',
    async (kind) => {
      if (kind === 'nobody') world.documents.set(listUrl('pid'), await world.list('pid', { authorities: [] }))
      const provider = await ofPid(world.authorities[kind === 'stranger' ? 'strangers' : 'pid'])
      const { run, received } = await issue({ provider })
      expect(run.outcome).toBe('stopped_by_wallet')
      const notified = received.find(({ path }) => path.endsWith('/notification'))
      expect(notified?.body).toContain('credential_failure')
    },
  )

  it('tells its user of a provider whose certificate does not say what it is for, or refuses', async () => {
    const provider = await ofPid(world.authorities.pid, { statement: false })
    const { run } = await issue({ provider })
    expect(run).toMatchObject({
      outcome: 'credential_stored',
      trust: { warned: true, findings: [{ reason: 'provider_no_statement' }] },
    })
    const strict = await issue({ provider }, { trust: world.settings() })
    expect(strict.run.outcome).toBe('stopped_by_wallet')
  })

  it('reads no document that is too large, or whose address is not secure', async () => {
    world.documents.set(statusListUri, `${world.documents.get(statusListUri)}${' '.repeat(1024 * 1024)}`)
    const large = await issue()
    expect(large.run.reason).toMatch(/status that cannot be read/)
    const status = { status_list: { idx: 1, uri: 'http://trust.example/status.jwt' } }
    const plain = await issue({ registered: { status } })
    expect(plain.run.reason).toMatch(/status that cannot be read/)
    expect(plain.run.log.some(({ url }) => url.startsWith('http://trust.example'))).toBe(false)
  })

  it('stops where the revocation list of the access certificate cannot be read', async () => {
    world.documents.delete(revocationListUri)
    expect((await issue()).run.outcome).toBe('stopped_by_wallet')
  })
})

const byId = <One extends { id: string }>(all: readonly One[], id: string): One => {
  const found = all.find((one) => one.id === id || one.id.endsWith(`~${id}`))
  if (found === undefined) throw new Error(`There is no ${id}`)
  return found
}

describe('a wallet that neglects trust in a verifier', () => {
  const showing = (id: string) => byId(trustMisbehaviours, id)
  const stepsOf = ({ log }: { log: { step: string }[] }) => log.map(({ step }) => step)

  it.each([
    ['vp.trust.registration_status_read', 'registration_status'],
    ['vp.trust.list_read', 'trust_list'],
  ])('presents without what it should have read: %s', async (id, unread) => {
    const { run } = await present({}, { misbehave: showing(id) })
    expect(run).toMatchObject({ outcome: 'presented', trust: { findings: [], warned: false } })
    expect(stepsOf(run)).not.toContain(unread)
    expect(run.log.some(({ misbehaved }) => misbehaved)).toBe(true)
  })

  it.each([
    ['vp.trust.over_asking', {}],
    ['vp.trust.warned', { claims: { verifier_info: [] } }],
  ])('presents and says nothing: %s', async (id, asked) => {
    const query = pid('family_name', id.endsWith('asking') ? 'birth_family_name' : 'given_name')
    const settings = { trust: world.settings({ policy: 'warn' as const }) }
    const usual = await present({ query: pid('family_name', 'birth_family_name'), ...asked }, settings)
    expect(usual.run.trust?.warned).toBe(true)
    const { run } = await present(
      { query: id.endsWith('asking') ? query : pid('family_name'), ...asked },
      { ...settings, misbehave: showing(id) },
    )
    expect(run).toMatchObject({ outcome: 'presented', trust: { warned: false } })
    expect(run.log.some(({ misbehaved }) => misbehaved)).toBe(true)
  })

  it('asks the register although it has the registration', async () => {
    const { run } = await present({}, { misbehave: showing('vp.trust.register_not_needed') })
    expect(run.outcome).toBe('presented')
    const asked = run.log.filter(({ step }) => step === 'register')
    expect(asked.map(({ url, misbehaved }) => [url, misbehaved])).toEqual([
      [
        `https://trust.example/registrar/wrp/check-intended-use?rpidentifier=${identifier}&intendeduseidentifier=use`,
        true,
      ],
    ])
  })

  it('shows what no issuer of the list has issued', async () => {
    const [query] = pid('family_name').credentials
    const values = [listUrl('pid')]
    const { run } = await present(
      { query: { credentials: [{ ...query, trusted_authorities: [{ type: 'etsi_tl', values }] }] } },
      { misbehave: showing('vp.dcql.trusted_authority_other') },
    )
    expect(run.outcome).toBe('presented')
  })

  it.each(['access_expired', 'list_unreachable'])('presents in spite of all: %s', async (test) => {
    const misbehave = byId(trustRefusalMisbehaviours, `vp.negative.rejected~${test}`)
    const access = await world.leaf(world.authorities.strangers)
    world.documents.delete(listUrl('registrar'))
    const { run } = await present({ access, claims: { verifier_info: [] } }, { misbehave })
    expect(run).toMatchObject({ outcome: 'presented', trust: { warned: false } })
    // A list counts as tested only if it was read.
    expect(stepsOf(run).includes('trust_list')).toBe(test === 'list_unreachable')
    expect(run.log.some(({ misbehaved }) => misbehaved)).toBe(true)
  })

  it('is named as all others are, after a check and with few words', () => {
    const all = [
      ...trustMisbehaviours,
      ...trustRefusalMisbehaviours,
      ...issuerMisbehaviours,
      ...providerMisbehaviours,
      ...untrustedIssuerMisbehaviours,
    ]
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length)
    for (const { id, title } of all) {
      expect(id).toMatch(/^v(p|ci)\.[a-z]+(_[a-z]+)*\.[a-z0-9_]+(~[a-z0-9]+(_[a-z0-9]+)*)?$/)
      expect(title).toMatch(/^[A-Z].{10,90}[^.]$/)
    }
  })
})

describe('a wallet that neglects trust in an issuer', () => {
  it('gets the credential in spite of all', async () => {
    const kinds = new Set(untrustedIssuerMisbehaviours.map(({ skipsRule }) => skipsRule))
    expect([...kinds]).toEqual(['trust', 'credential'])
    const misbehave = byId(untrustedIssuerMisbehaviours, 'issuer_registration_missing')
    const { run } = await issue({ info: [], provider: await ofPid(world.authorities.pid) }, { misbehave })
    expect(run.reason).toBeNull()
    expect(run.outcome).toBe('credential_stored')
    expect(run.log.find(({ misbehaved }) => misbehaved)?.step).toBe('as_metadata')
  })

  it('keeps a credential whose issuer does not say what it signs, where it should refuse', async () => {
    const misbehave = byId(untrustedIssuerMisbehaviours, 'provider_no_qc_statement')
    const provider = await ofPid(world.authorities.pid, { statement: false })
    const { run } = await issue({ provider }, { misbehave, trust: world.settings() })
    expect(run.outcome).toBe('credential_stored')
    expect(run.log.find(({ misbehaved }) => misbehaved)?.step).toBe('notification')
  })

  it('keeps the credential of a stranger', async () => {
    const misbehave = byId(untrustedIssuerMisbehaviours, 'provider_not_listed')
    const { run } = await issue({ provider: await ofPid(world.authorities.strangers) }, { misbehave })
    expect(run.outcome).toBe('credential_stored')
  })

  it('takes metadata that are not signed', async () => {
    const misbehave = byId(issuerMisbehaviours, 'vci.trust.signed_metadata_read')
    const { run, received } = await issue({ provider: await ofPid(world.authorities.pid) }, { misbehave })
    expect(run.outcome).toBe('credential_stored')
    expect(received[0]?.headers.accept).toBe('application/json')
  })

  it('never reads the status of the registration', async () => {
    const misbehave = byId(issuerMisbehaviours, 'vci.trust.registration_status_read')
    const { run } = await issue({ provider: await ofPid(world.authorities.pid) }, { misbehave })
    expect(run.outcome).toBe('credential_stored')
    expect(run.log.map(({ step }) => step)).not.toContain('registration_status')
  })

  it.each([
    ['vci.key_attestation.provider_listed', false],
    ['vci.wallet_attestation.provider_certificate', false],
    [null, true],
  ])('is attested by another provider than it was given: %s', async (id, isGiven) => {
    const attester = await createKeyAttester(nowMillis, { statesProvider: true })
    const misbehave = id === null ? undefined : byId(providerMisbehaviours, id)
    const { run } = await issue(
      { provider: await ofPid(world.authorities.pid) },
      { attester, profile: { attest: 'always' }, ...(misbehave === undefined ? {} : { misbehave }) },
    )
    expect(run.reason).toBeNull()
    const request = run.log.find(({ step }) => step === 'credential')?.body ?? ''
    const [proof = ''] = JSON.parse(request).proofs.jwt
    const attestation = readJws(String(readJws(proof)?.header.key_attestation))
    const [leaf] = stringsMember(attestation?.header, 'x5c') ?? []
    expect(leaf === attester.x5c[0]).toBe(isGiven)
    const states = hasStatement(new X509Certificate(Buffer.from(leaf ?? '', 'base64')), '0.4.0.194126.1.2')
    expect(states).toBe(id !== 'vci.wallet_attestation.provider_certificate')
  })
})

/** Simulates an issuer without signed metadata. */
const withoutJwt =
  (send: SendHttp): SendHttp =>
  (request) =>
    send({ ...request, headers: request.headers.filter(([name]) => name !== 'Accept') })
