import { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { builtInCampaigns } from '@/lib/core/campaigns/built-in'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { verifierDeviations } from '@/lib/core/verifier/deviations'
import type { VerifierDeviation } from '@/lib/core/verifier/deviations/verifier-deviation'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { redOf, verifierSessions } from '@/lib/testing/verifier-sessions'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { presentationMisbehaviours } from '@/lib/wallet/misbehaviours/verifier/registry'
import { createTrustMemory, type TrustSettings } from '@/lib/wallet/trust/trust-context'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import { fixedShare, ofEachKind } from '@/scripts/thorough.mjs'

const service = serviceForTests()
const { http } = service
let credentials: HeldCredential[]
let operators: X509Certificate[]
beforeAll(async () => {
  credentials = [
    ...(await obtainCredential({ origin: service.baseUrl, http: createNodeClient(), format: 'dc+sd-jwt' })).credentials,
  ]
  const { operator } = await service.container.ports.trustKeys()
  operators = [new X509Certificate(Buffer.from(operator.x5c[0] ?? '', 'base64'))]
})

const { post, create: make, read } = verifierSessions(() => http)

async function create(body: JsonObject) {
  const { session_id: id, deeplink } = await make(body)
  return { id, deeplink, base: (await read(id)).trust?.lists.base ?? '' }
}

/** Settings of the reference wallet. */
type Wallet = Partial<Omit<TrustSettings, 'lists'>> & { readonly misbehave?: string; readonly base?: string }

async function present(body: JsonObject, { misbehave, base: lists, ...trust }: Wallet = {}) {
  const { id, deeplink, base } = await create(body)
  const run = await runAtVerifier({
    deeplink,
    credentials,
    clock: service.now,
    trust: {
      policy: 'warn',
      lists: { base: lists ?? base, operators },
      anchors: {},
      overAsking: 'warn',
      memory: createTrustMemory(),
      ...trust,
    },
    ...(misbehave === undefined ? {} : { misbehave }),
  })
  return { id, run, session: await read(id) }
}

const rejected = 'vp.negative.rejected'
const found = ({ checks }: PresentationSessionView, id: string) =>
  checks.conformance.filter((entry) => entry.id === id && entry.status !== 'not_applicable').at(-1)
const resultOf = ({ events }: PresentationSessionView) =>
  events.findLast(({ type }) => type === 'vp_negative_test_result')?.detail.outcome

const ofTrust = verifierDeviations.filter(({ changes }) => changes.trust !== undefined)
const ids = (wanted: (test: VerifierDeviation) => boolean) => ofTrust.filter(wanted).map(({ id }) => id)
const strict = ids(({ advisory }) => advisory === undefined)
const advised = ids(({ advisory }) => advisory === true)
const byPolicy = ids(({ advisory }) => typeof advisory === 'string')

/** The lists of an alias, after a correct session used them. */
async function aliasServed(negative_test: string): Promise<{ list_alias: string; base: string } | null> {
  if (negative_test !== 'list_rolled_back') return null
  const list_alias = `rolledback${Math.floor(service.now() % 1e9)}`.slice(0, 32).padEnd(16, '0')
  const base = `${service.baseUrl}/trust/a/${list_alias}/lists`
  expect((await present({ trust_framework: 'eu', list_alias }, { base })).run.outcome).toBe('presented')
  return { list_alias, base }
}

/** `campaign-trust.test.ts` runs this wallet against each session of these campaigns, so a share is enough here. */
const elsewhere = builtInCampaigns
  .filter(({ id }) => ['trust', 'trust_lists', 'european_trust'].includes(id))
  .flatMap(({ presets }) => presets)
const refused = [
  ...ofTrust.filter(({ id }) => !elsewhere.includes(id)),
  ...fixedShare(ofTrust.filter(({ id }) => elsewhere.includes(id))),
].map(({ id }) => id)

/** Tests in which nobody vouches for the request's signer, so the wallet sends no error to the address in it. */
const unauthentic = ['access_ca_unlisted', 'access_chain_broken', 'access_expired', 'list_access_ca_absent']

describe('a wallet that evaluates trust', () => {
  it('presents where all is right', async () => {
    const { run, session } = await present({ trust_framework: 'eu' }, { policy: 'refuse' })
    expect(run.outcome, run.reason ?? '').toBe('presented')
    expect(redOf(session)).toEqual([])
  })

  it.each(refused)('refuses %s, if its provider decided so', async (id) => {
    const alias = await aliasServed(id)
    const memory = createTrustMemory(alias === null ? {} : { 'access-certificate-providers': 1 })
    if (alias !== null)
      await present({ trust_framework: 'eu', list_alias: alias.list_alias }, { base: alias.base, memory })
    const { run, session } = await present(
      { negative_test: id, wallet_policy: 'refuse', ...(alias === null ? {} : { list_alias: alias.list_alias }) },
      { policy: 'refuse', ...(alias === null ? {} : { base: alias.base, memory }) },
    )
    expect(session.options).toMatchObject({ trust_framework: 'eu', expect: 'refusal' })
    expect(redOf(session)).toEqual([])
    if (unauthentic.includes(id)) {
      expect([run.outcome, run.reason]).toEqual([
        'stopped_by_wallet',
        expect.stringMatching(/^invalid_request_object: /),
      ])
      expect(found(session, rejected)?.status).toBe('not_observed')
      return
    }
    expect(run.outcome, run.reason ?? '').toBe('declined')
    expect([resultOf(session), found(session, rejected)?.status, found(session, 'vp.error.fits')?.status]).toEqual([
      'refused_with_error',
      'pass',
      'pass',
    ])
  })
})

describe('a careless wallet', () => {
  const carelessAbout = (id: string) =>
    presentationMisbehaviours.find((one) => one.id === `${rejected}~${id}`)?.id ?? `none for ${id}`

  /** `verifier-misbehaviours.test.ts` runs all but those of lists: one of the others is enough here. */
  const failed = ofEachKind([...strict, ...byPolicy], (id) => (id.startsWith('list_') ? id : 'another'))

  it.each(failed)('fails %s, where its provider decided to refuse', async (id) => {
    const { run, session } = await present(
      { negative_test: id, wallet_policy: 'refuse' },
      { misbehave: carelessAbout(id), policy: 'refuse' },
    )
    expect(run.outcome, run.reason ?? '').not.toBe('declined')
    expect([resultOf(session), found(session, rejected)?.status]).toEqual(['presented', 'fail'])
  })

  it.each(fixedShare(advised))('is only warned by %s, whatever its provider decided', async (id) => {
    if (id === 'list_rolled_back') return expect((await untested(id)).outcome).toBe('untested')
    const { run, session } = await present(
      { negative_test: id, wallet_policy: 'refuse' },
      { misbehave: carelessAbout(id) },
    )
    expect(run.outcome).toBe('presented')
    expect([resultOf(session), found(session, rejected)?.status]).toEqual(['presented', 'warn'])
  })
})

async function untested(negative_test: string, wallet: Wallet = {}) {
  const { session } = await present({ negative_test, wallet_policy: 'refuse' }, wallet)
  return { outcome: resultOf(session), session }
}

describe('where the provider of the wallet decided that it warns', () => {
  const missing = { negative_test: 'registration_missing' }
  const tell = (id: string, shown: string) => post(`/openid4vp/sessions/${id}/refusal`, { shown, by: 'person' })

  it('a presentation is a warning, which passes after it warned and asked', async () => {
    const { id, run, session } = await present(missing)
    expect([run.outcome, run.trust?.warned]).toEqual(['presented', true])
    expect([redOf(session), resultOf(session), found(session, 'vp.trust.warned')?.status]).toEqual([
      [rejected],
      'presented',
      'not_observed',
    ])
    expect(found(session, rejected)?.status).toBe('warn')
    expect((await tell(id, 'error')).object().error).toBe('refusal_decided')
    expect((await tell(id, 'warned')).object()).toEqual({ shown: 'warned', outcome: 'reported_warning', by: 'person' })
    const told = await read(id)
    expect([redOf(told), resultOf(told), found(told, 'vp.trust.warned')?.status]).toEqual([
      [],
      'reported_warning',
      'pass',
    ])
    expect(found(told, rejected)?.status).toBe('pass')
    expect(told.checks.summary.verdict).toBe('pass')
  })

  it('fails after it went on', async () => {
    const { id } = await present(missing)
    expect((await tell(id, 'went_on')).status).toBe(200)
    const told = await read(id)
    expect([found(told, 'vp.trust.warned')?.status, found(told, rejected)?.status]).toEqual(['fail', 'warn'])
    expect(told.checks.summary.verdict).toBe('fail')
  })

  it('a warning is not enough where the request is not authentic, or where the provider decided to refuse', async () => {
    for (const body of [{ negative_test: 'access_expired' }, { ...missing, wallet_policy: 'refuse' }]) {
      const { id } = await create(body)
      expect((await tell(id, 'warned')).object()).toMatchObject({
        error: 'invalid_request',
        error_description: expect.stringContaining('report went_on'),
      })
    }
  })

  it('a warning is told, and is not enough, once the wallet used the registration that it has to verify', async () => {
    const { id, base } = await create({ negative_test: 'registration_other_subject' })
    expect((await tell(id, 'warned')).status).toBe(200)
    expect(found(await read(id), rejected)?.status).toBe('pass')
    expect((await http({ path: new URL(base.replace(/lists$/, 'status.jwt')).pathname })).status).toBe(200)
    expect((await tell(id, 'warned')).status).toBe(200)
    expect(found(await read(id), rejected)).toMatchObject({
      status: 'fail',
      actual: 'a person saw the wallet warn its user and ask',
    })
  })

  it('a wallet that reads the status shows that it uses a registration whose signature is wrong', async () => {
    const { session } = await present(
      { negative_test: 'registration_bad_signature' },
      { misbehave: `${rejected}~registration_bad_signature` },
    )
    expect(found(session, rejected)?.status).toBe('warn')
    const { id, deeplink, base } = await create({ negative_test: 'registration_bad_signature' })
    expect((await http({ path: new URL(base.replace(/lists$/, 'status.jwt')).pathname })).status).toBe(200)
    await runAtVerifier({
      deeplink,
      credentials,
      clock: service.now,
      misbehave: `${rejected}~registration_bad_signature`,
    })
    expect(found(await read(id), rejected)?.status).toBe('fail')
  })
})

describe('a request for more than is registered', () => {
  it('is answered with what is registered, which is right', async () => {
    for (const wallet_policy of ['warn', 'refuse']) {
      const { run, session } = await present(
        { negative_test: 'registration_over_asking', wallet_policy },
        { overAsking: 'registered_only' },
      )
      expect(run.outcome, run.reason ?? '').toBe('presented')
      expect([redOf(session), resultOf(session)]).toEqual([[], 'presented_registered_only'])
      expect([found(session, rejected)?.status, found(session, 'vp.trust.over_asking')?.status]).toEqual([
        'pass',
        'pass',
      ])
      expect(session.checks.summary.verdict).toBe('pass')
    }
  })

  it('is asked about where no test expects a refusal, also after the wallet presented', async () => {
    const other = { vct_values: ['urn:example:another-type'] }
    const registered_query = {
      credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: other, claims: [{ path: ['a'] }] }],
    }
    const { id, run, session } = await present({ trust_framework: 'eu', registered_query })
    expect([run.outcome, redOf(session)]).toEqual(['presented', ['vp.trust.over_asking']])
    const tell = async (shown: string) => (await post(`/openid4vp/sessions/${id}/refusal`, { shown })).object()
    expect((await tell('error')).error).toBe('refusal_decided')
    expect((await tell('warned')).outcome).toBe('reported_warning')
    expect([redOf(await read(id)), (await read(id)).checks.summary.verdict]).toEqual([[], 'pass'])
    const { id: usual } = await create({ trust_framework: 'eu' })
    const refused = await post(`/openid4vp/sessions/${usual}/refusal`, { shown: 'warned' })
    expect(refused.object().error).toBe('refusal_not_expected')
  })

  it('needs a query for two claims, the framework, and a certificate of ours', async () => {
    const oneClaim = {
      credentials: [
        {
          id: 'pid',
          format: 'dc+sd-jwt',
          meta: { vct_values: ['urn:eudi:pid:1'] },
          claims: [{ path: ['family_name'] }],
        },
      ],
    }
    const test = { negative_test: 'registration_over_asking' }
    const answers = await Promise.all(
      [
        { ...test, dcql_query: oneClaim },
        { ...test, trust_framework: 'test_root' },
        { ...test, registration_certificate: 'none' },
        { negative_test: 'registration_expired', registration_certificate: 'eyJhbGciOiJFUzI1NiJ9.e30.AAAA' },
      ].map((body) => post('/openid4vp/sessions', body)),
    )
    expect(answers.map((answer) => [answer.status, answer.object().error])).toEqual([
      [400, 'test_needs_two_claims'],
      [400, 'trust_framework_needed'],
      [400, 'invalid_request'],
      [400, 'own_registrar_needed'],
    ])
  })
})

describe('a test of lists', () => {
  it('is untested where the wallet read none', async () => {
    const { deeplink, id } = await create({ negative_test: 'list_expired', wallet_policy: 'refuse' })
    const run = await runAtVerifier({ deeplink, credentials, clock: service.now })
    expect(run.outcome).toBe('presented')
    const session = await read(id)
    expect([resultOf(session), redOf(session)]).toEqual(['untested', []])
  })
})
