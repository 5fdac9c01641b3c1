import { describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

const service = serviceForTests()
const { http } = service

const post = (path: string, body: JsonObject) => http(jsonPost(path, body))

async function create(body: JsonObject) {
  const answer = await post('/sessions', { issuer_configuration_id: 'eu-pid-jwt-proof-only', ...body })
  expect(answer.status, answer.body).toBe(201)
  const { session_id: id, deeplink, offer_url: offerUrl } = answer.object()
  const read = async () => (await http({ path: `/sessions/${id}` })).object() as unknown as IssuanceSessionView
  return { id: String(id), deeplink: String(deeplink), offerUrl: String(offerUrl), read }
}

const parametersOf = (link: unknown) => [...new URLSearchParams(String(link).split('?')[1])]
const refusedIn = ({ checks }: IssuanceSessionView) =>
  checks.conformance.find(({ id }) => id === 'vci.fault.refused') ?? { status: 'absent' }
const verdictOf = ({ checks }: IssuanceSessionView) => checks.summary.verdict
const faults = ['offer_both_parameters', 'offer_neither_parameter'] as const

/** Faults of the offer inside the link, and what it lacks. */
const incomplete = [
  ['offer_no_issuer', 'credential_issuer'],
  ['offer_no_configurations', 'credential_configuration_ids'],
] as const

describe('an offer by value that lacks a member', () => {
  it.each(incomplete)('is right but for that, in the link of %s', async (fault, member) => {
    const right = JSON.parse(String(parametersOf((await create({})).deeplink)[0]?.[1]))
    const { deeplink } = await create({ fault })
    const [[name, value] = [], ...others] = parametersOf(deeplink)
    expect([name, others]).toEqual(['credential_offer', []])
    expect([...Object.keys(JSON.parse(String(value))), member].sort()).toEqual(Object.keys(right).sort())
    const answer = await post('/sessions', { fault, credential_offer_mode: 'credential_offer_uri' })
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_request'])
  })

  it.each(incomplete)(
    'is refused without a request, which a person says, and a driver may approve: %s',
    async (fault, member) => {
      const { id, deeplink, read } = await create({ fault })
      const ended = await runAtIssuer({ deeplink, clock: service.now })
      expect([ended.outcome, ended.reason, ended.log]).toEqual(['stopped_by_wallet', `The offer has no ${member}`, []])
      expect([refusedIn(await read()).status, verdictOf(await read())]).toEqual(['not_observed', 'incomplete'])
      expect((await post(`/sessions/${id}/refusal`, { shown: 'error', by: 'driver' })).status).toBe(200)
      expect([refusedIn(await read()).status, verdictOf(await read())]).toEqual(['pass', 'pass'])
    },
  )
})

describe('a wrong link to an offer', () => {
  it.each(
    faults.flatMap((fault) =>
      (['credential_offer', 'credential_offer_uri'] as const).flatMap((mode) =>
        (['pre_authorized_code', 'authorization_code'] as const).map((flow) => [fault, mode, flow] as const),
      ),
    ),
  )('is the one of %s wherever a link comes out, with %s and %s', async (fault, mode, flow) => {
    const { id, deeplink, read } = await create({ fault, credential_offer_mode: mode, flow })
    const further = (await post(`/sessions/${id}/laboratory/offers`, {})).object()
    const shown = (await http({ path: `/sessions/${id}/deeplink` })).object()
    const links = [deeplink, (await read()).deeplink, shown.deeplink, further.deeplink]
    const due = fault === 'offer_both_parameters' ? ['credential_offer', 'credential_offer_uri'] : []
    for (const link of links) {
      expect(link).toMatch(/^openid-credential-offer:\/\/\?/)
      const parameters = parametersOf(link)
      expect(parameters.map(([name]) => name).sort()).toEqual(due)
      const { credential_offer: value, credential_offer_uri: uri } = Object.fromEntries(parameters)
      if (value === undefined || uri === undefined) continue
      // Nothing else is wrong with either.
      expect((await http({ path: new URL(uri).pathname })).object()).toEqual(JSON.parse(value))
    }
  })

  it.each(faults)(
    'leaves a session open that no wallet has touched, until a person says what it did: %s',
    async (fault) => {
      const { id, deeplink, read } = await create({ fault })
      const ended = await runAtIssuer({ deeplink, clock: service.now })
      expect([ended.outcome, ended.reason]).toEqual([
        'stopped_by_wallet',
        'The link needs exactly one of credential_offer and credential_offer_uri',
      ])
      expect(ended.log).toEqual([])
      service.advance(60)
      const silent = await read()
      expect([refusedIn(silent).status, verdictOf(silent)]).toEqual(['not_observed', 'incomplete'])
      expect((await post(`/sessions/${id}/refusal`, { shown: 'error', by: 'person' })).status).toBe(200)
      const told = await read()
      expect([told.status, refusedIn(told).status, verdictOf(told)]).toEqual(['answer_refused', 'pass', 'pass'])
      expect(told.events.findLast(({ type }) => type === 'fault_result')?.detail).toMatchObject({
        fault,
        outcome: 'refused',
      })
      const report = await http({ path: `/sessions/${id}/report?format=md` })
      expect(report.body).toContain(fault)
    },
  )

  it.each(faults)('fails a wallet that a person saw carry on: %s', async (fault) => {
    const { id, read } = await create({ fault })
    expect((await post(`/sessions/${id}/refusal`, { shown: 'went_on', by: 'person' })).status).toBe(200)
    expect([refusedIn(await read()).status, verdictOf(await read())]).toEqual(['fail', 'fail'])
  })

  it('is refused by a wallet that looks at the offer and then stops', async () => {
    const { offerUrl, read } = await create({ fault: 'offer_both_parameters' })
    expect((await http({ path: new URL(offerUrl).pathname })).status).toBe(200)
    expect(refusedIn(await read()).status).toBe('not_observed')
    service.advance(60)
    expect(refusedIn(await read())).toMatchObject({ status: 'pass', actual: 'silence for 60 s' })
  })

  it.each(['credential_offer', 'credential_offer_uri'])(
    'fails a wallet that takes one of two offers: %s',
    async (mode) => {
      const { deeplink, read } = await create({ fault: 'offer_both_parameters', credential_offer_mode: mode })
      const misbehave = 'vci.fault.refused~offer_both_parameters'
      const ended = await runAtIssuer({ deeplink, clock: service.now, misbehave })
      expect(ended.outcome, ended.reason ?? '').toBe('credential_stored')
      const session = await read()
      expect(refusedIn(session)).toMatchObject({
        status: 'fail',
        actual:
          'a pushed authorization request, although the link to the offer has both credential_offer and credential_offer_uri',
      })
      expect(session.checks.conformance.filter(({ status }) => status === 'fail').map(({ id }) => id)).toEqual([
        'vci.fault.refused',
      ])
    },
  )
})
