import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { presetById } from '@/lib/core/campaigns/presets'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { createHttpClient, type HttpClient, type JsonRecord, jsonPost } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp } from '@/lib/wallet/http/wire'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { readJws } from '@/lib/wallet/jose/jws'

/** Credentials that say what the hash of their type metadata is. SDJWTVC-7 */
let service: TestService
let http: HttpClient
beforeAll(async () => {
  service = await startService()
  http = createHttpClient(service.baseUrl)
})
afterAll(async () => {
  http.close()
  await service.close()
})

const post = (body: JsonRecord) => http(jsonPost('/sessions', body))

const send = createNodeClient()

/** A wallet that reads no type metadata: nothing answers at their address. */
const blind: SendHttp = async (request) =>
  request.url.includes('/types/') ? { status: 404, headers: [], body: '' } : send(request)

/** What a preset asks for. */
const asked = (id: string) => presetById(id)?.body({ authorityKeyIdentifier: '', scopeAlias: null }) ?? {}

async function run(body: JsonRecord, misbehave?: string) {
  const answer = await post(body)
  expect(answer.status, answer.body).toBe(201)
  const created = answer.object()
  const ended = await runAtIssuer({
    deeplink: String(created.deeplink),
    clock: service.now,
    ...(misbehave === undefined ? {} : { misbehave }),
  })
  const read = async () => (await http({ path: `/sessions/${created.session_id}` })).json() as IssuanceSessionView
  const types = new URL(`${created.issuer_identifier}/types/1`).pathname
  const [held] = ended.credentials
  const claims = readJws(held?.raw.split('~')[0] ?? '')?.claims ?? {}
  return { ended, claims, read, types, type: await http({ path: types }) }
}

const statusOf = ({ checks }: IssuanceSessionView, id: string) =>
  checks.conformance.findLast((entry) => entry.id === id)?.status
const resultOf = ({ events }: IssuanceSessionView) => events.findLast(({ type }) => type === 'fault_result')?.detail
const notified = ({ ended: { log } }: Awaited<ReturnType<typeof run>>) =>
  log.flatMap(({ step, body }) => (step === 'notification' ? [JSON.parse(body ?? '{}').event] : []))
const fetched = ({ ended: { log } }: Awaited<ReturnType<typeof run>>) =>
  log.filter(({ step }) => step === 'type_metadata').length

describe('the hash of type metadata in a credential', () => {
  it('is that of the document that the issuer serves, and a wallet keeps the credential', async () => {
    const made = await run(asked('lab.vct_integrity'))
    expect([made.ended.outcome, made.ended.reason]).toEqual(['credential_stored', null])
    const hash = createHash('sha256').update(made.type.body).digest('base64')
    expect(made.claims['vct#integrity']).toBe(`sha256-${hash}`)
    expect(fetched(made)).toBe(1)
    const session = await made.read()
    expect(session.checks.conformance.filter(({ status }) => status === 'fail')).toEqual([])
    expect(session.laboratory?.options.vct_integrity).toBe(true)
  })

  it('is left out by default, and of a type whose metadata are elsewhere', async () => {
    const hosted = { id: 'hosted', format: 'dc+sd-jwt', claims: { a: 1 } }
    const elsewhere = { ...hosted, id: 'elsewhere', vct: 'urn:example:elsewhere' }
    const usual = await run({ laboratory: { credentials: [hosted] } })
    expect(usual.claims).not.toHaveProperty('vct#integrity')
    const other = await run({
      credential_configuration_id: 'elsewhere',
      laboratory: { credentials: [hosted, elsewhere], vct_integrity: true },
    })
    expect(other.claims).toMatchObject({ vct: 'urn:example:elsewhere' })
    expect(other.claims).not.toHaveProperty('vct#integrity')
  })

  it.each([
    [{ vct_integrity: true }],
    [{ vct_integrity: true, credentials: [{ id: 'a', format: 'dc+sd-jwt', vct: 'urn:example:a', claims: { a: 1 } }] }],
  ])('is no option of %j, which hosts none', async (laboratory) => {
    const answer = await post({ laboratory })
    expect([answer.status, answer.object().error]).toEqual([400, 'conflicting_laboratory_options'])
    expect(answer.object().members).toEqual(['/laboratory/vct_integrity', '/laboratory/credentials'])
  })
})

describe('a wrong hash', () => {
  it('has a wallet that compares it report that it keeps nothing', async () => {
    const made = await run(asked('fault.type_metadata_integrity'))
    expect(made.ended.outcome).toBe('stopped_by_wallet')
    expect(notified(made)).toEqual(['credential_failure'])
    const session = await made.read()
    expect(statusOf(session, 'vci.fault.refused')).toBe('pass')
    expect(resultOf(session)).toMatchObject({ fault: 'type_metadata_integrity', outcome: 'refused' })
  })

  it('fails a wallet that fetched the metadata and accepts the credential', async () => {
    const made = await run(asked('fault.type_metadata_integrity'), 'vci.fault.refused~type_metadata_integrity')
    expect([fetched(made), notified(made)]).toEqual([1, ['credential_accepted']])
    expect(made.claims['vct#integrity']).toMatch(/^sha256-[A-Za-z0-9+/]{43}=$/)
    const hash = createHash('sha256').update(made.type.body).digest('base64')
    expect(made.claims['vct#integrity']).not.toBe(`sha256-${hash}`)
    expect(statusOf(await made.read(), 'vci.fault.refused')).toBe('fail')
  })

  it('tests nothing in a wallet that reads no type metadata', async () => {
    const body = asked('fault.type_metadata_integrity')
    const answer = (await post(body)).object()
    const ended = await runAtIssuer({
      deeplink: String(answer.deeplink),
      clock: service.now,
      http: blind,
    })
    expect(ended.outcome).toBe('credential_stored')
    service.advance(60)
    const session = (await http({ path: `/sessions/${answer.session_id}` })).json() as IssuanceSessionView
    expect(['pass', 'fail', 'warn']).not.toContain(statusOf(session, 'vci.fault.refused'))
    expect(resultOf(session)).toBeUndefined()
  })
})
