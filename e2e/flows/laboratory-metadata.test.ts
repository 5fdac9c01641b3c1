import { beforeAll, describe, expect, it } from 'vitest'
import { issuerDeviations } from '@/lib/core/issuer/deviations'
import { deviatingBytesMax, holdSecondsMax, type IssuerDeviation } from '@/lib/core/issuer/deviations/issuer-deviation'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { startService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { HeaderList, SendHttp } from '@/lib/wallet/http/wire'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { misbehaviours } from '@/lib/wallet/misbehaviours/issuer/registry'
import { ofEachKindAndShare } from '@/scripts/thorough.mjs'

/**
 * Faults of issuer metadata and of their signed form, except those of authorization servers
 * (`laboratory-discovery.test.ts`) and of what is asked of wallet units (`wallet-units.test.ts`). The http ones are wrong
 * only against an https address.
 */
const faults = issuerDeviations.filter(
  ({ id, changes, needs }) =>
    (changes.issuerMetadata || changes.signedMetadata) &&
    !id.startsWith('authorization_server_') &&
    needs?.laboratory?.wallet_unit === undefined,
)

const service = serviceForTests({ tls: true })
let send: SendHttp
beforeAll(async () => {
  send = createNodeClient({ ca: [service.container.ports.rootCertificate.pem] })
})

const post = async (path: string, body: JsonObject) => {
  const answer = await send({
    method: 'POST',
    url: `${service.baseUrl}${path}`,
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify(body),
  })
  return { status: answer.status, object: JSON.parse(answer.body) as JsonObject }
}

const get = (url: string, headers: HeaderList = []) => send({ method: 'GET', url, headers, body: null })

interface Created {
  readonly session_id: string
  readonly deeplink: string
  readonly issuer_identifier: string
  readonly laboratory_url: string
}

async function create(fault: string, more: JsonObject = {}): Promise<Created> {
  const { status, object } = await post('/sessions', {
    issuer_configuration_id: 'eu-pid-jwt-proof-only',
    flow: 'pre_authorized_code',
    fault,
    ...more,
  })
  expect(status, JSON.stringify(object)).toBe(201)
  return object as unknown as Created
}

const read = async (id: string): Promise<IssuanceSessionView> =>
  JSON.parse((await get(`${service.baseUrl}/sessions/${id}`)).body)

/** Runs the correct reference wallet, which requests signed metadata if those are changed. */
async function run({ id, changes }: IssuerDeviation, http: SendHttp = send) {
  const created = await create(id)
  const isSigned = changes.signedMetadata !== undefined
  const ended = await runAtIssuer({
    deeplink: created.deeplink,
    profile: { signedMetadata: isSigned },
    trustAnchors: [service.container.ports.rootCertificate.pem],
    clock: service.now,
    http,
  })
  return { created, ended, session: await read(created.session_id) }
}

const unanchored = ['vci.wallet_attestation.trusted', 'vci.key_attestation.trusted']
const redOf = ({ checks }: IssuanceSessionView): string[] =>
  checks.conformance
    .filter(({ status, id }) => (status === 'fail' || status === 'warn') && !unanchored.includes(id))
    .map(({ id }) => id)
const statusOf = ({ checks }: IssuanceSessionView, id: string) =>
  checks.conformance.findLast((entry) => entry.id === id)?.status
const resultOf = ({ events }: IssuanceSessionView) => events.find(({ type }) => type === 'fault_result')?.detail
const named = (expects: IssuerDeviation['expects']) =>
  faults.filter((fault) => fault.expects === expects).map((fault) => [fault.id, fault] as const)
/** The first that changes each thing, and a share of the others: `presets.test.ts` makes a session with each. */
const some = (expects: IssuerDeviation['expects']) =>
  ofEachKindAndShare(named(expects), ([, { changes }]) => Object.keys(changes).sort().join(' '))

describe('a wallet that behaves', () => {
  it.each(some('refusal'))('stops at %s, which is on record at the fetch that got it', async (id, fault) => {
    const { created, ended, session: before } = await run(fault)
    expect(ended.outcome, ended.reason ?? '').not.toBe('credential_stored')
    expect(statusOf(before, 'vci.fault.refused')).toBe('not_observed')
    const altered = before.events.find(({ type }) => type === 'answer_altered')?.detail
    expect(altered).toMatchObject({ alteration: `fault.${id}`, operation: 'getIssuerMetadata', decided_status: 200 })
    expect(before.exchanges.find((one) => one.id === altered?.exchange_id)?.operation).toBe('getIssuerMetadata')
    service.advance(60)
    const session = await read(created.session_id)
    expect(redOf(session)).toEqual([])
    expect(session).toMatchObject({
      status: 'answer_refused',
      laboratory: { identifier: created.issuer_identifier },
      checks: { summary: { verdict: 'pass' } },
    })
    expect(resultOf(session)).toMatchObject({ fault: id, outcome: 'refused', seen: 'silence for 60 s' })
  })

  it.each(some('going_on'))('gets the credential at %s', async (id, fault) => {
    const { ended, session } = await run(fault)
    expect(ended.outcome, ended.reason ?? '').toBe('credential_stored')
    expect(redOf(session)).toEqual([])
    expect(statusOf(session, 'vci.fault.goes_on')).toBe('pass')
    expect(session.checks.summary.verdict).toBe('pass')
    expect(resultOf(session)).toMatchObject({ fault: id, outcome: 'continued' })
  })

  it.each(some('report'))('is only told about at %s: no check fails', async (id, fault) => {
    const { created, ended, session: before } = await run(fault)
    service.advance(60)
    const session = await read(created.session_id)
    expect(redOf(session)).toEqual([])
    for (const check of ['vci.fault.refused', 'vci.fault.goes_on'])
      expect(statusOf(session, check)).toBe('not_applicable')
    if (id === 'issuer_metadata_changed') {
      expect(before.events.filter(({ type }) => type === 'answer_altered')).toEqual([])
      return
    }
    const outcome = ended.outcome === 'credential_stored' ? 'continued' : 'refused'
    expect(resultOf(session)).toMatchObject({ fault: id, outcome })
    expect(session.checks.summary.verdict).toBe('pass')
    expect(session.outcome).toMatchObject({
      id: expect.stringMatching(/^passed/),
      detail: outcome === 'refused' ? 'Response refused' : 'Credential issued',
    })
  })
})

it('blames no wallet for sending no proof where the metadata name no proof type', async () => {
  const fault = faults.find(({ id }) => id === 'issuer_metadata_no_proof_types')
  if (fault === undefined) throw new Error('There is no such fault.')
  // A wallet that misses the contradiction.
  const { ended, session } = await run(fault, async (request) => {
    const answer = await send(request)
    return request.url.includes('openid-credential-issuer')
      ? { ...answer, body: answer.body.replaceAll('cryptographic_binding_methods_supported', 'unknown') }
      : answer
  })
  expect(ended.refusal).toMatchObject({ status: 400, error: 'invalid_proof' })
  expect(redOf(session)).toEqual([])
})

it.each(named('refusal').concat(named('going_on')))('%s has a wallet that is caught by it', (id) => {
  expect(misbehaviours.filter(({ needs }) => needs?.sessionOptions?.fault === id)).not.toEqual([])
})

describe('metadata with a signature that is wrong', () => {
  const fault = 'signed_metadata_bad_signature'

  it('say nothing of a wallet that never asks for a signature', async () => {
    const { session_id, deeplink } = await create(fault)
    const { outcome } = await runAtIssuer({ deeplink, clock: service.now, http: send })
    service.advance(60)
    const session = await read(session_id)
    expect([outcome, statusOf(session, 'vci.fault.refused'), session.checks.summary.verdict]).toEqual([
      'credential_stored',
      'not_observed',
      'incomplete',
    ])
  })

  it('are refused by a wallet that goes on with the plain form', async () => {
    const { session_id, deeplink, laboratory_url } = await create(fault)
    const signed = await get(laboratory_url, [['Accept', 'application/jwt']])
    expect(signed.headers.find(([name]) => name === 'Content-Type')?.[1]).toBe('application/jwt')
    await runAtIssuer({ deeplink, clock: service.now, http: send })
    const session = await read(session_id)
    expect(statusOf(session, 'vci.fault.refused')).toBe('pass')
    expect(resultOf(session)).toMatchObject({ outcome: 'refused', seen: 'the metadata without a signature instead' })
  })
})

describe('endpoints with two addresses', () => {
  it.each([
    ['issuer_metadata_changed', 1, 'a credential request to the endpoint of the newer metadata'],
    ['signed_metadata_differs', 0, 'a credential request to the endpoint of the signed metadata'],
  ])('both respond at %s, and the session tells which one was used', async (id, fetches, seen) => {
    const { session_id, deeplink, laboratory_url, issuer_identifier } = await create(id)
    const headers: HeaderList = [
      ['Accept', 'application/json, application/jwt;q=0.5'],
      ['Accept-Language', 'en'],
    ]
    for (let fetch = 0; fetch < fetches; fetch++) await get(laboratory_url, headers)
    const { outcome, log } = await runAtIssuer({
      deeplink,
      profile: { signedMetadata: id.startsWith('signed') },
      trustAnchors: [service.container.ports.rootCertificate.pem],
      clock: service.now,
      http: send,
    })
    expect(outcome).toBe('credential_stored')
    const used = log.filter(({ url }) => url.startsWith(`${issuer_identifier}/v2/`)).map(({ step }) => step)
    expect(used).toEqual(['nonce', 'credential', 'notification'])
    const session = await read(session_id)
    expect(resultOf(session)).toMatchObject({ outcome: 'continued', seen })
    expect(redOf(session)).toEqual([])
  })
})

describe('a response with bounds', () => {
  it('is almost a mebibyte long and no longer, plain and signed', async () => {
    const { laboratory_url } = await create('issuer_metadata_large')
    for (const accept of ['application/json', 'application/jwt']) {
      const { body, headers } = await get(laboratory_url, [['Accept', accept]])
      expect(headers.find(([name]) => name === 'Content-Type')?.[1]).toBe(accept)
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(deviatingBytesMax)
      expect(Buffer.byteLength(body)).toBeGreaterThan(deviatingBytesMax * 0.95)
    }
  })

  it('is on record before it is held back, for twenty seconds', async () => {
    const { session_id, laboratory_url } = await create('issuer_metadata_slow')
    const held: unknown[] = []
    const { hold } = service.container
    Object.assign(service.container, {
      hold: async (seconds: number) => held.push([seconds, (await read(session_id)).exchanges.length]),
    })
    await get(laboratory_url)
    Object.assign(service.container, { hold })
    expect(held).toEqual([[holdSecondsMax, 1]])
  })
})

describe('a redirect', () => {
  it('leads to a right copy, or to the metadata of another issuer', async () => {
    const located = async (fault: string) => {
      const { laboratory_url, issuer_identifier } = await create(fault)
      const { status, headers } = await get(laboratory_url)
      const target = headers.find(([name]) => name === 'Location')?.[1] ?? ''
      const { credential_issuer } = JSON.parse((await get(target)).body)
      return [status, credential_issuer === issuer_identifier]
    }
    expect(await located('issuer_metadata_redirect')).toEqual([302, true])
    expect(await located('issuer_metadata_redirect_other')).toEqual([302, false])
  })
})

describe('a session with such a fault', () => {
  it('counts silence from the last request where its user may take a while', async () => {
    const { session_id, laboratory_url, issuer_identifier } = await create('issuer_metadata_extra_members')
    await get(laboratory_url)
    service.advance(50)
    await send({ method: 'POST', url: `${issuer_identifier}/nonce`, headers: [], body: '' })
    service.advance(50)
    expect(statusOf(await read(session_id), 'vci.fault.goes_on')).toBe('not_observed')
    service.advance(10)
    expect(statusOf(await read(session_id), 'vci.fault.goes_on')).toBe('fail')
  })

  it('is not made where it could never show', async () => {
    const refused = await post('/sessions', {
      fault: 'signed_metadata_no_iat',
      laboratory: { signed_metadata: 'never' },
    })
    expect([refused.status, refused.object.error, refused.object.member]).toEqual([400, 'invalid_request', 'fault'])
    const plain = await startService()
    const response = await fetch(`${plain.baseUrl}/sessions`, {
      method: 'POST',
      body: JSON.stringify({ fault: 'issuer_metadata_http_nonce' }),
    })
    const { error, members } = (await response.json()) as JsonObject
    await plain.close()
    expect([response.status, error, members]).toEqual([400, 'conflicting_laboratory_options', ['/fault', 'BASE_URL']])
  })
})
