import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractEntry, operationIds } from '@/lib/contract/contract'
import { covers } from '@/lib/testing/covers'
import { eventually } from '@/lib/testing/eventually'
import { readRecords } from '@/lib/testing/expect-whole-evidence'
import { createHandWallet, preAuthorizedGrant } from '@/lib/testing/hand-wallet'
import { createHttpClient, type HttpClient, type HttpRequest, type JsonRecord } from '@/lib/testing/http-client'
import { claim, header } from '@/lib/testing/jwt-changes'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { sendAndLeave, sendRaw } from '@/lib/testing/raw-socket'
import { readPlaces } from '@/lib/testing/read-places'
import { startWebProcess, type WebProcess } from '@/lib/testing/web-process'
import { createKeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import type { WalletProfile } from '@/lib/wallet/issuer/settings'
import { generateKey } from '@/lib/wallet/jose/key'
import { misbehaviours } from '@/lib/wallet/misbehaviours/issuer/registry'
import { findSecrets, formsOf, type Leak, type Place, secretsOf } from '@/lib/wallet/secrets/wallet-secrets'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import { fixedShare } from '@/scripts/thorough.mjs'

/**
 * A secret that a wallet sends is found nowhere afterwards, neither in the
 * database files nor in a log or a read-back. The offer and the link of a session deliberately show its live code: they
 * are the tester's tool.
 */
const registeredClientId = 'registered-wallet'
const clientKey = generateKey()
let pocketBase: TestPocketBase
let web: WebProcess
let http: HttpClient
const printed: Buffer[] = []
const pid = 'urn:eu.europa.ec.eudi:pid:1'
const secrets = new Map<string, string>()
const sessions: string[] = []
/** Visible on purpose in every place of evidence: shows that the search finds what is there. */
const onPurpose = 'visible on purpose'
const visible = `visible-${randomBytes(12).toString('hex')}`

beforeAll(async () => {
  const onOutput = (chunk: Buffer): void => void printed.push(chunk)
  pocketBase = await startPocketBase({ onOutput })
  web = await startWebProcess({
    pocketBase,
    onOutput,
    env: { LOG_LEVEL: 'trace', LOG_FORMAT: 'json', LEDGER_SIZE: '20000', ATTESTATION_CHALLENGE: 'on' },
    files: {
      'clients.json': JSON.stringify([
        {
          client_id: registeredClientId,
          redirect_uris: ['http://127.0.0.1/callback'],
          jwks: { keys: [{ ...clientKey.publicJwk, kid: clientKey.thumbprint }] },
        },
      ]),
    },
  })
  http = openClient()
})
afterAll(async () => {
  http.close()
  await web.remove()
  await pocketBase.remove()
})

/** A secret that looks like one: 32 random bytes. */
const opaque = (name: string): string => {
  const value = randomBytes(32).toString('base64url')
  secrets.set(name, value)
  return value
}
/** A secret that does not look like one: only the member name tells. */
const plain = (name: string): string => {
  const value = `violet otter ${name} ${randomBytes(6).toString('hex')}`.replaceAll(' ', '-')
  secrets.set(name, value)
  return value
}

const startOver = (): void => {
  secrets.clear()
  sessions.length = 0
}

/** A client for which no request may cause a server error: a leak must not hide behind a failure. */
const openClient = (): HttpClient => {
  const client = createHttpClient(web.baseUrl)
  const send = async (request: HttpRequest) => {
    const answer = await client(request)
    if (answer.status >= 500) throw new Error(`${request.path} was answered ${answer.status}.`)
    return answer
  }
  return Object.assign(send, { close: () => client.close() })
}

const create = async (request: JsonRecord) => {
  const body = JSON.stringify({ flow: 'pre_authorized_code', ...request })
  const created = (await http({ method: 'POST', path: '/sessions', body })).object()
  sessions.push(String(created.session_id))
  return created
}

/** Everything that can be read from the service. */
async function placesOfEvidence(readBack: readonly string[]): Promise<Place[]> {
  const places: Place[] = [{ name: 'logs', bytes: Buffer.concat(printed) }]
  for (const id of readBack) {
    const view = (await http({ path: `/sessions/${id}` })).object()
    delete view.deeplink
    places.push({ name: 'session', bytes: Buffer.from(JSON.stringify(view)) })
    places.push({ name: 'events', bytes: Buffer.from((await http({ path: `/sessions/${id}/events` })).body) })
  }
  places.push({ name: 'ledger', bytes: Buffer.from((await http({ path: '/oid4vci/requests' })).body) })
  return places
}

/** Everything that can be read from the service and its storage. */
async function everyPlace(readBack: readonly string[]): Promise<Place[]> {
  const places = await placesOfEvidence(readBack)
  const files = await readPlaces(pocketBase.dataDir)
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['data.db', 'data.db-wal', 'auxiliary.db']))
  return [...places, ...files]
}

async function leaksOf(sent: ReadonlyMap<string, string>, readBack: readonly string[]): Promise<Leak[]> {
  // Sending takes longer than the server keeps an idle connection.
  http.close()
  http = openClient()
  await http({ path: '/issuers/eu-pid-device-bound/jwks.json', headers: [['User-Agent', visible]] })
  const found = findSecrets(await everyPlace(readBack), new Map([...sent, [onPurpose, visible]]))
  const where = found.filter(({ secret }) => secret === onPurpose).map(({ place }) => place)
  expect(where).toEqual(expect.arrayContaining(['ledger', 'data.db-wal']))
  return found.filter(({ secret }) => secret !== onPurpose)
}

/**
 * Defines the tests of a group like `it`: each sends its secrets, then one search reads every byte for all of them, and
 * each test checks its own.
 */
function searchedTogether() {
  const sent = new Map<string, string>()
  const readBack: string[] = []
  let search: Promise<Leak[]> | null = null
  return (name: string, send: () => Promise<void>): void => {
    const isOwn = ({ secret }: Pick<Leak, 'secret'>) => secret.startsWith(`${name}: `)
    beforeAll(async () => {
      startOver()
      await send()
      expect(secrets.size).toBeGreaterThan(20)
      for (const [secret, value] of secrets) sent.set(`${name}: ${secret}`, value)
      // Read-backs are made from the files, which are searched completely, so a dozen are enough.
      const every = Math.ceil(sessions.length / 15)
      readBack.push(...sessions.filter((_, index) => index % every === 0))
    }, 400_000)
    it(name, async () => {
      search ??= leaksOf(sent, readBack)
      const leaks = (await search).filter(isOwn)
      expect(leaks.map(({ place, secret, form }) => `${secret} is in ${place} ${form}`)).toEqual([])
    }, 400_000)
  }
}

/** Variants of issuance that send different kinds of secrets: session members, then the wallet's profile. */
const ways: readonly (readonly [what: string, session: JsonRecord, profile: Partial<WalletProfile>])[] = [
  ['code flow', { flow: 'authorization_code' }, { clientAuthentication: 'none' }],
  ['code flow, wallet attestation', { flow: 'authorization_code' }, { clientAuthentication: 'attestation' }],
  [
    'code flow, private_key_jwt, mdoc',
    { flow: 'authorization_code', credential_configuration_id: `${pid}.mdoc.key-attestation-required` },
    { clientAuthentication: 'private_key_jwt', clientId: registeredClientId },
  ],
  ['code flow, nonces demanded', { flow: 'authorization_code', dpop_nonce: 'required' }, { encrypt: true }],
  ['transaction code', { tx_code: true }, {}],
  ['encrypted', {}, { encrypt: true }],
  ['encrypted mdoc', { credential_configuration_id: `${pid}.mdoc.key-attestation-required` }, { encrypt: true }],
  ['attestation proof of three keys', {}, { proof: 'attestation', attestedKeys: 3 }],
  ['index of an attested key', { credential_offer_mode: 'credential_offer_uri' }, { keyReference: 'kid' }],
  ['plain proof', { issuer_configuration_id: 'eu-pid-jwt-proof-only' }, {}],
  [
    'plain proof, mdoc',
    { issuer_configuration_id: 'eu-pid-jwt-proof-only', credential_configuration_id: `${pid}.mdoc.jwt-proof` },
    { keyReference: 'x5c' },
  ],
  [
    'deferred, refreshed, by identifier, with a status',
    {
      issuer_configuration_id: 'eu-pid-jwt-proof-only',
      laboratory: {
        deferred: { interval: 1 },
        refresh: { rotation: 'every' },
        credential_identifiers: 'always',
        batch: { size: 2 },
        status: {},
      },
    },
    { reissue: true },
  ],
  [
    'deferred and encrypted, by identifier',
    {
      flow: 'authorization_code',
      issuer_configuration_id: 'eu-pid-jwt-proof-only',
      credential_configuration_id: `${pid}.mdoc.jwt-proof`,
      laboratory: { deferred: { interval: 1 }, scopes: false, datasets: 2, status: {} },
    },
    { encrypt: true },
  ],
  [
    'challenges for the wallet attestation, in the nonce of DPoP proofs',
    {
      flow: 'authorization_code',
      laboratory: { refresh: {}, client_attestation: { drafts: ['10'], challenge: true } },
    },
    { reissue: true },
  ],
]

/** Secrets that a laboratory must have made a wallet send or get, by the beginning of their name. */
const ofLaboratory: Readonly<Record<string, readonly string[]>> = {
  'deferred, r': [
    'sent transaction_id',
    'got refresh_token',
    'sent refresh_token',
    'got credential_identifiers',
    'deferred got credential',
  ],
  'deferred and': ['got credential_identifiers', 'deferred JWE'],
  challenges: ['got attestation_challenge', 'sent refresh_token'],
}

describe('after flows of every kind', () => {
  const test = searchedTogether()

  const ofGoodOne = 'no secret of a good one is found anywhere'
  const sendAll = async (what: string, session: JsonRecord, profile: Partial<WalletProfile>): Promise<void> => {
    const created = await create(session)
    const txCode = created.tx_code
    const run = await runAtIssuer({
      deeplink: String(created.deeplink),
      profile,
      clientKey,
      ...(typeof txCode === 'string' ? { txCode } : {}),
    })
    expect(run.refusal ?? run.reason).toBeNull()
    expect(run.log.map(({ step }) => step)).toContain('notification')
    for (const [name, value] of secretsOf(run, what)) secrets.set(name, value)
    const kinds = [...secrets.keys()].join()
    expect(kinds).toContain(profile.encrypt ? 'JWE' : 'sent ')
    if (session.flow === 'authorization_code') expect(kinds).toMatch(/code_verifier.*state|state.*code_verifier/)
    for (const [begins, names] of Object.entries(ofLaboratory))
      if (what.startsWith(begins)) for (const one of names) expect(kinds).toContain(one)
    if (profile.clientAuthentication === 'attestation') expect(kinds).toContain('OAuth-Client-Attestation-PoP')
    if (profile.clientAuthentication === 'private_key_jwt') expect(kinds).toContain('client_assertion')
  }
  for (const [what, session, profile] of ways) test(`${ofGoodOne}: ${what}`, () => sendAll(what, session, profile))

  covers('A1.5', 'D9')
  test('no secret of any wallet is found anywhere', async () => {
    const attester = await createKeyAttester(Date.now())
    // A share: a misbehaving wallet sends the same secrets as a correct one, and the rest of this file puts them where
    // none belongs.
    const queue = [
      null,
      null,
      ...fixedShare(
        misbehaviours.filter(({ id }) => !id.includes('~')),
        6,
      ),
    ]
    const drive = async (): Promise<void> => {
      for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) {
        const { needs } = entry ?? {}
        const created = await create({
          ...(needs?.issuer ? { issuer_configuration_id: needs.issuer } : {}),
          ...(needs?.offerMode ? { credential_offer_mode: needs.offerMode } : {}),
          ...needs?.sessionOptions,
        })
        const run = await runAtIssuer({
          deeplink: String(created.deeplink),
          attester,
          ...(entry ? { misbehave: entry.id } : {}),
        })
        for (const { status } of run.log) expect(status).toBeLessThan(500)
        for (const [name, value] of secretsOf(run, entry?.id ?? 'clean')) secrets.set(name, value)
      }
    }
    await Promise.all(Array.from({ length: 6 }, drive))
    expect(secrets.size).toBeGreaterThan(500)
  })
})

describe('the value of a claim that a tester wrote', () => {
  /** Issues a card, an unbound credential and an mdoc to the reference wallet. */
  async function issueOwnTypes(): Promise<void> {
    const claims = (of: string) => ({ text: plain(`claim of ${of}`), nested: { list: [plain(`in a list of ${of}`)] } })
    for (const type of [
      { id: 'card', format: 'dc+sd-jwt', claims: claims('an SD-JWT VC') },
      { id: 'bare', format: 'dc+sd-jwt', disclosure: 'none', binding: 'none', claims: claims('an unbound one') },
      { id: 'licence', format: 'mso_mdoc', doctype: 'org.example.licence', claims: claims('an mdoc') },
    ]) {
      const { deeplink } = await create({
        issuer_configuration_id: 'eu-pid-jwt-proof-only',
        credential_configuration_id: type.id,
        laboratory: { credentials: [type] },
      })
      const run = await runAtIssuer({ deeplink: String(deeplink) })
      expect([run.outcome, run.reason]).toEqual(['credential_stored', null])
    }
  }

  it('is in no storage, evidence, ledger, report or log', async () => {
    startOver()
    await issueOwnTypes()
    const recordsOf = async (name: string): Promise<Place> => ({
      name,
      bytes: Buffer.from(JSON.stringify(await readRecords(pocketBase, name))),
    })
    const places = await placesOfEvidence(sessions)
    for (const name of ['sessions', 'exchanges', 'events', 'findings', 'ledger', 'one_time_values'])
      places.push(await recordsOf(name))
    for (const id of sessions) {
      const report = await http({ path: `/sessions/${id}/report` })
      expect(report.status).toBe(200)
      places.push({ name: 'report', bytes: Buffer.from(report.body) })
    }
    expect(findSecrets(places, secrets).map(({ place, secret }) => `${secret} is in ${place}`)).toEqual([])
  })
})

describe('what identifies a wallet unit, and the code of a payment', () => {
  const text = (places: Place[], name: string, body: string) => places.push({ name, bytes: Buffer.from(body) })

  it('are in no storage, ledger, log, report or HAR', async () => {
    startOver()
    const idx = 901_251_673_884_321
    secrets.set('idx', String(idx))
    const kept = (claims: JsonRecord, claim: string, name: string): void => {
      const { exp } = claims[claim] as JsonRecord
      const uri = `https://provider.example/${opaque(`uri of ${name}`)}`
      claims[claim] = { status: { status_list: { idx, uri } }, exp }
    }
    const european = await create({ trust_framework: 'eu', laboratory: { wallet_unit: { check_status: true } } })
    const attested = await runAtIssuer({
      deeplink: String(european.deeplink),
      profile: { clientAuthentication: 'attestation' },
      misbehave: {
        id: 'vci.wallet_attestation.status_not_shared',
        title: 'Names lists of its own',
        expect: 'accepted',
        patchClientAttestation: { at: 'token', change: ({ claims }) => kept(claims, 'client_status', 'the unit') },
        patchKeyAttestation: {
          at: 'credential',
          change: ({ claims }) => kept(claims, 'key_storage_status', 'the keys'),
        },
      },
    })
    expect([attested.outcome, attested.reason]).toEqual(['credential_stored', null])
    // OpenID4VCI has the entry at the top of both attestations, and so have wallets at a fixed issuer.
    const atTop = (claims: JsonRecord, name: string): void => {
      const uri = `https://provider.example/${opaque(`uri at the top of ${name}`)}`
      claims.status = { status_list: { idx, uri } }
    }
    for (const body of [{}, { laboratory: {} }]) {
      const plain = await create({ issuer_configuration_id: 'eu-pid-device-bound', ...body })
      const of = JSON.stringify(body)
      const issued = await runAtIssuer({
        deeplink: String(plain.deeplink),
        profile: { clientAuthentication: 'attestation' },
        misbehave: {
          id: 'vci.wallet_attestation.client_status~old_status',
          title: 'Names lists of its own',
          expect: 'accepted',
          patchClientAttestation: { at: 'token', change: ({ claims }) => atTop(claims, `the unit, ${of}`) },
          patchKeyAttestation: { at: 'credential', change: ({ claims }) => atTop(claims, `the keys, ${of}`) },
        },
      })
      expect([issued.outcome, issued.reason]).toEqual(['credential_stored', null])
    }

    const card = { id: 'sca_card', format: 'dc+sd-jwt', claims: { scheme: 'Test' }, transaction_types: ['payment'] }
    const category = 'urn:eu:europa:ec:eudi:sua:sca'
    const issuing = await create({ laboratory: { credentials: [{ ...card, category }] } })
    const { credentials } = await runAtIssuer({ deeplink: String(issuing.deeplink) })
    const payment = {
      type: 'urn:eudi:sca:payment:1',
      credential_ids: ['own_type'],
      transaction_data_hashes_alg: ['sha-256'],
      payload: { transaction_id: 'one', payee: { name: 'Shop', id: 'DE98' }, currency: 'EUR', amount: 1 },
    }
    const body = JSON.stringify({ follows: issuing.session_id, transaction_data: [payment] })
    const asked = (await http({ method: 'POST', path: '/openid4vp/sessions', body })).object()
    const jti = opaque('jti')
    const paid = await runAtVerifier({
      deeplink: String(asked.deeplink),
      credentials,
      misbehave: {
        id: 'vp.sca.jti',
        title: 'Has a code that was planted',
        expect: 'accepted',
        patchKeyBinding: { at: 'response', change: ({ claims }) => void Object.assign(claims, { jti }) },
      },
    })
    expect(paid.outcome).toBe('presented')

    const places = await everyPlace(sessions)
    const presentation = `/openid4vp/sessions/${asked.session_id}`
    text(places, 'presentation', (await http({ path: presentation })).body)
    text(places, 'ledger of presentations', (await http({ path: '/openid4vp/requests' })).body)
    for (const of of [...sessions.map((id) => `/sessions/${id}`), presentation])
      for (const format of ['json', 'md', 'html', 'junit', 'har']) {
        const report = await http({ path: `${of}/report?format=${format}` })
        expect([of, format, report.status]).toEqual([of, format, 200])
        text(places, `report as ${format}`, report.body)
      }
    expect(secrets.size).toBe(8)
    const found = findSecrets(places, new Map([...secrets, [onPurpose, 'provider.example']]))
    // The host of a list is shown.
    expect(found.some(({ secret }) => secret === onPurpose)).toBe(true)
    const leaks = found.filter(({ secret }) => secret !== onPurpose)
    expect(leaks.map(({ place, secret, form }) => `${secret} is in ${place} ${form}`)).toEqual([])
  }, 200_000)
})

describe('wherever a secret is put', () => {
  const test = searchedTogether()
  const agent = ['User-Agent', visible] as const
  const form = ['Content-Type', 'application/x-www-form-urlencoded'] as const

  test('in a header it is found nowhere', async () => {
    const names = [
      'Authorization',
      'Proxy-Authorization',
      'Cookie',
      'X-Api-Key',
      'OAuth-Client-Attestation',
      'OAuth-Client-Attestation-PoP',
      'X-Auth-Token',
      'X-Session-Id',
      'X-Client-Secret',
      'X-Forwarded-Client-Cert',
      'SSL-Client-Cert',
      'DPoP',
      'X-Amz-Security-Token',
    ]
    for (const path of [
      '/issuers/eu-pid-device-bound/token',
      '/issuers/eu-pid-device-bound/credential',
      '/issuers/eu-pid-device-bound/nonce',
      '/issuers/eu-pid-device-bound/nothing',
    ])
      await http({
        method: 'POST',
        path,
        headers: [
          agent,
          ...names.flatMap(
            (name) =>
              [
                [name, plain(`${name} 1`)],
                [name.toLowerCase(), opaque(`${name} 2`)],
              ] as const,
          ),
        ],
      })
    for (const scheme of ['DPoP', 'Bearer', 'Basic', 'dpop'])
      await http({
        method: 'POST',
        path: '/issuers/eu-pid-device-bound/credential',
        headers: [agent, ['Authorization', `${scheme} ${opaque(`scheme ${scheme}`)}`]],
      })
    await http({
      path: '/issuers/eu-pid-device-bound/jwks.json',
      headers: [
        agent,
        ['Referer', `https://wallet.example/cb?code=${plain('referer')}&state=${opaque('referer state')}`],
      ],
    })
    const address = '203.0.113.77, 198.51.100.211'
    secrets.set('a client address', '198.51.100.211')
    await http({ path: '/issuers/eu-pid-device-bound/jwks.json', headers: [agent, ['X-Forwarded-For', address]] })
  })

  covers('A2.35')
  test('in a query or a path it is found nowhere', async () => {
    const names = [
      'access_token',
      'code',
      'pre-authorized_code',
      'state',
      'request_uri',
      'token',
      'tx_code',
      'password',
    ]
    const spellings = (name: string) => [
      name,
      name.toUpperCase(),
      encodeURIComponent(name).replaceAll('_', '%5F').replaceAll('-', '%2D'),
      `${name}[]`,
      `a.${name}`,
    ]
    for (const name of names)
      for (const spelling of spellings(name)) {
        const pair = (what: string) => `${spelling}=${what}`
        const query = [pair(plain(`${spelling} 1`)), pair(opaque(`${spelling} 2`)), `ok=${visible}`].join('&')
        await http({
          path: `/.well-known/openid-credential-issuer/issuers/eu-pid-device-bound?${query}`,
          headers: [agent],
        })
      }
    await http({
      path: `/issuers/eu-pid-device-bound/jwks.json?x=${encodeURIComponent(`https://w.example/?access_token=${plain('nested url')}`)}`,
    })
    await http({ path: `/issuers/eu-pid-device-bound/offers/${opaque('offer id')}` })
    await http({ path: `/issuers/eu-pid-device-bound/${opaque('path')}` })
    await http({ path: `/issuers/eu-pid-device-bound/credential/${opaque('path after credential')}/x` })
    await http({ path: `http://user:${plain('userinfo')}@localhost/issuers/eu-pid-device-bound/jwks.json` })
    await http({ path: `/sessions/${opaque('session')}/offer` })
  })

  covers('A1.5')
  test('in a body it is found nowhere', async () => {
    const wallet = await createHandWallet(web, {}, http)
    sessions.push(wallet.created.session_id)
    const token = (body: string, type: string = form[1]) =>
      http({ method: 'POST', path: wallet.path('token'), body, headers: [agent, ['Content-Type', type]] })
    await token(
      new URLSearchParams([
        ['grant_type', preAuthorizedGrant],
        ['pre-authorized_code', plain('code')],
        ['pre-authorized_code', opaque('code again')],
        ['PRE-AUTHORIZED_CODE', plain('upper case')],
        ['tx_code', plain('tx_code')],
        ['client_secret', plain('client_secret')],
        ['client_assertion', plain('client_assertion')],
        ['code_verifier', plain('code_verifier')],
        ['authorization_details', JSON.stringify([{ a: { access_token: plain('nested json') } }])],
        ['refresh_token', opaque('refresh_token')],
      ]).toString(),
    )
    await token(`grant_type=x&pre%2Dauthorized%5Fcode=${plain('percent-encoded name')}`)
    await token(`pre%252Dauthorized_code=${plain('name encoded twice')}`)
    await token(JSON.stringify({ 'pre-authorized_code': plain('json at token') }), 'application/json')
    await token(`{"pre-authorized_code":"${plain('broken json')}"`, 'application/json')
    await token(`<xml><code>${plain('xml')}</code></xml>`, 'text/xml')
    await token(`${opaque('binary')}\u0000\uffff`, 'application/octet-stream')
    await token(`code=${plain('text')}`, 'text/plain')
    await token(`${'x'.repeat(262_000)}&code=${plain('over the bound')}${'x'.repeat(2000)}`)

    const accessToken = await wallet.obtainToken()
    secrets.set('the access token', accessToken)
    secrets.set('its signature', accessToken.split('.')[2]!)
    const ask = (body: string, type = 'application/json') =>
      wallet.requestCredential({
        nonce: null,
        body,
        headers: (fields) => {
          fields[1] = ['Content-Type', type]
          fields.push([...agent])
        },
      })
    await ask(
      JSON.stringify({
        access_token: plain('access_token'),
        ACCESS_TOKEN: plain('ACCESS_TOKEN'),
        proof: { proof_type: 'jwt', jwt: plain('legacy proof') },
        proofs: { jwt: [plain('proof'), opaque('proof 2')], attestation: plain('attestation') },
        deep: [[{ a: { b: { credential: plain('deep') } } }]],
        jwk: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: plain('private jwk') },
        c_nonce: plain('c_nonce'),
      }),
    )
    await ask(`{"\\u0061ccess_token":"${plain('escaped name')}","access_token":"${plain('twice')}"}`)
    await ask(JSON.stringify({ proofs: JSON.stringify({ jwt: [plain('proofs as text')] }) }))
    await ask(
      `${opaque('jwe 1')}.${opaque('jwe 2')}.${opaque('jwe 3')}.${opaque('jwe 4')}.${opaque('jwe 5')}`,
      'application/jwt',
    )
    await ask(JSON.stringify(plain('a mere text')))
    await wallet.requestCredential({
      proof: header('jwk', { ...wallet.holderKeys[0]!.publicJwk, d: plain('d in a proof') }),
    })
    await wallet.requestCredential({
      proof: claim('password', plain('claim')),
      dpop: claim('access_token', plain('dpop claim')),
    })
    await wallet.requestCredential({ nonce: plain('nonce in the proof') })
    await http({
      method: 'POST',
      path: wallet.path('nonce'),
      body: `code=${plain('nonce body')}`,
      headers: [agent, form],
    })
    await create({ scheme: `${opaque('illegal scheme')}`, secret: plain('unknown member') }).catch(() => undefined)
  })

  test('at any endpoint of the interface it is found nowhere', async () => {
    const names = ['code', 'state', 'request_uri', 'client_secret', 'client_assertion', 'code_verifier', 'tx_code']
    names.push('refresh_token', 'notification_id', 'request', 'access_token', 'attestation_challenge', 'id_token_hint')
    for (const operation of operationIds) {
      const { method, path, recorded } = contractEntry(operation)
      if (!recorded && path !== '/sessions') continue
      const target = path
        .replace('{issuerConfigurationId}', 'eu-pid-device-bound')
        .replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
      const values = (where: string) => names.map((name) => [name, plain(`${operation} ${where} ${name}`)] as const)
      const query = new URLSearchParams(values('query').map(([name, value]) => [name, value]))
      await http({ method, path: `${target}?${query}`, headers: [agent] })
      if (method !== 'POST') continue
      const text = new URLSearchParams(values('form').map(([name, value]) => [name, value])).toString()
      await http({ method, path: target, body: text, headers: [agent, form] })
      const json = JSON.stringify(Object.fromEntries(values('JSON')))
      await http({ method, path: target, body: json, headers: [agent, ['Content-Type', 'application/json']] })
    }
    expect(secrets.size).toBeGreaterThan(300)
  })

  test('in malformed or incomplete HTTP, it is found nowhere', async () => {
    const request = (method: string, extra: string) =>
      `${method} /issuers/eu-pid-device-bound/token HTTP/1.1\r\nHost: x\r\nUser-Agent: ${visible}\r\n${extra}`
    await sendRaw(web.baseUrl, request('BREW', `Authorization: DPoP ${opaque('unknown method')}\r\n\r\n`))
    await sendRaw(web.baseUrl, `${opaque('nonsense')}\r\nAuthorization: Bearer ${opaque('nonsense 2')}\r\n\r\n`)
    await sendRaw(
      web.baseUrl,
      request('POST', `Cookie: ${plain('broken header')}\r\nbad header ${opaque('bad line')}\r\n\r\n`),
    )
    await sendRaw(web.baseUrl, request('POST', `X-Long: ${'x'.repeat(40_000)}\r\nDPoP: ${opaque('too long')}\r\n\r\n`))
    const gone = `leaves-${randomBytes(8).toString('hex')}`
    await sendAndLeave(
      web.baseUrl,
      request(
        'POST',
        `X-Gone: ${gone}\r\nContent-Length: 900\r\n\r\ncode=${plain('broken off')}&x=${opaque('broken off 2')}`,
      ),
    )
    await eventually(async () => (await http({ path: '/oid4vci/requests' })).body.includes(gone))
    for (let count = secrets.size; count < 21; count++) secrets.set(`unused ${count}`, randomBytes(32).toString('hex'))
  })
})

describe('the search itself', () => {
  it('finds a value as it is, encoded, and inside other text', () => {
    const value = 'violet-otter-42'
    for (const [form, text] of formsOf(value)) {
      const leaks = findSecrets([{ name: 'x', bytes: Buffer.from(`before ${text} after`) }], new Map([['s', value]]))
      expect(leaks.map((leak) => leak.form)).toContain(form)
    }
    for (const before of ['', 'a', 'ab', 'abc']) {
      const bytes = Buffer.from(Buffer.from(`${before}${value} and more`).toString('base64url'))
      expect(findSecrets([{ name: 'x', bytes }], new Map([['s', value]]))).not.toEqual([])
    }
  })
})
