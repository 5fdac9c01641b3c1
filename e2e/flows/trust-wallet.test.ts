import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { type IssuanceOptions, runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { createTrustMemory, type TrustSettings } from '@/lib/wallet/trust/trust-context'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier, type VerifierOptions } from '@/lib/wallet/verifier/run-at-verifier'

let service: TestService
let credentials: HeldCredential[]
let operators: X509Certificate[]
const http = createNodeClient()
beforeAll(async () => {
  service = await startService()
  credentials = (await obtainCredential({ origin: service.baseUrl, http, format: 'dc+sd-jwt' })).credentials
  operators = await anchorsOf('lists')
})
afterAll(() => service.close())

const get = async (path: string) => (await fetch(`${service.baseUrl}${path}`)).text()
const anchorsOf = async (list: string) =>
  ((await get(`/trust/anchors/${list}.pem`)).match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? []).map(
    (pem) => new X509Certificate(pem),
  )

/** The authorities without lists. */
const given = async (): Promise<TrustSettings['anchors']> => ({
  access: await anchorsOf('access-certificate-providers'),
  registrar: await anchorsOf('registration-certificate-providers'),
})

/** Where the lists of a session are; those of the installation for a session without trust. */
const listsOf = async (path: string): Promise<string> => {
  const { trust } = JSON.parse(await get(path))
  return trust?.lists?.base ?? `${service.baseUrl}/trust/lists`
}

/** What the lists of a session say. */
const settings = (base: string, changes: Partial<TrustSettings> = {}): TrustSettings => ({
  policy: 'refuse',
  lists: { base, operators },
  anchors: {},
  overAsking: 'warn',
  memory: createTrustMemory(),
  ...changes,
})

async function present(body: object, trust: Partial<TrustSettings> = {}, options: Partial<VerifierOptions> = {}) {
  const created = await fetch(`${service.baseUrl}/openid4vp/sessions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { deeplink, session_id: id } = await created.json()
  expect(created.status).toBe(201)
  const base = await listsOf(`/openid4vp/sessions/${id}`)
  const run = await runAtVerifier({
    deeplink,
    credentials,
    clock: service.now,
    trust: settings(base, trust),
    ...options,
  })
  return { run, base, session: JSON.parse(await get(`/openid4vp/sessions/${id}`)) }
}

async function issue(body: object, trust: Partial<TrustSettings> = {}, options: Partial<IssuanceOptions> = {}) {
  const created = await fetch(`${service.baseUrl}/sessions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ issuer_configuration_id: 'eu-pid-jwt-proof-only', trust_framework: 'eu', ...body }),
  })
  const { deeplink, session_id: id } = await created.json()
  expect(created.status).toBe(201)
  const base = await listsOf(`/sessions/${id}`)
  const run = await runAtIssuer({
    deeplink,
    clock: service.now,
    trust: settings(base, trust),
    ...options,
  })
  return { run, session: JSON.parse(await get(`/sessions/${id}`)) }
}

const reasonsOf = ({ run }: { run: { trust: { findings: { reason: string }[] } | null } }) =>
  run.trust?.findings.map(({ reason }) => reason)
const failed = ({ session }: { session: { checks: { conformance: { id: string; status: string }[] } } }) =>
  session.checks.conformance.filter(({ status }) => status === 'fail').map(({ id }) => id)

const asking = (...paths: string[]) => ({
  credentials: [
    {
      id: 'pid',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['urn:eudi:pid:1'] },
      claims: paths.map((path) => ({ path: [path] })),
    },
  ],
})

describe('the reference wallet that evaluates trust in this verifier', () => {
  it.each([{}, { registration_encoding: 'base64url' }, { dcql_query: asking('family_name') }])(
    'finds nothing wrong with a session of the framework, and presents: %j',
    async (body) => {
      const presented = await present({ trust_framework: 'eu', ...body })
      expect(presented.run.reason).toBeNull()
      const read = presented.run.log.filter(({ step, status }) => step === 'trust_list' && status === 200)
      expect(read.map(({ url }) => url)).toEqual(
        ['access', 'registration'].map((kind) => `${presented.base}/${kind}-certificate-providers.jwt`),
      )
      expect(presented.base).toContain('/trust/s/')
      expect(presented.run).toMatchObject({ outcome: 'presented', trust: { findings: [], warned: false } })
      expect(failed(presented)).toEqual([])
    },
  )

  it.each([
    ['no registration', { registration_certificate: 'none' }, 'registration_missing'],
    ['another typ', { registration_typ: 'rc-rp+jwt' }, 'registration_typ'],
    [
      'a claim that is not registered',
      { dcql_query: asking('family_name', 'birthdate'), registered_query: asking('family_name') },
      'over_asking',
    ],
  ])('warns of %s, or refuses', async (_what, body, reason) => {
    const refused = await present({ trust_framework: 'eu', ...body })
    expect(reasonsOf(refused)).toEqual([reason])
    expect(refused.session.status).toBe('wallet_error')
    const warned = await present({ trust_framework: 'eu', ...body }, { policy: 'warn' })
    expect(warned.run).toMatchObject({ outcome: 'presented', trust: { warned: true } })
    // Nobody has reported the warning.
    expect(failed(warned)).toEqual(reason === 'over_asking' ? ['vp.trust.over_asking'] : [])
  })

  it('refuses a session of the test root, whatever its provider decided', async () => {
    const { run } = await present({}, { policy: 'warn' })
    expect(run).toMatchObject({
      outcome: 'stopped_by_wallet',
      reason: expect.stringMatching(/^invalid_request_object: /),
    })
  })
})

describe('the reference wallet that evaluates trust in this issuer', () => {
  it.each(['sd-jwt', 'mdoc'])(
    'finds nothing wrong with an issuer of the framework, and keeps its %s',
    async (format) => {
      const issued = await issue({ credential_configuration_id: `urn:eu.europa.ec.eudi:pid:1.${format}.jwt-proof` })
      expect(issued.run.reason).toBeNull()
      expect(issued.run).toMatchObject({ outcome: 'credential_stored', trust: { findings: [], warned: false } })
      expect(failed(issued)).toEqual([])
    },
  )

  it('asks an issuer that is not registered for nothing', async () => {
    const { run, session } = await issue({ registration_certificate: 'none' })
    expect(run.outcome).toBe('stopped_by_wallet')
    expect(run.trust?.findings.map(({ reason }) => reason)).toEqual(['registration_missing'])
    expect(session.status).toBe('created')
  })

  it('keeps no credential of an issuer that nobody lists, and says so', async () => {
    const { run } = await issue({}, { lists: null, anchors: { ...(await given()), pid: operators } })
    expect(run.outcome).toBe('stopped_by_wallet')
    const notified = run.log.find(({ step }) => step === 'notification')
    expect(notified?.body).toContain('credential_failure')
  })
})
