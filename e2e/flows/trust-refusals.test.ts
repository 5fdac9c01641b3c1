import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '@/lib/core/ground/values/json'
import { verifierDeviations } from '@/lib/core/verifier/deviations'
import type { VerifierDeviation } from '@/lib/core/verifier/deviations/verifier-deviation'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { presentationMisbehaviours } from '@/lib/wallet/misbehaviours/verifier/registry'
import type { TrustSettings } from '@/lib/wallet/trust/settings'
import { createTrustMemory } from '@/lib/wallet/trust/trust-memory'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

let service: TestService
let http: HttpClient
let credentials: HeldCredential[]
let operators: X509Certificate[]
beforeAll(async () => {
  service = await startService()
  http = createHttpClient(service.baseUrl)
  credentials = [
    ...(await obtainCredential({ origin: service.baseUrl, http: createNodeClient(), format: 'dc+sd-jwt' })).credentials,
  ]
  const { operator } = await service.container.ports.trustKeys()
  operators = [new X509Certificate(Buffer.from(operator.x5c[0] ?? '', 'base64'))]
})
afterAll(async () => {
  http.close()
  await service.close()
})

const post = (path: string, body: JsonObject) =>
  http({ method: 'POST', path, headers: [['Content-Type', 'application/json']], body: JSON.stringify(body) })
const read = async (id: string) =>
  (await http({ path: `/openid4vp/sessions/${id}` })).object() as unknown as PresentationSessionView

async function create(body: JsonObject) {
  const created = await post('/openid4vp/sessions', body)
  expect(created.status, created.body).toBe(201)
  const { session_id: id, deeplink } = created.object() as { session_id: string; deeplink: string }
  return { id, deeplink, base: (await read(id)).trust?.lists.base ?? '' }
}

/** What the reference wallet of a test is set to. */
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
const redOf = ({ checks }: PresentationSessionView): string[] => [
  ...new Set(
    checks.conformance
      .filter(({ status }) => status === 'fail' || status === 'warn')
      .map(({ id }) => id)
      .filter((id) => !/^vp\.(sdjwt|mdoc)\.reused_instance$/.test(id)),
  ),
]
const found = ({ checks }: PresentationSessionView, id: string) =>
  checks.conformance.filter((entry) => entry.id === id && entry.status !== 'not_applicable').at(-1)
const resultOf = ({ events }: PresentationSessionView) =>
  events.findLast(({ type }) => type === 'vp_negative_test_result')?.detail.outcome

const ofTrust = verifierDeviations.filter(({ changes }) => changes.trust !== undefined)
const ids = (wanted: (test: VerifierDeviation) => boolean) => ofTrust.filter(wanted).map(({ id }) => id)
const strict = ids(({ advisory }) => advisory === undefined)
const advised = ids(({ advisory }) => advisory === true)
const byPolicy = ids(({ advisory }) => typeof advisory === 'string')

/** The lists of an alias, after a right session has served them there. */
async function aliasServed(negative_test: string): Promise<{ list_alias: string; base: string } | null> {
  if (negative_test !== 'list_rolled_back') return null
  const list_alias = `rolledback${Math.floor(service.now() % 1e9)}`.slice(0, 32).padEnd(16, '0')
  const base = `${service.baseUrl}/trust/a/${list_alias}/lists`
  expect((await present({ trust_framework: 'eu', list_alias }, { base })).run.outcome).toBe('presented')
  return { list_alias, base }
}

describe('a wallet that evaluates trust', () => {
  it('presents where all is right', async () => {
    const { run, session } = await present({ trust_framework: 'eu' }, { policy: 'refuse' })
    expect(run.outcome, run.reason ?? '').toBe('presented')
    expect(redOf(session)).toEqual([])
  })

  it.each(ofTrust.map(({ id }) => id))('refuses %s, if its provider decided so', async (id) => {
    const alias = await aliasServed(id)
    const memory = createTrustMemory(alias === null ? {} : { 'access-certificate-providers': 1 })
    if (alias !== null)
      await present({ trust_framework: 'eu', list_alias: alias.list_alias }, { base: alias.base, memory })
    const { run, session } = await present(
      { negative_test: id, wallet_policy: 'refuse', ...(alias === null ? {} : { list_alias: alias.list_alias }) },
      { policy: 'refuse', ...(alias === null ? {} : { base: alias.base, memory }) },
    )
    expect(run.outcome, run.reason ?? '').toBe('declined')
    expect(redOf(session)).toEqual([])
    expect([resultOf(session), found(session, rejected)?.status, found(session, 'vp.error.fits')?.status]).toEqual([
      'refused_with_error',
      'pass',
      'pass',
    ])
    expect(session.options).toMatchObject({ trust_framework: 'eu', expect: 'refusal' })
  })
})

describe('a careless wallet', () => {
  const carelessAbout = (id: string) =>
    presentationMisbehaviours.find((one) => one.id === `${rejected}~${id}`)?.id ?? `none for ${id}`

  it.each([...strict, ...byPolicy])('fails %s, where its provider decided to refuse', async (id) => {
    const { run, session } = await present(
      { negative_test: id, wallet_policy: 'refuse' },
      { misbehave: carelessAbout(id), policy: 'refuse' },
    )
    expect(run.outcome, run.reason ?? '').not.toBe('declined')
    expect([resultOf(session), found(session, rejected)?.status]).toEqual(['presented', 'fail'])
  })
})
