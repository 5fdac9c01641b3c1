import { describe, expect, it } from 'vitest'
import { issuerDeviations } from '@/lib/core/issuer/deviations'
import type { IssuerDeviation } from '@/lib/core/issuer/deviations/issuer-deviation'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { covers } from '@/lib/testing/covers'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp } from '@/lib/wallet/http/wire'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { misbehaviours } from '@/lib/wallet/misbehaviours/issuer/registry'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import { ofEachKind } from '@/scripts/thorough.mjs'

const service = serviceForTests()
const { http } = service

const post = (path: string, body: object) =>
  http({ method: 'POST', path, headers: [['Content-Type', 'application/json']], body: JSON.stringify(body) })

const queriesOf = (created: { authorization_request?: unknown }) =>
  (created.authorization_request as { dcql_query: { credentials: { format: string }[] } }).dcql_query.credentials.map(
    ({ format }) => format,
  )

describe('a presentation that follows an issuance', () => {
  it('asks for the credential of that session, in its format only', async () => {
    const configurations = (await http({ method: 'GET', path: '/issuers' })).json() as {
      id: string
      credential_configuration_ids: string[]
    }[]
    for (const { id, credential_configuration_ids } of configurations)
      for (const credential_configuration_id of credential_configuration_ids) {
        const issuance = (
          await post('/sessions', { issuer_configuration_id: id, credential_configuration_id })
        ).object()
        const created = (await post('/openid4vp/sessions', { follows: issuance.session_id })).object()
        expect(queriesOf(created)).toEqual([/mdoc/.test(credential_configuration_id) ? 'mso_mdoc' : 'dc+sd-jwt'])
      }
  })

  it('keeps a query of its own', async () => {
    const { session_id: follows } = (await post('/sessions', {})).object()
    const dcql_query = { credentials: [{ id: 'a', format: 'mso_mdoc', meta: { doctype_value: 'x' } }] }
    expect(queriesOf((await post('/openid4vp/sessions', { follows, dcql_query })).object())).toEqual(['mso_mdoc'])
  })

  it.each([
    ['of nobody', async () => '00000000-0000-4000-8000-000000000000'],
    ['of a presentation', async () => (await post('/openid4vp/sessions', {})).object().session_id],
    ['that is none', async () => 'yesterday'],
  ])('names an issuance session: an id %s is refused', async (_, id) => {
    const answer = await post('/openid4vp/sessions', { follows: await id() })
    expect(answer.status).toBe(400)
    expect(answer.object()).toMatchObject({ error: 'invalid_request', pointer: '/follows' })
  })

  covers('A4.19')
  it.each(['sd_jwt', 'mdoc'])('shows by the holder key that the issued credential came back: %s', async (format) => {
    const [issuer] = (await http({ method: 'GET', path: '/issuers' })).json() as {
      credential_configuration_ids: string[]
    }[]
    const credential_configuration_id = issuer?.credential_configuration_ids.find(
      (id) => id.includes('mdoc') === (format === 'mdoc'),
    )
    const issuance = (await post('/sessions', { flow: 'pre_authorized_code', credential_configuration_id })).object()
    const presentation = (await post('/openid4vp/sessions', { follows: issuance.session_id })).object()
    const wallet = createNodeClient()
    const { credentials } = await runAtIssuer({ deeplink: String(issuance.deeplink), http: wallet })
    const run = await runAtVerifier({ deeplink: String(presentation.deeplink), http: wallet, credentials })
    expect(run.outcome).toBe('presented')
    const read = async (path: string) => (await http({ method: 'GET', path })).object() as never
    expect(await read(`/openid4vp/sessions/${presentation.session_id}`)).toMatchObject({
      checks: { issued_credential_presented: true },
      observed: { presentations: [{ issued_before: true }] },
    })
    const issued: { observed: { issued: { holder_thumbprint: string }[] } } = await read(
      `/sessions/${issuance.session_id}`,
    )
    const shown: {
      options: { follows: string }
      observed: { presentations: { holder_thumbprint: string }[] }
      checks: { summary: { verdict: string } }
    } = await read(`/openid4vp/sessions/${presentation.session_id}`)
    expect(shown.options.follows).toBe(issuance.session_id)
    expect(shown.checks.summary.verdict).toBe('pass')
    expect(shown.observed.presentations).toHaveLength(1)
    expect(shown.observed.presentations[0]?.holder_thumbprint).toBe(issued.observed.issued[0]?.holder_thumbprint)
  })
  it('tells everywhere that another credential came', async () => {
    const wallet = createNodeClient()
    const issue = async () => {
      const issuance = (await post('/sessions', { flow: 'pre_authorized_code' })).object()
      const { credentials } = await runAtIssuer({ deeplink: String(issuance.deeplink), http: wallet })
      return { follows: issuance.session_id, credentials }
    }
    const [{ follows }, { credentials }] = [await issue(), await issue()]
    const presentation = (await post('/openid4vp/sessions', { follows })).object()
    await runAtVerifier({ deeplink: String(presentation.deeplink), http: wallet, credentials })
    const path = `/openid4vp/sessions/${presentation.session_id}`
    const session = (await http({ path })).object()
    expect(session).toMatchObject({
      checks: { issued_credential_presented: false },
      observed: { presentations: [{ issued_before: false }] },
    })
    expect(JSON.stringify(session.warnings)).toContain('presented another credential')
    for (const format of ['json', 'md', 'html'])
      expect((await http({ path: `${path}/report?format=${format}` })).body).toContain('presented another credential')
  })
})

/** Faults after which only a credential that is presented, or is not, shows what the wallet did with it. */
// Trust faults only show in wallets that evaluate trust. One of each format is enough: what is wrong decides nothing
// here.
const quiet = ofEachKind(
  issuerDeviations.filter(
    ({ silence, expects, needs }) => silence === 'says_nothing' && expects === 'refusal' && !needs?.trust_framework,
  ),
  ({ format, changes }) => [format, Object.keys(changes)].join(' '),
).map((fault) => [fault.id, fault] as const)

describe('a presentation that follows an issuance with a wrong credential', () => {
  /** Issues the wrong credential to a wallet that keeps it or not, without a word about it; then asks for it. */
  async function askBack({ id, format, changes }: IssuerDeviation, keeps: boolean) {
    const presets = (await http({ path: '/presets.json' })).object() as { presets: { id: string; body: object }[] }
    const body = presets.presets.find((one) => one.id === `fault.${id}`)?.body
    const issuance = (await post('/sessions', { ...body, flow: 'pre_authorized_code', settle_seconds: 600 })).object()
    const wallet = createNodeClient()
    const silent: SendHttp = async (request) =>
      request.url.endsWith('/notification') ? { status: 204, headers: [], body: '' } : wallet(request)
    const careless = misbehaviours.find(
      ({ needs, skipsRule }) => needs?.sessionOptions?.fault === id && skipsRule !== undefined,
    )
    const run = await runAtIssuer({
      deeplink: String(issuance.deeplink),
      http: silent,
      profile: { encrypt: changes.plain === true },
      ...(keeps && careless ? { misbehave: careless.id } : {}),
    })
    expect(run.outcome === 'credential_stored', run.reason ?? '').toBe(keeps)
    const presentation = (await post('/openid4vp/sessions', { follows: issuance.session_id })).object()
    expect(queriesOf(presentation)).toEqual([format ?? 'dc+sd-jwt'])
    // The wallet keeps unread what it cannot verify. Here it knows what an mdoc contains, and which disclosure to leave
    // out.
    const pid = { family_name: '', given_name: '', birth_date: '' }
    const credentials = run.credentials.map((one) => ({
      ...one,
      raw: id === 'sdjwt_unreferenced_disclosure' ? one.raw.replace(/[^~]+~$/, '') : one.raw,
      ...(format === 'mso_mdoc' ? { type: 'eu.europa.ec.eudi.pid.1', claims: { 'eu.europa.ec.eudi.pid.1': pid } } : {}),
    }))
    await runAtVerifier({ deeplink: String(presentation.deeplink), http: wallet, credentials })
    return (await http({ path: `/sessions/${issuance.session_id}` })).object() as unknown as IssuanceSessionView
  }
  const judged = ({ checks, events }: IssuanceSessionView) => [
    checks.conformance.find(({ id }) => id === 'vci.fault.refused')?.status,
    checks.summary.verdict,
    events.find(({ type }) => type === 'fault_result')?.detail.seen,
  ]

  it.each(quiet)('fails the issuance where the wallet kept it: %s', async (_, fault) => {
    expect(judged(await askBack(fault, true))).toEqual(['fail', 'fail', 'the wallet presented the credential later'])
  })

  it.each(quiet)('passes the issuance where the wallet did not: %s', async (_, fault) => {
    expect(judged(await askBack(fault, false))).toEqual([
      'pass',
      'pass',
      'the wallet did not present the credential later',
    ])
  })
})
