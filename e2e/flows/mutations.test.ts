import { CompactEncrypt, importJWK } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { verifierSessions } from '@/lib/testing/verifier-sessions'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

/** Requests that are wrong as a tester asks: the wallet gets exactly that, and the record says so. */
const service = serviceForTests()
const { http } = service
let credentials: HeldCredential[]
const wallet = createNodeClient()
beforeAll(async () => {
  credentials = [...(await obtainCredential({ origin: service.baseUrl, http: wallet })).credentials]
})
const { create, post, read } = verifierSessions(() => http)

type Operation = JsonObject
const partOf = (jwt: string, part: number): JsonObject =>
  JSON.parse(Buffer.from(jwt.split('.')[part] ?? '', 'base64url').toString())
const requestOf = async (id: string) => (await http({ path: `/openid4vp/sessions/${id}/request` })).body
/** Fetches the request of a session, and responds to it. */
async function respond(id: string, parameters: Readonly<Record<string, string>>): Promise<void> {
  await requestOf(id)
  await http({
    method: 'POST',
    path: `/openid4vp/sessions/${id}/response`,
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    body: new URLSearchParams(parameters).toString(),
  })
}
const mutated = (mutations: readonly Operation[], more: JsonObject = {}) =>
  create({ mutations: [...mutations], ...more })
const view = async (id: string) =>
  (await read(id)) as unknown as JsonObject & { mutations: JsonObject; warnings: string[] }
const remove = (target: string, path: string): Operation => ({ target, op: 'remove', path })
const put = (target: string, path: string, value: JsonObject[string]): Operation => ({ target, op: 'put', path, value })

const tenMembers = [
  'session_id',
  'request_delivery',
  'request_uri',
  'request_uri_method',
  'response_mode',
  'scheme',
  'response_uri',
  'deeplink',
  'authorization_request',
  'status',
]

describe('a request without its nonce', () => {
  it('is created with ten members, signed right, and is the test missing_nonce', async () => {
    const created = await mutated([remove('request_object', '/nonce')])
    expect(Object.keys(created)).toEqual(tenMembers)
    expect(created.authorization_request).not.toHaveProperty('nonce')
    const claims = partOf(await requestOf(created.session_id), 1)
    expect(claims).not.toHaveProperty('nonce')
    expect(claims).toHaveProperty('iat')
    const { mutations, warnings, options, request_problems } = await view(created.session_id)
    expect(request_problems).toMatchObject([{ pointer: '/nonce', severity: 'violation', clause: 'OID4VP-1FINAL-5.2' }])
    expect(mutations).toMatchObject({
      operations: [{ target: 'request_object', op: 'remove', path: '/nonce' }],
      same_as: 'missing_nonce',
      expect: 'refusal',
      source: 'mutations',
      differences: [{ target: 'request_object', pointer: '/nonce', was: { kind: 'string', length: 43 } }],
    })
    expect(warnings[0]).toBe('Changed on purpose: /nonce removed.')
    expect((options as JsonObject).request_before_test).toHaveProperty('nonce')
  })

  it('fails a wallet that answers, as the test does', async () => {
    const session = await mutated([remove('request_object', '/nonce')])
    const named = await create({ negative_test: 'missing_nonce' })
    const seen = []
    for (const { session_id, authorization_request } of [session, named]) {
      await requestOf(session_id)
      const body = new URLSearchParams({
        vp_token: '{"pid":["eyJhbGciOiJFUzI1NiJ9.e30.AAAA~"]}',
        state: String(authorization_request.state),
      })
      await http({
        method: 'POST',
        path: `/openid4vp/sessions/${session_id}/response`,
        headers: [['Content-Type', 'application/x-www-form-urlencoded']],
        body: body.toString(),
      })
      const { outcome, checks, status } = await read(session_id)
      const { refused_because, ...told } = outcome as typeof outcome & { refused_because?: unknown }
      seen.push({
        status,
        outcome: told,
        verdict: checks.summary.verdict,
        rejected: checks.conformance.find(({ id }) => id === 'vp.negative.rejected')?.status,
      })
    }
    expect(seen[0]).toMatchObject({ verdict: 'fail', rejected: 'fail' })
    expect(seen[0]).toEqual(seen[1])
  })
})

describe('each target', () => {
  it('request_header: alg is free text, and the signature stays', async () => {
    const { session_id } = await mutated([
      put('request_header', '/alg', 'ES999'),
      put('request_header', '/crit', ['x']),
    ])
    const jwt = await requestOf(session_id)
    expect(partOf(jwt, 0)).toMatchObject({ alg: 'ES999', crit: ['x'], typ: 'oauth-authz-req+jwt' })
    expect(jwt.split('.')[2]).toHaveLength(86)
  })

  it.each(['corrupt', 'other_key', 'none'])('signature: %s', async (op) => {
    for (const request_delivery of ['by_reference', 'by_value']) {
      const { session_id, deeplink } = await mutated([{ target: 'signature', op }], { request_delivery })
      const jwt =
        request_delivery === 'by_value'
          ? (new URL(deeplink).searchParams.get('request') ?? '')
          : await requestOf(session_id)
      const [, , signature] = jwt.split('.')
      expect(signature).toHaveLength(op === 'none' ? 0 : 86)
      expect(partOf(jwt, 0).alg).toBe(op === 'none' ? 'none' : 'ES256')
      expect((await view(session_id)).mutations.same_as).toBe(
        {
          corrupt: 'bad_signature',
          // That test needs a request by reference.
          other_key: request_delivery === 'by_value' ? null : 'signed_by_other_key',
          none: 'alg_none',
        }[op],
      )
    }
  })

  it('link: its parameters, and what the request says stays', async () => {
    const { deeplink, session_id } = await mutated([put('link', '/request_uri_method', 'put')])
    expect(new URL(deeplink).searchParams.get('request_uri_method')).toBe('put')
    expect((await view(session_id)).mutations.same_as).toBe('bad_request_uri_method')
  })

  it('request_response: status, type and body, harmless in a browser', async () => {
    const { session_id } = await mutated([
      put('request_response', '/status', 503),
      put('request_response', '/content_type', 'application/json'),
      put('request_response', '/body', { error: 'temporarily_unavailable' }),
    ])
    const response = await fetch(`${service.baseUrl}/openid4vp/sessions/${session_id}/request`)
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({ error: 'temporarily_unavailable' })
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toBe('sandbox')
  })

  it('response: our answer to the response', async () => {
    const { session_id, deeplink } = await mutated([
      put('response', '/body', 'Thank you.'),
      put('response', '/status', 299),
    ])
    const run = await runAtVerifier({ deeplink, credentials, http: wallet })
    expect(run.outcome).toBeDefined()
    const { mutations, outcome } = await view(session_id)
    expect(mutations).toMatchObject({ same_as: null, expect: 'report' })
    expect(outcome).toMatchObject({ detail: 'Response wrong on purpose: the wallet answered' })
  })

  it('client_id: the link and the signature stay ours', async () => {
    const { deeplink, session_id } = await mutated([remove('request_object', '/client_id')])
    expect(new URL(deeplink).searchParams.get('client_id')).toMatch(/^x509_hash:/)
    expect(partOf(await requestOf(session_id), 0).x5c).toHaveLength(1)
  })
})

describe('an unknown member', () => {
  const unknown = [put('request_object', '/another_member', { deep: [1, null] })]

  it('is reported where the wallet answers, and fails nothing', async () => {
    const { deeplink, session_id } = await mutated(unknown)
    await runAtVerifier({ deeplink, credentials, http: wallet })
    const { mutations, events, outcome, checks } = await read(session_id)
    expect(mutations).toMatchObject({ same_as: null, expect: 'report' })
    expect(events.find(({ type }) => type === 'mutation_result')?.detail).toMatchObject({
      did: 'answered',
    })
    expect(JSON.stringify(outcome)).toContain('Request wrong on purpose: the wallet answered')
    expect(checks.conformance.filter(({ status }) => status === 'fail')).toEqual([])
  })

  it('is reported where the wallet sends an error, and fails nothing', async () => {
    const { session_id, authorization_request } = await mutated(unknown)
    await respond(session_id, { error: 'invalid_request', state: String(authorization_request.state) })
    const { events, outcome, checks } = await read(session_id)
    expect(events.find(({ type }) => type === 'mutation_result')?.detail).toMatchObject({
      did: 'error',
      code: 'invalid_request',
    })
    expect(JSON.stringify(outcome)).toContain('the wallet sent the error invalid_request')
    expect(checks.conformance.filter(({ status }) => status === 'fail')).toEqual([])
  })

  it('is reported by a person where the wallet sends nothing', async () => {
    const report = (id: string, shown: string) => post(`/openid4vp/sessions/${id}/refusal`, { shown })
    const { session_id, deeplink } = await mutated(unknown)
    await requestOf(session_id)
    expect((await report(session_id, 'error')).status).toBe(200)
    const { events } = await read(session_id)
    expect(events.find(({ type }) => type === 'mutation_result')?.detail).toMatchObject({ did: 'stopped' })
    await runAtVerifier({ deeplink, credentials, http: wallet })
    expect((await report(session_id, 'error')).status).toBe(409)
  })
})

describe('the evidence', () => {
  it('tells in each report what was changed on purpose', async () => {
    const { session_id } = await mutated([put('request_object', '/another_member', 'x')], { expect: 'answer' })
    for (const format of ['json', 'md', 'html', 'junit', 'har']) {
      const { status, body } = await http({ path: `/openid4vp/sessions/${session_id}/report?format=${format}` })
      expect(status).toBe(200)
      expect(body, format).toContain('Changed on purpose')
      expect(body, format).toContain('/another_member added')
      expect(body, format).toContain('by the tester')
    }
  })

  it('names the tester who expects a response from a wallet that refused', async () => {
    const { session_id, authorization_request } = await mutated([remove('request_object', '/nonce')], {
      expect: 'answer',
    })
    await respond(session_id, { error: 'invalid_request', state: String(authorization_request.state) })
    const { cause } = await read(session_id)
    expect(cause).toMatchObject({
      reason: 'vp.negative.still_answers#expected_by_tester',
      sentence: 'The session expects a response, and the wallet refused with the error invalid_request.',
    })
  })

  it('judges what the tester expects, and names it so', async () => {
    const { session_id, authorization_request } = await mutated([put('request_object', '/another_member', 'x')], {
      expect: 'refusal',
    })
    await respond(session_id, {
      vp_token: '{"pid":["eyJhbGciOiJFUzI1NiJ9.e30.AAAA~"]}',
      state: String(authorization_request.state),
    })
    const { mutations, checks } = await read(session_id)
    expect(mutations).toMatchObject({ same_as: null, expect: 'refusal', expected_by: 'tester' })
    expect(checks.conformance.find(({ id }) => id === 'vp.negative.rejected')).toMatchObject({
      status: 'fail',
      rule: 'tester',
      spec: 'expected by the tester',
      clause: '',
      fcaf: [],
    })
    expect(checks.conformance.flatMap(({ fcaf = [] }) => fcaf)).toEqual([])
    for (const format of ['json', 'md', 'html', 'junit', 'har']) {
      const { body } = await http({ path: `/openid4vp/sessions/${session_id}/report?format=${format}` })
      expect(body, format).toMatch(/expected by the tester/i)
    }
  })
})

describe('a decoy key in front', () => {
  it('is not used by a good wallet, whose response is taken', async () => {
    const decoy = {
      kty: 'EC',
      crv: 'P-256',
      x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
      y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
      use: 'sig',
      alg: 'ES256',
      kid: 'decoy',
    }
    const { deeplink, session_id } = await mutated([
      { target: 'request_object', op: 'add', path: '/client_metadata/jwks/keys/0', value: decoy },
    ])
    const run = await runAtVerifier({ deeplink, credentials, http: wallet })
    expect(run.outcome).toBe('presented')
    expect((await read(session_id)).status).toBe('presentation_validated')
  })
})

describe('a response for a key of the tester', () => {
  const foreign = (kid?: string) => ({
    kty: 'EC',
    crv: 'P-256',
    x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
    y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
    use: 'enc',
    alg: 'ECDH-ES',
    ...(kid === undefined ? {} : { kid }),
  })
  const sealed = async (key: JsonObject, kid: string | undefined, state = 'x'): Promise<string> =>
    new CompactEncrypt(new TextEncoder().encode(JSON.stringify({ vp_token: { pid: ['secret'] }, state })))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A128GCM', ...(kid === undefined ? {} : { kid }) })
      .encrypt(await importJWK(key, 'ECDH-ES'))
  const respond = (id: string, response: string) =>
    http({
      method: 'POST',
      path: `/openid4vp/sessions/${id}/response`,
      headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      body: new URLSearchParams({ response }).toString(),
    })
  const withKeys = (keys: readonly JsonObject[], more: JsonObject = {}) =>
    create({ allow_undecryptable_response: true, client_metadata: { jwks: { keys: [...keys] } }, ...more })
  const failing = async (id: string) => {
    const { checks } = await read(id)
    return checks.conformance.filter(({ status }) => status === 'fail').map(({ id: check }) => check)
  }

  it.each<[string, string | undefined]>([
    ['named by its kid', 'mine'],
    ['without a kid', undefined],
  ])('%s is received, kept as length and header, and fails nothing', async (_, kid) => {
    const { session_id } = await withKeys([foreign(kid)])
    await requestOf(session_id)
    const jwe = await sealed(foreign(kid), kid)
    const answer = await respond(session_id, jwe)
    expect([answer.status, answer.body]).toEqual([200, '{}'])
    const { status, outcome, checks, events, exchanges, mutations, raw } = await read(session_id)
    expect(await failing(session_id)).toEqual([])
    expect(status).toBe('presentation_captured')
    expect(mutations).toMatchObject({ expect: 'report', same_as: null })
    expect(outcome).toMatchObject({
      detail: 'Request wrong on purpose: the wallet answered (received, cannot be decrypted)',
    })
    expect(checks.conformance.find(({ id }) => id === 'vp.jwe.decrypts')).toMatchObject({ status: 'not_applicable' })
    expect(checks.conformance.find(({ id }) => id === 'vp.token.present')).toMatchObject({ status: 'not_applicable' })
    expect(events.map(({ type }) => type)).toContain('vp_response_decryption_failed')
    expect(raw.presentation_response).toMatchObject({ response: { length: jwe.length } })
    expect(JSON.stringify(exchanges)).toContain('"header":{"alg":"ECDH-ES","enc":"A128GCM",')
    expect(JSON.stringify(raw)).not.toContain(jwe.split('.')[3])
    for (const format of ['json', 'md', 'html']) {
      const { body } = await http({ path: `/openid4vp/sessions/${session_id}/report?format=${format}` })
      expect(body, format).toContain('received, cannot be decrypted')
    }
    expect((await respond(session_id, jwe)).status).toBe(400)
  })

  it('is what a tester expected, or did not', async () => {
    const decided = async (expected: string) => {
      const { session_id } = await withKeys([foreign('mine')], { expect: expected })
      await requestOf(session_id)
      const { status } = await respond(session_id, await sealed(foreign('mine'), 'mine'))
      const { checks } = await read(session_id)
      return [status, checks.summary.verdict, await failing(session_id)]
    }
    expect(await decided('answer')).toEqual([200, 'pass', []])
    expect(await decided('refusal')).toEqual([400, 'fail', ['vp.negative.rejected']])
  })

  it('that is for no key of the request stays a failure', async () => {
    const { session_id } = await withKeys([foreign('mine')])
    await requestOf(session_id)
    const { status } = await respond(session_id, await sealed(foreign('other'), 'other'))
    expect(status).toBe(400)
    expect(await failing(session_id)).toEqual(['vp.jwe.kid_matches', 'vp.jwe.decrypts'])
  })
})

describe('a refusal at creation', () => {
  it.each<[string, JsonObject, string, string[]]>([
    [
      'negative_test beside',
      { negative_test: 'wrong_typ', mutations: [remove('link', '/request_uri')] },
      'conflicting_options',
      ['conflicting_options /mutations'],
    ],
    [
      'a path of nothing',
      { mutations: [remove('request_object', '/nowhere')] },
      'invalid_mutation',
      ['path_missing /mutations/0/path'],
    ],
    [
      'all that is wrong at once, up to the first of a wrong form',
      {
        mutations: [
          remove('request_object', '/nowhere'),
          put('request_object', '/new', 1),
          { target: 'nowhere', op: 'remove', path: '/nonce' },
          { target: 'link', op: 'frob', path: '/client_id' },
          remove('request_object', '/later'),
        ],
      },
      'invalid_mutation',
      ['path_missing /mutations/0/path', 'unknown_target /mutations/2/target', 'unknown_operation /mutations/3/op'],
    ],
    [
      'a second change of the signature',
      {
        mutations: [
          { target: 'signature', op: 'corrupt' },
          { target: 'signature', op: 'none' },
          { target: 'signature', op: 'none', entry: 3 },
        ],
      },
      'invalid_mutation',
      ['without_effect /mutations/0', 'without_effect /mutations/1', 'path_missing /mutations/2/entry'],
    ],
    [
      'what the link undoes of its own request',
      {
        request_delivery: 'by_value',
        client_id_prefix: 'redirect_uri',
        mutations: [put('request_object', '/foo', 'a'), put('response', '/status', 500), remove('link', '/foo')],
      },
      'invalid_mutation',
      ['without_effect /mutations/2'],
    ],
    [
      'members that a reply does not have, or not so',
      {
        mutations: [
          put('request_response', '/content_type', 'application/json, text/html'),
          put('request_response', '/status', 500),
          put('response', '/location', '/x'),
        ],
      },
      'invalid_mutation',
      ['illegal_value /mutations/0/value', 'without_effect /mutations/2/path'],
    ],
    [
      'a test that fails',
      { mutations: [{ target: 'request_object', op: 'test', path: '/nonce', value: 'x' }] },
      'invalid_mutation',
      ['test_failed /mutations/0/value'],
    ],
    [
      'an issuer document',
      { mutations: [remove('offer', '/grants')] },
      'invalid_mutation',
      ['wrong_session /mutations/0/target'],
    ],
    [
      'no effect',
      { mutations: [put('request_object', '/a', 1), remove('request_object', '/a')] },
      'invalid_mutation',
      ['without_effect /mutations/1'],
    ],
    [
      'a foreign address',
      { mutations: [put('request_object', '/response_uri', 'https://evil.example')] },
      'invalid_mutation',
      ['foreign_address /mutations/0/value'],
    ],
    [
      'a foreign address in the link',
      { mutations: [put('link', '/request_uri', 'https://evil.example')] },
      'invalid_mutation',
      ['foreign_address /mutations/0/value'],
    ],
    [
      'a foreign name',
      { mutations: [put('request_object', '/client_id', 'x509_san_dns:bank.example')] },
      'invalid_mutation',
      ['foreign_name /mutations/0/value'],
    ],
    [
      'a private key',
      {
        mutations: [
          {
            target: 'request_object',
            op: 'add',
            path: '/client_metadata/jwks/keys/0',
            value: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', d: 'AA' },
          },
        ],
      },
      'invalid_mutation',
      ['private_key /mutations/0/value'],
    ],
    [
      'a page as reply',
      { mutations: [put('response', '/content_type', 'text/html')] },
      'invalid_mutation',
      ['illegal_value /mutations/0/value'],
    ],
    [
      'a header of a request in a link',
      {
        client_id_prefix: 'redirect_uri',
        request_delivery: 'by_value',
        mutations: [put('request_header', '/a', 1), { target: 'signature', op: 'none' }],
      },
      'invalid_mutation',
      ['path_missing /mutations/0/target', 'path_missing /mutations/1/target'],
    ],
  ])('%s', async (_, body, code, errors) => {
    const response = await post('/openid4vp/sessions', body)
    expect(response.status, response.body).toBe(400)
    const answer = response.object() as { error: string; pointer: string; errors: { code: string; pointer: string }[] }
    expect(answer.error).toBe(code)
    expect(answer.errors.map((one) => `${one.code} ${one.pointer}`)).toEqual(errors)
    expect(answer.pointer).toBe(errors[0]?.split(' ')[1])
  })

  it.each<[string, string, string]>([
    [
      'a number that no double holds',
      '{"mutations":[{"target":"request_object","op":"put","path":"/x","value":[9007199254740993]}]}',
      'too_large /mutations/0/value/0',
    ],
    [
      'a number without end',
      '{"request_mutation":{"request_object":{"set":{"/x":1e999}}}}',
      'too_large /request_mutation/request_object/set/~1x',
    ],
    [
      'a doubled name in a value',
      '{"mutations":[{"target":"request_object","op":"put","path":"/x","value":{"a":1,"a":2}}]}',
      'without_effect /mutations/0/value/a',
    ],
    [
      'a doubled member of an operation',
      '{"mutations":[{"target":"request_object","op":"put","path":"/x","path":"/y","value":1}]}',
      'without_effect /mutations/0/path',
    ],
  ])('%s, which would be sent otherwise', async (_, body, error) => {
    for (const path of ['/openid4vp/sessions', '/sessions']) {
      const response = await http({ method: 'POST', path, headers: [['Content-Type', 'application/json']], body })
      const { errors, pointer } = response.object() as { pointer: string; errors: { code: string; pointer: string }[] }
      expect([response.status, ...errors.map((one) => `${one.code} ${one.pointer}`)], path).toEqual([400, error])
      expect(pointer).toBe(error.split(' ')[1])
    }
  })
})
