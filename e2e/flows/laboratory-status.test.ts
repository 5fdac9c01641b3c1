import { getListFromStatusListJWT } from '@sd-jwt/jwt-status-list'
import { describe, expect, it } from 'vitest'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import { createHttpClient, type HttpAnswer, type JsonRecord } from '@/lib/testing/http-client'
import { startService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import { inTurn } from '@/scripts/thorough.mjs'

const service = serviceForTests()

const sdJwt = 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof'
const mdoc = 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof'

const wallet = (laboratory: JsonRecord = { status: {} }, more: JsonRecord = {}): Promise<HandWallet> =>
  createHandWallet(service, {
    issuer_configuration_id: 'eu-pid-jwt-proof-only',
    credential_configuration_id: sdJwt,
    laboratory,
    ...more,
  })

/** Gets a credential and its status reference. */
async function issue(
  by: HandWallet,
): Promise<{ readonly credential: string; readonly idx: number; readonly uri: string }> {
  await by.obtainToken()
  const answer = await by.requestCredential()
  expect([answer.status, answer.body.slice(0, 300)]).toEqual([200, expect.anything()])
  const [{ credential }] = answer.object().credentials as [{ credential: string }]
  const [, payload = ''] = credential.split('.')
  const { status } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JsonRecord
  const { status_list } = status as { status_list: { idx: number; uri: string } }
  return { credential, ...status_list }
}

const fetchList = (uri: string, accept = 'application/statuslist+jwt'): Promise<HttpAnswer> =>
  service.http({ path: new URL(uri).pathname, headers: [['Accept', accept]] })

const change = async (by: HandWallet, body: JsonRecord): Promise<HttpAnswer> =>
  service.http({
    method: 'POST',
    path: `/sessions/${by.created.session_id}/laboratory/statuses`,
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify(body),
  })

const checkOf = async (by: HandWallet, id: string) =>
  (await by.view()).checks.conformance.findLast((one) => one.id === id)

describe('a status list of a session', () => {
  it('is read by an independent library, before and after a revocation that is final', async () => {
    const one = await wallet()
    const { credential, idx, uri } = await issue(one)
    expect(uri).toBe(`${one.created.issuer_identifier}/status/1`)
    expect(credential.split('~').slice(1).join('')).not.toContain(Buffer.from('"status"').toString('base64url'))
    const first = await fetchList(uri)
    expect([first.status, first.header('content-type'), first.header('access-control-allow-origin')]).toEqual([
      200,
      'application/statuslist+jwt',
      '*',
    ])
    const statusOf = (answer: HttpAnswer) => getListFromStatusListJWT(answer.body).getStatus(idx)
    expect(statusOf(first)).toBe(0)

    const suspended = await change(one, { list: 1, index: idx, status: 'suspended' })
    expect([suspended.status, suspended.object()]).toEqual([
      200,
      { statuses: [{ list: 1, index: idx, status: 'suspended' }] },
    ])
    expect(statusOf(await fetchList(uri))).toBe(2)
    await change(one, { list: 1, index: idx, status: 'valid' })
    expect(statusOf(await fetchList(uri))).toBe(0)
    expect((await change(one, { all: true, status: 'invalid' })).status).toBe(200)
    expect(statusOf(await fetchList(uri))).toBe(1)
    const restored = await change(one, { list: 1, index: idx, status: 'valid' })
    expect([restored.status, restored.object().error]).toEqual([409, 'status_final'])
    expect((await change(one, { all: true, status: 'invalid' })).status).toBe(200)
    expect(statusOf(await fetchList(uri))).toBe(1)

    const view = await one.view()
    const [list, other] = view.laboratory?.lists ?? []
    expect(list).toMatchObject({ list: 1, uri, format: 'dc+sd-jwt', entries: [{ index: idx, status: 'invalid' }] })
    expect(other).toMatchObject({ list: 2, format: 'mso_mdoc', entries: [] })
    const types = view.events.map(({ type }) => type)
    expect(types.filter((type) => type === 'status_changed')).toHaveLength(3)
    expect(types.filter((type) => type === 'status_list_retrieved')).toHaveLength(5)
    const stored = JSON.stringify(view.exchanges)
    expect(stored).toContain('"status_list":{"idx":{"redacted":true')
    expect(stored).not.toContain(`"idx":${idx}`)
    expect((await checkOf(one, 'vci.status.not_presented'))?.status).toBe('not_observed')
  })

  it('comes in the form that is asked for, as far as its issuer has it', async () => {
    const types = async (format: string) => {
      const one = await wallet({ status: { format } })
      return Promise.all(
        ['1', '2'].flatMap((list) =>
          ['*/*', 'application/statuslist+jwt', 'application/statuslist+cwt'].map(async (accept) => {
            const answer = await fetchList(`${one.created.issuer_identifier}/status/${list}`, accept)
            return answer.header('content-type')?.slice(-3)
          }),
        ),
      )
    }
    expect(await types('jwt')).toEqual(['jwt', 'jwt', 'jwt', 'jwt', 'jwt', 'jwt'])
    expect(await types('cwt')).toEqual(['cwt', 'cwt', 'cwt', 'cwt', 'cwt', 'cwt'])
    expect(await types('both')).toEqual(['jwt', 'jwt', 'cwt', 'cwt', 'jwt', 'cwt'])
  })

  it('gives every credential an index of its own, at random', async () => {
    const drawn = await Promise.all(Array.from({ length: 4 }, async () => (await issue(await wallet())).idx))
    expect(new Set(drawn).size).toBe(4)
    for (const idx of drawn) expect(idx).toBeLessThan(131_072)
  })

  it('is nowhere else, and at no issuer without one', async () => {
    const [one, none] = [await wallet(), await wallet({})]
    for (const path of [
      `${one.path('status/3')}`,
      `${one.path('status/x')}`,
      none.path('status/1'),
      '/issuers/eu-pid-jwt-proof-only/status/1',
      '/lab/AAAAAAAAAAAAAAAAAAAAAA/status/1',
    ])
      expect([path, (await service.http({ path })).status]).toEqual([path, 404])
    await none.obtainToken()
    const answer = await none.requestCredential()
    expect(answer.status).toBe(200)
    expect(Buffer.from(answer.body.split('.')[1] ?? '', 'base64url').toString()).not.toContain('status')
    expect((await none.view()).laboratory?.lists).toEqual([])
  })
})

describe('a change of a status', () => {
  it('that cannot be is refused, and says why', async () => {
    const [one, narrow, none] = [await wallet(), await wallet({ status: { bits: 1 } }), await wallet({})]
    const { idx } = await issue(one)
    const narrowIdx = (await issue(narrow)).idx
    const refusals: [HandWallet, JsonRecord, number, string][] = [
      [one, { list: 1, index: (idx + 1) % 131_072, status: 'invalid' }, 404, 'status_not_found'],
      [one, { list: 2, index: idx, status: 'invalid' }, 404, 'status_not_found'],
      [none, { all: true, status: 'invalid' }, 404, 'status_not_found'],
      [narrow, { list: 1, index: narrowIdx, status: 'suspended' }, 400, 'invalid_request'],
      [one, { list: 1, index: idx, status: 'revoked' }, 400, 'invalid_request'],
      [one, { list: 1, index: 131_072, status: 'invalid' }, 404, 'status_not_found'],
      [one, { list: 9, index: idx, status: 'invalid' }, 404, 'status_not_found'],
      [one, { list: 0, index: idx, status: 'invalid' }, 400, 'invalid_request'],
      [one, { list: 1, index: idx, status: 'invalid', all: true }, 400, 'invalid_request'],
      [one, { all: false, status: 'invalid' }, 400, 'invalid_request'],
    ]
    for (const [by, body, status, error] of refusals) {
      const answer = await change(by, body)
      expect([body, answer.status, answer.object().error]).toEqual([body, status, error])
    }
    expect((await one.view()).events.map(({ type }) => type)).not.toContain('status_changed')
  })

  it('is kept from who does not hold the operator token, as all evidence is', async () => {
    const guarded = await startService({ env: { OPERATOR_TOKEN: 'a-token-of-the-operator-1' } })
    try {
      const answer = await createHttpClient(guarded.baseUrl)({
        method: 'POST',
        path: '/sessions/7c1e9a42-5b0d-4f6e-9d11-3a8be2c07f55/laboratory/statuses',
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify({ all: true, status: 'invalid' }),
      })
      expect(answer.status).toBe(401)
    } finally {
      await guarded.close()
    }
  })
})

describe('the wallet that reads its list', () => {
  it('is judged, and another client is not', async () => {
    const one = await wallet()
    const { uri } = await issue(one)
    const other = [
      ['User-Agent', 'a verifier'],
      ['Accept', '*/*'],
    ] as const
    await one.http({ path: new URL(uri).pathname, headers: other })
    expect((await checkOf(one, 'vci.status.accept'))?.status).toBe('not_applicable')
    const accept = ['Accept', 'application/statuslist+jwt'] as const
    await one.http({ path: new URL(uri).pathname, headers: [accept] })
    for (const id of ['accept', 'anonymous', 'fetched'])
      expect([id, (await checkOf(one, `vci.status.${id}`))?.status]).toEqual([id, 'pass'])
    await one.http({
      path: new URL(uri).pathname,
      headers: [
        ['Authorization', 'Bearer x'],
        ['Accept', '*/*'],
      ],
    })
    for (const id of ['accept', 'anonymous', 'paced'])
      expect([id, (await checkOf(one, `vci.status.${id}`))?.status]).toEqual([id, 'fail'])
    const by = (await one.view()).events.flatMap(({ type, detail }) =>
      type === 'status_list_retrieved' ? [detail.by] : [],
    )
    expect(by).toEqual(['another_client', 'wallet', 'wallet'])
  })
})

describe('a wrong status', () => {
  it('is in the credential, or in its list, and the session says so', async () => {
    const forms: Record<string, (status: JsonRecord, right: { uri: string }) => void> = {
      empty: (status) => expect(status).toEqual({}),
      without_list: (status) => expect(Object.keys(status)).toEqual(['unknown_mechanism']),
      idx_missing: ({ status_list }) => expect(Object.keys(status_list as JsonRecord)).toEqual(['uri']),
      idx_negative: ({ status_list }) => expect(status_list).toMatchObject({ idx: -1 }),
      idx_text: ({ status_list }) => expect(status_list).toMatchObject({ idx: expect.stringMatching(/^\d+$/) }),
      uri_missing: ({ status_list }) => expect(Object.keys(status_list as JsonRecord)).toEqual(['idx']),
      uri_no_scheme: ({ status_list }) => expect(status_list).toMatchObject({ uri: expect.stringMatching(/^\/\//) }),
      uri_space: ({ status_list }) =>
        expect(status_list).toMatchObject({ uri: expect.stringMatching(/\/status\/ 1$/) }),
      uri_bad_percent: ({ status_list }) => expect(status_list).toMatchObject({ uri: expect.stringMatching(/%zz$/) }),
      uri_pipe: ({ status_list }) => expect(status_list).toMatchObject({ uri: expect.stringMatching(/\|$/) }),
      uri_empty: ({ status_list }) => expect(status_list).toMatchObject({ uri: '' }),
      out_of_bounds: ({ status_list }) => expect((status_list as { idx: number }).idx).toBeGreaterThanOrEqual(131_072),
    }
    for (const [form, holds] of Object.entries(forms)) {
      // An option and a fault have the same effect.
      const one = await (form < 'm' ? wallet({ status: { form } }) : wallet(undefined, { fault: `status_${form}` }))
      await one.obtainToken()
      const credential = (await one.requestCredential()).object().credentials as [{ credential: string }]
      const payload = JSON.parse(Buffer.from(credential[0].credential.split('.')[1] ?? '', 'base64url').toString())
      holds(payload.status, { uri: '' })
      const view = await one.view()
      expect([form, view.options.fault, view.laboratory?.options.status?.form]).toEqual([form, `status_${form}`, form])
      expect(
        view.events.some(
          ({ type, detail }) => type === 'answer_altered' && detail.alteration === `fault.status_${form}`,
        ),
      ).toBe(true)
      expect(view.laboratory?.lists[0]?.entries).toHaveLength(1)
    }
  })

  it('is refused beside another fault', async () => {
    const answer = await service.http({
      method: 'POST',
      path: '/sessions',
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify({ fault: 'credential_expired', laboratory: { status: { form: 'empty' } } }),
    })
    expect([answer.status, answer.object().error, answer.object().members]).toEqual([
      400,
      'conflicting_laboratory_options',
      ['/laboratory/status/form', '/fault'],
    ])
  })

  it('of the list shows to whoever reads it', async () => {
    const lists: Record<string, (answer: HttpAnswer, uri: string) => void> = {
      sub_differs: ({ body }, uri) => expect(claimsOf(body).sub).not.toBe(uri),
      list_expired: ({ body }) => expect(Number(claimsOf(body).exp)).toBeLessThan(service.now() / 1000),
      list_bad_signature: ({ status }) => expect(status).toBe(200),
      list_404: ({ status }) => expect(status).toBe(404),
    }
    for (const [form, holds] of Object.entries(lists)) {
      const one = await wallet({ status: { form } })
      const { uri } = await issue(one)
      holds(await fetchList(uri), uri)
      const { events } = await one.view()
      expect([form, events.filter(({ type }) => type === 'answer_altered').length]).toEqual([form, 1])
    }
  })
})

const claimsOf = (jwt: string): JsonRecord =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as JsonRecord

describe('an mdoc', () => {
  it('refers to the second list', async () => {
    const one = await wallet({ status: { format: 'cwt' } }, { credential_configuration_id: mdoc })
    await one.obtainToken()
    const answer = await one.requestCredential()
    expect(answer.status).toBe(200)
    const [{ credential }] = answer.object().credentials as [{ credential: string }]
    expect(Buffer.from(credential, 'base64url').toString('latin1')).toContain('/status/2')
    expect((await one.view()).laboratory?.lists[1]?.entries).toHaveLength(1)
  })
})

describe('a verifier that is asked to check the status', () => {
  const queries = {
    [sdJwt]: { format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims: [{ path: ['family_name'] }] },
    [mdoc]: {
      format: 'mso_mdoc',
      meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' },
      claims: [{ path: ['eu.europa.ec.eudi.pid.1', 'family_name'] }],
    },
  }

  const post = async (path: string, body: JsonRecord): Promise<JsonRecord> =>
    (
      await service.http({
        method: 'POST',
        path,
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify(body),
      })
    ).object()
  const read = async (path: string): Promise<JsonRecord> => (await service.http({ path })).object()

  it.each([
    [sdJwt, 'vp.sdjwt', { status: {} }],
    [sdJwt, 'vp.sdjwt', { status: {}, intermediates: 1 }],
    [mdoc, 'vp.mdoc', { status: { format: 'cwt' } }],
  ] as const)(
    'takes a valid credential, refuses it once it is revoked, and tells its issuer: %s, %s, %j',
    async (id, group, laboratory) => {
      const issuance = await post('/sessions', {
        issuer_configuration_id: 'eu-pid-jwt-proof-only',
        credential_configuration_id: id,
        laboratory,
      })
      const { credentials, reason } = await runAtIssuer({ deeplink: String(issuance.deeplink) })
      expect(reason).toBeNull()
      const present = async (more: JsonRecord = {}) => {
        const session = await post('/openid4vp/sessions', {
          dcql_query: { credentials: [{ id: 'pid', ...queries[id] }] },
          check_status: true,
          follows: issuance.session_id,
          ...more,
        })
        await runAtVerifier({ deeplink: String(session.deeplink), credentials, profile: { checkStatus: false } })
        const view = await read(`/openid4vp/sessions/${session.session_id}`)
        const { conformance } = view.checks as { conformance: { id: string; status: string }[] }
        const statusOf = (name: string) => conformance.findLast((one) => one.id === `${group}.${name}`)?.status
        const events = (view.events as { type: string; detail: JsonRecord }[]).filter(
          ({ type }) => type === 'vp_status_list_fetched' || type === 'vp_presentation_rejected',
        )
        return { value: statusOf('status_value'), token: statusOf('status_token'), events }
      }
      expect(await present()).toMatchObject({
        value: 'pass',
        token: 'pass',
        events: [{ type: 'vp_status_list_fetched', detail: { own: true, status: 200, outcome: 'used' } }],
      })
      const path = `/sessions/${issuance.session_id}`
      await post(`${path}/laboratory/statuses`, { all: true, status: 'invalid' })
      expect(await present()).toMatchObject({
        value: 'fail',
        token: 'pass',
        events: [{ type: 'vp_status_list_fetched' }, { detail: { failed_checks: [`${group}.status_value`] } }],
      })
      expect(await present({ check_status: false })).toMatchObject({ value: 'not_observed', events: [] })
      const { checks } = (await read(path)) as { checks: { conformance: { id: string; status: string }[] } }
      expect(checks.conformance.find((one) => one.id === 'vci.status.not_presented')?.status).toBe('fail')
    },
  )

  const wrongLists = ['list_bad_signature', 'list_expired', 'sub_differs', 'list_404', 'out_of_bounds']
  const rows = wrongLists.flatMap((form, turn) =>
    inTurn([[form, sdJwt, 'vp.sdjwt', 'jwt'] as const, [form, mdoc, 'vp.mdoc', 'cwt'] as const], turn, 2),
  )
  it.each(rows)('is not taken in by a list that is wrong: %s, %s', async (form, id, group, format) => {
    const issuance = await post('/sessions', {
      issuer_configuration_id: 'eu-pid-jwt-proof-only',
      credential_configuration_id: id,
      laboratory: { status: { form, format } },
    })
    const { credentials } = await runAtIssuer({ deeplink: String(issuance.deeplink) })
    const session = await post('/openid4vp/sessions', {
      dcql_query: { credentials: [{ id: 'pid', ...queries[id] }] },
      check_status: true,
    })
    await runAtVerifier({ deeplink: String(session.deeplink), credentials, profile: { checkStatus: false } })
    const view = await read(`/openid4vp/sessions/${session.session_id}`)
    const { conformance } = view.checks as { conformance: { id: string; status: string }[] }
    const found = ['token', 'value'].map(
      (name) => conformance.findLast((one) => one.id === `${group}.status_${name}`)?.status,
    )
    const expected = {
      list_404: ['not_observed', 'not_observed'],
      out_of_bounds: ['pass', 'fail'],
    }
    expect(found).toEqual(
      Object.hasOwn(expected, form) ? expected[form as keyof typeof expected] : ['fail', 'not_applicable'],
    )
  })
})

describe('the reference wallet', () => {
  const statusSteps = (log: readonly { readonly step: string }[]) => log.filter(({ step }) => step === 'status_list')

  it('keeps a list for its ttl, whatever it gets meanwhile', async () => {
    const one = await wallet({
      status: {},
      datasets: 2,
      credential_identifiers: 'always',
      batch: { size: 2 },
      refresh: {},
      deferred: { pending: 0, interval: 1 },
    })
    const run = await runAtIssuer({
      deeplink: one.created.deeplink,
      clock: service.now,
      wait: async (millis) => service.advance(millis / 1000),
      profile: { reissue: true },
    })
    expect([run.outcome, run.reason, run.credentials.length]).toEqual(['credential_stored', null, 4])
    expect(statusSteps(run.log)).toHaveLength(1)
    expect((await checkOf(one, 'vci.status.fetched'))?.status).toBe('pass')
    const red = (await one.view()).checks.conformance.filter(({ status }) => status === 'fail' || status === 'warn')
    // The root of the test attester is not configured.
    expect(red.map(({ id }) => id).filter((id) => id !== 'vci.wallet_attestation.trusted')).toEqual([])
  })

  it('reads it again once the ttl is over', async () => {
    const one = await wallet({
      status: { ttl: 2 },
      datasets: 2,
      credential_identifiers: 'always',
      deferred: { interval: 3 },
    })
    const run = await runAtIssuer({
      deeplink: one.created.deeplink,
      clock: service.now,
      wait: async (millis) => service.advance(millis / 1000),
    })
    expect([run.outcome, run.reason]).toEqual(['credential_stored', null])
    expect(statusSteps(run.log)).toHaveLength(2)
    expect((await checkOf(one, 'vci.status.paced'))?.status).toBe('pass')
  })
})
