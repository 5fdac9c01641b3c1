import { describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { Json, JsonObject } from '@/lib/core/shared/values/json'
import { jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

const service = serviceForTests()
const { http } = service

const base = {
  issuer_configuration_id: 'eu-pid-jwt-proof-only',
  flow: 'pre_authorized_code',
  credential_offer_mode: 'credential_offer_uri',
}

const post = (body: JsonObject) =>
  http({
    method: 'POST',
    path: '/sessions',
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify({ ...base, ...body }),
  })

async function create(body: JsonObject) {
  const answer = await post(body)
  expect(answer.status, answer.body).toBe(201)
  return answer.object() as { session_id: string; deeplink: string; offer_url: string }
}

const read = async (id: string) => (await http({ path: `/sessions/${id}` })).object() as unknown as IssuanceSessionView

const run = (deeplink: string) =>
  runAtIssuer({
    deeplink,
    profile: {},
    clock: service.now,
    wait: async (millis) => service.advance(millis / 1000),
  })

const get = async (url: string, accept = 'application/json') =>
  http({ path: url.replace(service.baseUrl, ''), headers: [['Accept', accept]] })

const on = (target: string, op: string, path: string, value?: unknown): JsonObject => ({
  target,
  op,
  path,
  ...(value === undefined ? {} : { value: value as Json }),
})

describe('a document that its tester changes', () => {
  it('is sent as changed, and all else is right: the created answer keeps its members', async () => {
    const right = await create({})
    const wrong = await create({ mutations: [on('offer', 'add', '/wallet_capture_unknown', 1)] })
    expect(Object.keys(wrong)).toEqual(Object.keys(right))
    const offer = (await get(wrong.offer_url)).object()
    expect(offer).toMatchObject({ wallet_capture_unknown: 1, credential_issuer: expect.any(String) })
    const ended = await run(wrong.deeplink)
    expect(ended.outcome, ended.reason ?? '').toBe('credential_stored')
    const session = await read(wrong.session_id)
    expect(session.mutations).toEqual({
      operations: [on('offer', 'add', '/wallet_capture_unknown', 1)],
      differences: [{ target: 'offer', pointer: '/wallet_capture_unknown', is: 1 }],
      same_as: null,
      expect: 'report',
      source: 'mutations',
    })
    expect(session.warnings?.[0]).toBe('Changed on purpose: /wallet_capture_unknown added in the offer.')
    expect(session.outcome.detail).toContain('Offer wrong on purpose: the wallet went on')
    expect(session.checks.summary.counts.fail).toBe(0)
    expect(session.events.filter(({ type }) => type === 'mutation_result')).toMatchObject([
      { detail: { did: 'answered' } },
    ])
  })

  it.each<[string, JsonObject, unknown[]]>([
    [
      'no token endpoint',
      on('server_metadata', 'remove', '/token_endpoint'),
      ['server_metadata /token_endpoint RFC8414-2'],
    ],
    [
      'no text as format',
      on('issuer_metadata', 'put', '/credential_configurations_supported/a~1b', { scope: 'a' }),
      ['issuer_metadata /credential_configurations_supported/a~1b/format OID4VCI-1FINAL-12.2.4'],
    ],
    ['no type of token', on('token_response', 'put', '/token_type', ''), ['token_response /token_type RFC6749-5.1']],
    ['an offer that is two', on('offer_link', 'add', '/credential_offer', '{}'), ['offer_link  OID4VCI-1FINAL-4.1']],
    ['nothing wrong', on('offer', 'add', '/zzz', 1), []],
  ])('is wrong by the specification: %s', async (_, mutation, told) => {
    const { session_id } = await create({ mutations: [mutation] })
    const view = (await http({ path: `/sessions/${session_id}` })).object() as {
      request_problems: { target: string; pointer: string; clause: string }[]
    }
    expect(view.request_problems.map(({ target, pointer, clause }) => `${target} ${pointer} ${clause}`)).toEqual(told)
    const plain = (await http({ path: `/sessions/${(await create({})).session_id}` })).object()
    expect(plain).not.toHaveProperty('request_problems')
  })

  it('is told in all reports', async () => {
    const { session_id } = await create({ mutations: [on('token_response', 'remove', '/token_type')] })
    for (const format of ['json', 'md', 'html', 'junit', 'har']) {
      const report = await http({ path: `/sessions/${session_id}/report?format=${format}` })
      expect(report.status, format).toBe(200)
      expect(report.body, format).toContain('Changed on purpose')
      expect(report.body, format).toContain('/token_type removed')
      if (['md', 'html', 'junit'].includes(format))
        expect(report.body, format).toContain('Problems with the changed documents')
    }
  })
})

describe('metadata', () => {
  it('imply an issuer of the session’s own, and are signed as changed', async () => {
    const created = await create({ mutations: [on('issuer_metadata', 'put', '/display/0/name', 'Wrong on purpose')] })
    const session = await read(created.session_id)
    expect(session.laboratory?.id).toEqual(expect.any(String))
    const address = String((created as unknown as JsonObject).laboratory_url)
    const nameIn = ({ display }: Readonly<Record<string, unknown>>) => (display as JsonObject[])[0]?.name
    expect(nameIn((await get(address)).object())).toBe('Wrong on purpose')
    const signed = (await get(address, 'application/jwt')).body
    const claims = JSON.parse(Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString()) as JsonObject
    expect([nameIn(claims), claims.iss]).toEqual(['Wrong on purpose', session.issuer_identifier])
  })
})

const metadata = (path: string, ...value: unknown[]) => [
  on('issuer_metadata', value.length === 0 ? 'remove' : 'put', path, ...value),
]
const type = 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof'

describe('a wallet is judged by what it was sent', () => {
  const conformance = async (id: string) => (await read(id)).checks.conformance
  const of = async (id: string, check: string) => {
    const { status, actual } = (await conformance(id)).find((one) => one.id === check) ?? {}
    return [status, JSON.stringify(actual ?? null)] as const
  }

  it('no nonce is asked of it where the metadata have no nonce endpoint', async () => {
    const { session_id, deeplink } = await create({ mutations: metadata('/nonce_endpoint') })
    const ended = await run(deeplink)
    expect(ended.outcome, ended.reason ?? '').toBe('credential_stored')
    const failed = (await conformance(session_id)).filter(({ status }) => status === 'fail')
    expect(failed.map(({ id }) => id)).toEqual([])
    for (const check of ['vci.nonce.endpoint_called', 'vci.proof.jwt.nonce_present'])
      expect(await of(session_id, check)).toEqual([
        'not_applicable',
        expect.stringContaining('The nonce_endpoint was removed on purpose.'),
      ])
  })

  it('no transaction code where the offer asks for none', async () => {
    const grant = '/grants/urn:ietf:params:oauth:grant-type:pre-authorized_code/tx_code'
    const { session_id, deeplink } = await create({ tx_code: {}, mutations: [on('offer', 'remove', grant)] })
    const ended = await run(deeplink)
    expect(ended.outcome, ended.reason ?? '').toBe('credential_stored')
    expect(await of(session_id, 'vci.token.tx_code_sent')).toEqual([
      'not_applicable',
      expect.stringContaining('The tx_code was removed on purpose.'),
    ])
  })

  const grant = '/grants/urn:ietf:params:oauth:grant-type:pre-authorized_code'
  it.each<[string, JsonObject]>([
    ['a code', on('offer', 'put', `${grant}/pre-authorized_code`, 'mycode')],
    ['a configuration', on('offer', 'put', '/credential_configuration_ids', ['foo'])],
    ['an access token', on('token_response', 'put', '/access_token', 'abc.def')],
    ['a notification id', on('credential_response', 'put', '/notification_id', 'n-1')],
    [
      'identifiers',
      on('token_response', 'put', '/authorization_details', [
        { type: 'openid_credential', credential_configuration_id: type, credential_identifiers: ['one'] },
      ]),
    ],
  ])('%s that is sent back as it was sent is refused, and nobody is blamed', async (what, mutation) => {
    const { session_id, deeplink } = await create({ laboratory: {}, mutations: [mutation] })
    await run(deeplink)
    service.advance(61)
    const { checks, exchanges, events } = await read(session_id)
    expect(checks.conformance.filter(({ status }) => status === 'fail').map(({ id }) => id)).toEqual([])
    // The reference wallet finds no such configuration in the metadata.
    const did = what === 'a configuration' ? 'stopped' : 'answered'
    expect(events.find(({ type: one }) => one === 'mutation_result')?.detail).toMatchObject({ did })
    expect(exchanges.map(({ response }) => response.status ?? 0).filter((status) => status >= 500)).toEqual([])
  })

  it('a call of an address that only the changed metadata name is no mistake', async () => {
    const address = `${service.baseUrl}/issuers/eu-pid-jwt-proof-only/tokens`
    const { session_id, offer_url } = await create({
      mutations: [on('server_metadata', 'put', '/token_endpoint', address)],
    })
    const { grants } = (await get(offer_url)).object() as { grants: Record<string, Record<string, string>> }
    const [[grant = '', { 'pre-authorized_code': code = '' } = {}] = []] = Object.entries(grants)
    const called = await http({
      method: 'POST',
      path: '/issuers/eu-pid-jwt-proof-only/tokens',
      headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      body: new URLSearchParams({ grant_type: grant, 'pre-authorized_code': code }).toString(),
    })
    expect(called.status).toBe(404)
    const failed = (await conformance(session_id)).filter(({ status }) => status === 'fail')
    expect(failed.map(({ id }) => id)).toEqual([])
    expect(await of(session_id, 'vci.metadata.endpoints_from_metadata')).toEqual([
      'not_applicable',
      expect.stringContaining('The token_endpoint was changed on purpose.'),
    ])
  })
})

const server = (...names: string[]) => names.map((name) => on('server_metadata', 'remove', `/${name}`))
const token = (op: string, path: string, value?: unknown) => [on('token_response', op, path, value)]
const offered = `/credential_configurations_supported/${type}`
const byValue = { credential_offer_mode: 'credential_offer' }
const byCode = { flow: 'authorization_code' }
const deviceBound = { issuer_configuration_id: 'eu-pid-device-bound', ...byCode }
const codeGrant = { ...byCode, laboratory: {} }

/** Faults that operations can write: their values follow from nothing that a session makes for itself. */
const written: readonly (readonly [fault: string, mutations: JsonObject[], more?: JsonObject])[] = [
  [
    'offer_unknown_configuration',
    [on('offer', 'replace', '/credential_configuration_ids', ['urn:wallet-capture:no-such-configuration'])],
  ],
  ['offer_no_issuer', [on('offer', 'remove', '/credential_issuer')], byValue],
  ['offer_no_configurations', [on('offer', 'remove', '/credential_configuration_ids')], byValue],
  ['offer_no_grants', [on('offer', 'remove', '/grants')], codeGrant],
  ['offer_neither_parameter', [on('offer_link', 'remove', '/credential_offer_uri')], { laboratory: {} }],
  ['token_type_bearer', token('replace', '/token_type', 'Bearer')],
  ['token_type_other_case', token('replace', '/token_type', 'dpop')],
  ['token_missing_access_token', token('remove', '/access_token')],
  ['no_expires_in', token('remove', '/expires_in')],
  ['issuer_metadata_no_endpoint', metadata('/credential_endpoint')],
  ['issuer_metadata_without_offered', metadata(offered)],
  ['issuer_metadata_unknown_format', metadata(`${offered}/format`, 'x-unknown')],
  [
    'issuer_metadata_other_unknown_format',
    metadata('/credential_configurations_supported/urn:wallet-capture:unknown-format', {
      format: 'x-unknown',
      scope: 'urn:wallet-capture:unknown-format',
    }),
  ],
  ['issuer_metadata_no_proof_types', metadata(`${offered}/proof_types_supported`)],
  ['issuer_metadata_batch_one', metadata('/batch_credential_issuance', { batch_size: 1 })],
  ['as_metadata_no_token_endpoint', server('token_endpoint')],
  [
    'as_metadata_no_par',
    server('pushed_authorization_request_endpoint', 'require_pushed_authorization_requests'),
    deviceBound,
  ],
]

describe('operations that write a named fault', () => {
  const each = written.map(([fault, mutations, more = {}]) => [fault, mutations, more] as const)
  it.each(each)('%s is that fault', async (fault, mutations, more) => {
    const session = await read((await create({ mutations, ...more })).session_id)
    const named = await read((await create({ fault, ...more })).session_id)
    expect(session.mutations).toMatchObject({ same_as: fault, source: 'mutations' })
    expect(session.mutations).not.toHaveProperty('expected_by')
    const must = (of: IssuanceSessionView) =>
      of.checks.conformance.find(({ id }) => id.startsWith('vci.fault.') && id.endsWith('refused'))?.status
    expect(must(session)).toBe(must(named))
  })

  it.each(['token_missing_access_token', 'issuer_metadata_no_endpoint', 'no_expires_in'])(
    '%s has the verdict and the outcome of the fault',
    async (fault) => {
      const [, mutations = []] = written.find(([id]) => id === fault) ?? []
      const results = []
      for (const asked of [{ fault }, { mutations }]) {
        const { session_id, deeplink } = await create(asked)
        await run(deeplink)
        service.advance(61)
        const { status, outcome, checks, events } = await read(session_id)
        const told = events.filter(({ type: one }) => one === 'fault_result').map(({ detail }) => detail.outcome)
        results.push({ status, outcome, verdict: checks.summary.verdict, told })
      }
      expect(results[1]).toEqual(results[0])
      expect(results[0]?.verdict).toBe('pass')
    },
  )
})

describe('what the tester expects', () => {
  const mutations = token('put', '/token_type', 'mood')

  it('judges the wallet, and says by whom', async () => {
    const { session_id, deeplink } = await create({ mutations, expect: 'answer' })
    await run(deeplink)
    service.advance(61)
    const session = await read(session_id)
    expect(session.mutations).toMatchObject({ same_as: null, expect: 'answer', expected_by: 'tester' })
    expect(session.checks.conformance.find(({ id }) => id === 'vci.fault.goes_on')?.status).toMatch(/^(pass|fail)$/)
    const report = await http({ path: `/sessions/${session_id}/report?format=md` })
    expect(report.body).toContain('expected by the tester: an answer')
  })

  it('stands where the clause of another rule does, in the session and in all reports', async () => {
    const { session_id, deeplink } = await create({ mutations: token('put', '/zzz', 1), expect: 'refusal' })
    await run(deeplink)
    const { checks, cause } = await read(session_id)
    const found = checks.conformance.find(({ id }) => id === 'vci.fault.refused')
    expect(found).toMatchObject({
      status: 'fail',
      rule: 'tester',
      spec: 'expected by the tester',
      clause: '',
      fcaf: [],
    })
    expect(cause).toMatchObject({ check: 'vci.fault.refused', rule: 'tester', clause: null })
    for (const format of ['json', 'md', 'html', 'junit', 'har']) {
      const { body } = await http({ path: `/sessions/${session_id}/report?format=${format}` })
      expect(body, format).toMatch(/expected by the tester/i)
    }
  })

  it('comes before what a named fault expects', async () => {
    const { session_id } = await create({ mutations: token('remove', '/expires_in'), expect: 'refusal' })
    const session = await read(session_id)
    expect(session.mutations).toMatchObject({ same_as: null, expect: 'refusal', expected_by: 'tester' })
    expect(session.checks.conformance.find(({ id }) => id === 'vci.fault.goes_on')?.status).not.toBe('pass')
  })
})

describe('a secret that is copied elsewhere', () => {
  it('stays one, in what is shown and in what was sent', async () => {
    const code = '/grants/urn:ietf:params:oauth:grant-type:pre-authorized_code/pre-authorized_code'
    const mutations = [
      { target: 'offer', op: 'copy', from: code, path: '/shown' },
      { target: 'token_response', op: 'copy', from: '/access_token', path: '/shown' },
    ]
    const { session_id, offer_url, deeplink } = await create({ mutations })
    const { shown } = (await get(offer_url)).object()
    expect(shown).toMatch(/^[\w-]{20,}$/)
    await run(deeplink)
    for (const path of ['', '/events', '/report?format=json', '/report?format=har', '/report?format=html']) {
      const { body } = await http({ path: `/sessions/${session_id}${path}` })
      expect(body, path).not.toContain(shown)
      expect(body, path).not.toMatch(/"shown":\s*"ey/)
    }
    const { mutations: told } = await read(session_id)
    expect(told?.differences[0]).toMatchObject({ pointer: '/shown', is: { kind: 'string' } })
  })
})

describe('what a session refuses', () => {
  const refused = async (body: JsonObject) => {
    const answer = await post(body)
    expect(answer.status, answer.body).toBe(400)
    return answer.object() as { error: string; pointer: string; errors: { code: string; pointer: string }[] }
  }

  it.each<[string, JsonObject[], string, string]>([
    [
      'a document of a presentation',
      [on('request_object', 'remove', '/nonce')],
      'wrong_session',
      '/mutations/0/target',
    ],
    [
      'an entry, which only requests through a browser have',
      [{ ...on('offer', 'add', '/a', 1), entry: 0 }],
      'wrong_session',
      '/mutations/0/entry',
    ],
    ['an unknown document', [on('mood', 'remove', '/nonce')], 'unknown_target', '/mutations/0/target'],
    ['nothing to remove', [on('offer', 'remove', '/mood')], 'path_missing', '/mutations/0/path'],
    ['a wrong belief', [on('token_response', 'test', '/token_type', 'Bearer')], 'test_failed', '/mutations/0/value'],
    ['what is undone', [on('offer', 'add', '/a', 1), on('offer', 'remove', '/a')], 'without_effect', '/mutations/1'],
    [
      'an address of others',
      [on('offer', 'replace', '/credential_issuer', 'https://issuer.example')],
      'foreign_address',
      '/mutations/0/value',
    ],
    ['no operation', [], 'missing_member', '/mutations'],
    ['a parameter that is no text', [on('offer_link', 'put', '/a', 1)], 'illegal_value', '/mutations/0/value'],
  ])('%s', async (_, mutations, code, pointer) => {
    const { error, errors } = await refused({ mutations })
    expect({ error, errors }).toMatchObject({ error: 'invalid_mutation', errors: [{ code, pointer }] })
  })

  it('the name of a preset, which it would count as', async () => {
    const { presets } = (await http({ path: '/presets.json' })).object() as {
      presets: { id: string; kind: string; body: JsonObject }[]
    }
    const named = (kind: string) => presets.find((one) => one.kind === kind && !('negative_test' in one.body))
    const issuance = named('issuance')
    const presentation = presets.find(({ id }) => id === 'sd_jwt_baseline')
    const body = { ...issuance?.body, preset: issuance?.id ?? '' }
    expect(await refused({ ...body, mutations: [on('offer', 'add', '/a', 1)] })).toMatchObject({
      error: 'invalid_request',
      pointer: '/mutations',
    })
    for (const [more, pointer] of [
      [{ mutations: [on('request_object', 'remove', '/nonce')] }, '/mutations'],
      [{ request_behavior: { signature: 'corrupt' } }, '/mutations'],
      [{ negative_test: 'missing_nonce' }, '/negative_test'],
    ] as const) {
      const asked = { ...presentation?.body, preset: presentation?.id ?? '', ...more }
      const answer = await http(jsonPost('/openid4vp/sessions', asked))
      expect([answer.status, answer.object()]).toMatchObject([400, { error: 'invalid_request', pointer }])
    }
  })

  it('both ways to be wrong, and an expectation of nothing', async () => {
    const mutations = [on('offer', 'add', '/a', 1)]
    expect(await refused({ mutations, fault: 'no_expires_in' })).toMatchObject({ error: 'conflicting_options' })
    expect((await post({ mutations, expect: 'report' })).status).toBe(400)
    expect(await refused({ expect: 'refusal' })).toMatchObject({ error: 'conflicting_options', pointer: '/expect' })
  })
})
