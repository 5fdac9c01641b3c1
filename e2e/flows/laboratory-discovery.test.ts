import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issuerDeviations } from '@/lib/core/issuer/deviations'
import type { IssuerDeviation } from '@/lib/core/issuer/deviations/issuer-deviation'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { createHttpClient, type JsonRecord } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp } from '@/lib/wallet/http/wire'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { misbehaviours } from '@/lib/wallet/misbehaviours/issuer/registry'
import { ofEachKindAndShare } from '@/scripts/thorough.mjs'

const service = serviceForTests()

const jo = 'eu-pid-jwt-proof-only'

const post = (body: JsonRecord, at: TestService = service) =>
  createHttpClient(at.baseUrl)({
    method: 'POST',
    path: '/sessions',
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify(body),
  })
const get = (path: string) => service.http({ path })
const view = async (session: unknown): Promise<IssuanceSessionView> =>
  (await get(`/sessions/${session}`)).json() as IssuanceSessionView

const create = async (laboratory: JsonRecord, more: JsonRecord = {}) => {
  const answer = await post({ issuer_configuration_id: jo, laboratory, ...more })
  expect(answer.status, answer.body).toBe(201)
  return answer.object()
}
const statusOf = ({ checks }: IssuanceSessionView, id: string) =>
  checks.conformance.find((entry) => entry.id === id)?.status
const failed = ({ checks }: IssuanceSessionView) =>
  checks.conformance.filter(({ status }) => status === 'fail').map(({ id }) => id)

/** Runs the reference wallet in a session of its own. */
async function run(laboratory: JsonRecord, more: JsonRecord = {}, misbehave?: string) {
  const created = await create(laboratory, more)
  const ended = await runAtIssuer({
    deeplink: String(created.deeplink),
    clock: service.now,
    trustAnchors: [service.container.keyStore.rootPem()],
    ...(misbehave === undefined ? {} : { misbehave }),
  })
  return { created, issuer: String(created.issuer_identifier), ended, session: await view(created.session_id) }
}

describe('the authorization servers of an issuer', () => {
  const flows = ['pre_authorized_code', 'authorization_code'] as const
  it.each(
    flows.flatMap((flow) =>
      (
        [
          ['self', null, ''],
          ['listed', ['/as'], '/as'],
          ['two', ['', '/as'], ''],
          ['first_dead', ['/gone', '/as'], '/as'],
        ] as const
      ).map((one) => [...one, flow] as const),
    ),
  )('%s: a right wallet takes one that responds (%s, %s), %s', async (choice, listed, usual, flow) => {
    const { created, issuer, ended, session } = await run({ authorization_servers: choice }, { flow })
    expect([ended.outcome, ended.reason]).toEqual(['credential_stored', null])
    expect(failed(session)).toEqual([])
    expect([created, session].map((one) => one.authorization_server_identifier)).toEqual([
      `${issuer}${usual}`,
      `${issuer}${usual}`,
    ])
    const offer = JSON.parse(new URL(String(created.deeplink)).searchParams.get('credential_offer') ?? '{}')
    const [grant] = Object.values(offer.grants) as { authorization_server?: string }[]
    expect(grant?.authorization_server).toBe(choice === 'two' ? issuer : undefined)
    const metadata = (await get(new URL(String(created.laboratory_url)).pathname)).object()
    expect(metadata.authorization_servers).toEqual(listed?.map((path) => `${issuer}${path}`))
    const token = ended.log.find(({ step }) => step === 'token')
    expect(token?.url).toBe(`${issuer}${usual}/token`)
    const { access_token } = JSON.parse(token?.answerBody ?? '{}')
    expect(decodeJwt(access_token)).toMatchObject({ iss: `${issuer}${usual}`, aud: issuer })
    const returned = ended.log.filter(({ step }) => step === 'authorize').at(-1)
    const location = returned?.answerHeaders.find(([name]) => name.toLowerCase() === 'location')?.[1]
    if (location) expect(new URL(location).searchParams.get('iss')).toBe(`${issuer}${usual}`)
    const pushed = ended.log.find(({ step }) => step === 'par')
    if (pushed) {
      const { resource = null } = Object.fromEntries(new URLSearchParams(pushed.body ?? ''))
      expect(resource).toBe(listed === null ? null : issuer)
      expect(session.checks.conformance.find(({ id }) => id === 'vci.par.resource_absent')?.status).toBe('pass')
    }
    for (const { correlation, path } of session.exchanges) expect([path, correlation]).toEqual([path, 'exact'])
    const asked = session.exchanges.filter(({ operation }) => operation === 'getAuthorizationServerMetadata')
    expect(asked.map(({ path, response }) => [path.replace(/^.*\/lab\/[^/]+/, ''), response.status])).toEqual(
      choice === 'first_dead'
        ? [
            ['/gone', 404],
            ['/as', 200],
          ]
        : [[usual, 200]],
    )
  })

  it('names each as it names itself, and has no address of a server that it does not list', async () => {
    const { issuer_identifier, session_id } = await create({ authorization_servers: 'listed' })
    const { pathname } = new URL(String(issuer_identifier))
    const document = (await get(`/.well-known/oauth-authorization-server${pathname}/as`)).object()
    expect(document).toMatchObject({
      issuer: `${issuer_identifier}/as`,
      token_endpoint: `${issuer_identifier}/as/token`,
      authorization_endpoint: `${issuer_identifier}/as/authorize`,
      jwks_uri: `${issuer_identifier}/as/jwks.json`,
    })
    expect((await get(`${pathname}/as/jwks.json`)).object().keys).toHaveLength(1)
    for (const path of [`/.well-known/oauth-authorization-server${pathname}`, `${pathname}/jwks.json`])
      expectError(await get(path), 404, 'not_found')
    const { checks, exchanges } = await view(session_id)
    expect(exchanges.map(({ correlation }) => correlation)).toEqual(['exact', 'exact', 'exact', 'exact'])
    const guessed = checks.conformance.filter(({ id }) => id === 'vci.metadata.endpoints_from_metadata')
    expect(guessed.map(({ status }) => status)).toContain('fail')
    const self = await create({})
    expectError(await get(`${new URL(String(self.issuer_identifier)).pathname}/as/jwks.json`), 404, 'not_found')
  })
})

describe('an issuer without a nonce endpoint', () => {
  it('takes a proof without a nonce, and has no address for one', async () => {
    const { ended, issuer, session } = await run({ nonce: 'absent' })
    expect([ended.outcome, ended.reason]).toEqual(['credential_stored', null])
    expect(failed(session)).toEqual([])
    for (const id of ['vci.nonce.endpoint_called', 'vci.nonce.source', 'vci.proof.jwt.nonce_present'])
      expect([id, statusOf(session, id)]).toEqual([id, 'not_applicable'])
    const { pathname } = new URL(issuer)
    expect((await get(`/.well-known/openid-credential-issuer${pathname}`)).object()).not.toHaveProperty(
      'nonce_endpoint',
    )
    const asked = await service.http({ method: 'POST', path: `${pathname}/nonce` })
    expectError(asked, 404, 'not_found')
  })

  it('still refuses a nonce that it never gave out', async () => {
    const hand = await createHandWallet(service, { issuer_configuration_id: jo, laboratory: { nonce: 'absent' } })
    expectError(await hand.requestCredential({ nonce: 'invented' }), 400, 'invalid_nonce')
  })

  it('claims no HAIP', async () => {
    const answer = await post({ issuer_configuration_id: 'eu-pid-device-bound', laboratory: { nonce: 'absent' } })
    expectError(answer, 400, 'conflicting_laboratory_options')
    expect(answer.object().members).toEqual(['/issuer_configuration_id', '/laboratory/nonce'])
  })
})

describe('what else the documents of an issuer may say', () => {
  it('has aliases for mutual TLS, at which a wallet without it never looks', async () => {
    const { ended, issuer, session } = await run({ mtls_endpoint_aliases: true })
    expect([ended.outcome, failed(session)]).toEqual(['credential_stored', []])
    const { pathname } = new URL(issuer)
    const document = (await get(`/.well-known/oauth-authorization-server${pathname}`)).object()
    expect(document.mtls_endpoint_aliases).toEqual({
      token_endpoint: `${issuer}/token`,
      pushed_authorization_request_endpoint: `${issuer}/par`,
    })
  })

  it.each([
    [60, 60],
    [86_400, 86_400],
  ])('issues a credential that is valid for %i seconds', async (seconds) => {
    const { ended } = await run({ credential_seconds: seconds })
    const token = JSON.parse(ended.log.find(({ step }) => step === 'credential')?.answerBody ?? '{}')
    const { exp = 0 } = decodeJwt(token.credentials[0].credential.split('~')[0])
    const left = exp - Math.floor(service.now() / 1000)
    expect(left).toBeLessThanOrEqual(seconds)
    expect(left).toBeGreaterThan(seconds < 7200 ? seconds - 60 : seconds - 3700)
  })
})

describe('a wallet that never reads the documents', () => {
  it.each(['vci.metadata.issuer_fetched', 'vci.metadata.as_fetched'])(
    'fails %s at an issuer that nobody could know before',
    async (id) => {
      const { session } = await run({}, { flow: 'pre_authorized_code' }, id)
      expect([id, statusOf(session, id)]).toEqual([id, 'fail'])
    },
  )
})

describe('the lifetime of an issuer', () => {
  it('is at most the retention of the installation', async () => {
    const short = await startService({ env: { RETENTION_DAYS: '1' } })
    try {
      const refused = await post({ laboratory: { lifetime_seconds: 86_401 } }, short)
      expectError(refused, 400, 'unsupported_laboratory_option')
      expect(refused.object().member).toBe('/laboratory/lifetime_seconds')
      expect((await post({ laboratory: { lifetime_seconds: 86_400 } }, short)).status).toBe(201)
    } finally {
      await short.close()
    }
  })
})

describe('documents and nonces that are wrong on purpose', () => {
  const faults = issuerDeviations.filter(({ id }) => /^(?:as_metadata|authorization_server|nonce)_/.test(id))
  const named = (expects: IssuerDeviation['expects']) =>
    faults.filter((fault) => fault.expects === expects).map((fault) => [fault.id, fault] as const)
  /** The first that changes each thing, and a share of the others: `presets.test.ts` makes a session with each. */
  const some = (expects: IssuerDeviation['expects']) =>
    ofEachKindAndShare(named(expects), ([, { changes }]) => Object.keys(changes).sort().join(' '))

  /** An http address is wrong only where the service has an https one. */
  let secure: TestService
  let send: SendHttp
  beforeAll(async () => {
    secure = await startService({ tls: true })
    send = createNodeClient({ ca: [secure.container.ports.rootCertificate.pem] })
  })
  afterAll(() => secure.close())
  const ask = async (method: string, path: string, body: string | null = null) =>
    send({ method, url: `${secure.baseUrl}${path}`, headers: [], body })
  const read = async (id: string) => JSON.parse((await ask('GET', `/sessions/${id}`)).body) as IssuanceSessionView

  async function meet({ id, needs }: IssuerDeviation, more: JsonRecord = {}, tamper?: SendHttp) {
    const made = { fault: id, flow: 'pre_authorized_code', issuer_configuration_id: jo, ...needs, ...more }
    const { laboratory: _, ...body } = made as JsonRecord
    const answer = await ask('POST', '/sessions', JSON.stringify(body))
    expect(answer.status, answer.body).toBe(201)
    const created = JSON.parse(answer.body)
    const ended = await runAtIssuer({ deeplink: created.deeplink, clock: secure.now, http: tamper ?? send })
    secure.advance(60)
    return { created, ended, session: await read(created.session_id) }
  }

  const unanchored = ['vci.wallet_attestation.trusted', 'vci.key_attestation.trusted']
  const red = ({ checks }: IssuanceSessionView) =>
    checks.conformance
      .filter(({ status }) => status === 'fail' || status === 'warn')
      .map(({ id }) => id)
      .filter((id) => !unanchored.includes(id))
  const alteredAt = ({ events, exchanges }: IssuanceSessionView) => {
    const event = events.find(({ type }) => type === 'answer_altered')
    return [event?.detail.alteration, exchanges.find(({ id }) => id === event?.detail.exchange_id)?.operation]
  }
  const operationOf = ({ changes }: IssuerDeviation) => {
    if (changes.nonce) return 'requestNonce'
    return changes.serverMetadata ? 'getAuthorizationServerMetadata' : 'getIssuerMetadata'
  }

  it.each(some('refusal'))('a right wallet stops at %s', async (id, fault) => {
    const { ended, session } = await meet(fault)
    expect(ended.outcome, ended.reason ?? '').not.toBe('credential_stored')
    expect(alteredAt(session)).toEqual([`fault.${id}`, operationOf(fault)])
    expect([red(session), session.status, statusOf(session, 'vci.fault.refused')]).toEqual([
      [],
      'answer_refused',
      'pass',
    ])
    expect(session.checks.summary.verdict).toBe('pass')
  })

  it.each(some('going_on'))('a right wallet gets its credential at %s', async (id, fault) => {
    const { ended, session } = await meet(fault)
    expect([ended.outcome, ended.reason]).toEqual(['credential_stored', null])
    expect(alteredAt(session)).toEqual([`fault.${id}`, operationOf(fault)])
    expect([red(session), statusOf(session, 'vci.fault.goes_on')]).toEqual([[], 'pass'])
  })

  it.each(some('report'))('%s is told and not judged', async (id, fault) => {
    const { session } = await meet(fault)
    expect(alteredAt(session)).toEqual([`fault.${id}`, operationOf(fault)])
    expect(red(session)).toEqual([])
    expect(statusOf(session, 'vci.fault.refused')).toBe('not_applicable')
    expect(session.events.find(({ type }) => type === 'fault_result')?.detail).toMatchObject({ outcome: 'continued' })
  })

  it('says at which of two servers a wallet was: that of the offer, or the first', async () => {
    const [, hint] = named('report').find(([id]) => id === 'authorization_server_hint') ?? []
    if (hint === undefined) throw new Error('There is no such fault.')
    /** A wallet that ignores the hint in the offer. */
    const deaf: SendHttp = async (request) => {
      const answer = await send(request)
      return request.url.includes('/offers/') ? { ...answer, body: withoutHint(answer.body) } : answer
    }
    const withoutHint = (offer: string) => offer.replace(/,"authorization_server":"[^"]*"/, '')
    const seen = async (http?: SendHttp) => {
      const { session } = await meet(hint, { credential_offer_mode: 'credential_offer_uri' }, http)
      return session.events.find(({ type }) => type === 'fault_result')?.detail.seen
    }
    expect(await seen()).toBe('a request to the server of the offer')
    expect(await seen(deaf)).toBe('a request to the first server of the list')
  })

  it('repeats a nonce only while it is alive', async () => {
    const hand = await createHandWallet(service, { issuer_configuration_id: jo, fault: 'nonce_repeated' })
    const { access_token: accessToken, c_nonce: ofToken } = (await hand.requestToken()).object()
    const nonce = await hand.freshNonce()
    expect([await hand.freshNonce(), ofToken]).toEqual([nonce, nonce])
    expect((await hand.requestCredential({ nonce, accessToken: String(accessToken) })).status).toBe(200)
    const next = await hand.freshNonce()
    expect(next).not.toBe(nonce)
    expect(await hand.freshNonce()).not.toBe(next)
  })

  it.each([
    ['as_metadata_no_par', { flow: 'pre_authorized_code' }],
    ['as_metadata_no_par', { issuer_configuration_id: jo }],
    ['nonce_404', { laboratory: { nonce: 'absent' } }],
    ['authorization_server_hint', { laboratory: { authorization_servers: 'listed' } }],
  ])('%s contradicts %j', async (fault, more) => {
    const answer = await post({ issuer_configuration_id: undefined, ...more, fault })
    expectError(answer, 400, 'invalid_request')
    expect(answer.object().member).toBe('fault')
  })

  it.each(faults.filter(({ expects }) => expects !== 'report').map(({ id }) => id))(
    '%s has a wallet that is caught by it',
    (id) => {
      expect(misbehaviours.filter(({ needs }) => needs?.sessionOptions?.fault === id)).not.toEqual([])
    },
  )
})
