import { describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import { jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

/** What a session says of changed documents is what its wallet got. */
const service = serviceForTests()
const { http } = service

const wallet = (body: object) =>
  createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only', ...body })
const token = (op: string, path: string, more: object = {}) => ({ target: 'token_response', op, path, ...more })
const response = (op: string, path: string, more: object = {}) => ({ target: 'credential_response', op, path, ...more })

const notify = async (hand: HandWallet, event: string, notificationId: unknown) => {
  const accessToken = await hand.obtainToken()
  const answer = await hand.requestCredential({ accessToken })
  expect(answer.status, answer.body).toBe(200)
  const body = { notification_id: notificationId ?? answer.object().notification_id, event }
  const path = hand.path('notification')
  const told = await http(
    jsonPost(path, body, [
      ['Authorization', `DPoP ${accessToken}`],
      ['DPoP', hand.dpop('notification', accessToken)],
    ]),
  )
  return told
}

/** The hand wallet takes no DPoP nonce. */
const failedOf = ({ checks }: IssuanceSessionView) =>
  checks.conformance.filter(({ id, status }) => status === 'fail' && id !== 'vci.dpop.nonce_adopted')

const resultOf = ({ events }: IssuanceSessionView) =>
  events.find(({ type }) => type === 'mutation_result')?.detail as object | undefined

describe('a changed credential response', () => {
  it.each([
    ['credential_accepted', { did: 'answered' }],
    ['credential_failure', { did: 'error', code: 'credential_failure' }],
  ])('is answered by the notification %s', async (event, did) => {
    const hand = await wallet({ mutations: [response('put', '/zzz', { value: 1 })] })
    expect((await notify(hand, event, undefined)).status).toBe(204)
    const session = await hand.view()
    expect(resultOf(session)).toMatchObject(did)
    expect(failedOf(session)).toEqual([])
  })

  it('is taken, as its tester expects, by a wallet that keeps the credential', async () => {
    const hand = await wallet({ expect: 'answer', mutations: [response('put', '/zzz', { value: 1 })] })
    await notify(hand, 'credential_accepted', undefined)
    const session = await hand.view()
    expect(failedOf(session)).toEqual([])
    expect(resultOf(session)).toMatchObject({ did: 'answered' })
  })

  it('differs by what was sent, not by what was tried', async () => {
    const hand = await wallet({ mutations: [response('remove', '/notification_id')] })
    const tried = (await hand.view()).mutations?.differences[0]
    const answer = await hand.requestCredential({ accessToken: await hand.obtainToken() })
    expect(answer.object()).not.toHaveProperty('notification_id')
    const [sent] = (await hand.view()).mutations?.differences ?? []
    expect(tried).toMatchObject({ pointer: '/notification_id' })
    expect(sent).toEqual({
      target: 'credential_response',
      pointer: '/notification_id',
      was: { kind: 'string', length: 43 },
    })
  })
})

describe('the whole texts of a response', () => {
  const textsOf = (id: string) => service.container.queries.issuance.changed(id)

  it('are those of a sample until the real one went out, and then its own, without secrets', async () => {
    const mutations = [token('put', '/zzz', { value: 1 }), response('remove', '/notification_id')]
    const hand = await wallet({ mutations })
    const id = String((await hand.view()).session_id)
    expect((await textsOf(id)).map(({ target, isReal }) => [target, isReal])).toEqual([
      ['token_response', undefined],
      ['credential_response', undefined],
    ])
    const answer = (await hand.requestToken()).object()
    const [ofToken, ofCredential] = await textsOf(id)
    expect(ofToken).toMatchObject({
      target: 'token_response',
      isReal: true,
      right: { token_type: 'DPoP' },
      sent: { zzz: 1 },
    })
    expect(Object.keys(ofToken?.sent ?? {})).toEqual(Object.keys(answer))
    expect(ofToken?.sent.access_token).toBe(`a text of ${String(answer.access_token).length} characters, redacted`)
    expect(JSON.stringify([ofToken, (await hand.view()).events])).not.toContain(String(answer.access_token))
    expect(ofCredential?.isReal).toBeUndefined()
  })
})

describe('a wallet that stops', () => {
  const add = { target: 'offer', op: 'add', path: '/zzz', value: 1 }

  it('after the token response has stopped, not sent nothing, where the link was changed too', async () => {
    const hand = await wallet({
      credential_offer_mode: 'credential_offer',
      mutations: [add, token('put', '/zzz', { value: 1 })],
    })
    await hand.requestToken()
    service.advance(61)
    const session = await hand.view()
    expect(resultOf(session)).toMatchObject({ did: 'stopped', seconds: 60 })
    expect(session.outcome).toMatchObject({ id: 'silent', sentence: 'Response wrong on purpose: the wallet stopped' })
  })

  it('after the first changed response has sent nothing, where the offer was right', async () => {
    const hand = await wallet({ mutations: [token('put', '/zzz', { value: 1 })] })
    await hand.requestToken()
    service.advance(61)
    expect(resultOf(await hand.view())).toMatchObject({ did: 'nothing' })
  })
})

describe('an operation that does not apply to the response of a session', () => {
  it('is left out and told, and the others are done', async () => {
    const hand = await wallet({
      laboratory: {},
      mutations: [token('remove', '/authorization_details'), token('put', '/token_type', { value: 'Bearer2' })],
    })
    const answer = (await hand.requestToken()).object()
    expect(answer).toMatchObject({ token_type: 'Bearer2' })
    const { mutations, warnings } = await hand.view()
    expect(mutations?.differences).toEqual([
      { target: 'token_response', pointer: '/token_type', was: 'DPoP', is: 'Bearer2' },
    ])
    expect(mutations?.left_out).toEqual([{ code: 'path_missing', pointer: '/mutations/0/path' }])
    expect(warnings?.slice(0, 2)).toEqual([
      'Changed on purpose: /token_type changed in the token response.',
      'Left out: /mutations/0/path (path_missing). It did not apply to what was sent.',
    ])
  })

  it('is told also where nothing is changed then', async () => {
    const hand = await wallet({ laboratory: {}, mutations: [token('remove', '/authorization_details')] })
    await hand.obtainToken()
    const { mutations, warnings, events } = await hand.view()
    expect([mutations?.differences, mutations?.left_out?.length, warnings?.[0]]).toEqual([
      [],
      1,
      'Changed on purpose: nothing.',
    ])
    expect(events.some(({ type }) => type === 'answer_altered')).toBe(false)
  })

  const refused = async (mutations: object[], pointer: string, code: string) => {
    const body = { flow: 'pre_authorized_code', laboratory: {}, mutations }
    const answer = await http(jsonPost('/sessions', body))
    expect([answer.status, answer.object().errors]).toMatchObject([400, [{ pointer, code }]])
  }

  it('is refused where it compares with a value that does not exist yet', () =>
    refused(
      [token('test', '/access_token', { value: 'a-value-of-the-session' }), token('remove', '/token_type')],
      '/mutations/0/value',
      'test_failed',
    ))

  it('may not hide a foreign address that an operation before it has put there', () =>
    refused(
      [
        token('put', '/jwks_uri', { value: 'https://other.example/keys' }),
        token('move', '/jwks_uri', { from: '/authorization_details' }),
      ],
      '/mutations/0/value',
      'foreign_address',
    ))
})

it('a response to a refresh token is changed like the first', async () => {
  const hand = await wallet({ laboratory: { refresh: {} }, mutations: [token('put', '/zz', { value: 1 })] })
  const first = (await hand.requestToken()).object()
  expect(first).toMatchObject({ zz: 1, refresh_token: expect.any(String) })
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: String(first.refresh_token) })
  const second = await hand.requestToken({ body: body.toString() } as never)
  expect(second.object()).toMatchObject({ zz: 1 })
})

it('an offer by value is changed also where the session serves it, though a named fault changes the link alone', async () => {
  const body = {
    flow: 'pre_authorized_code',
    credential_offer_mode: 'credential_offer',
    mutations: [{ target: 'offer', op: 'remove', path: '/credential_issuer' }],
  }
  const created = (await http(jsonPost('/sessions', body))).object()
  const served = await http({ path: String(created.offer_url).replace(service.baseUrl, '') })
  expect(served.object()).not.toHaveProperty('credential_issuer')
  const { mutations } = (
    await http({ path: `/sessions/${created.session_id}` })
  ).object() as unknown as IssuanceSessionView
  expect(mutations?.same_as).toBe('offer_no_issuer')
})

it('claims of the signed form are changed with the members of their name', async () => {
  const mutations = [
    { target: 'issuer_metadata', op: 'put', path: '/exp', value: 5 },
    { target: 'issuer_metadata', op: 'put', path: '/sub', value: 'somebody' },
  ]
  const body = { flow: 'pre_authorized_code', issuer_configuration_id: 'eu-pid-jwt-proof-only', mutations }
  const created = (await http(jsonPost('/sessions', body))).object()
  const path = String(created.laboratory_url).replace(service.baseUrl, '')
  const signed = (await http({ path, headers: [['Accept', 'application/jwt']] })).body
  const claims = JSON.parse(Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString('utf8'))
  expect(claims).toMatchObject({ exp: 5, sub: 'somebody', iat: expect.any(Number), iss: expect.any(String) })
})

describe('the link to a changed offer', () => {
  const create = (body: object) => http(jsonPost('/sessions', { flow: 'pre_authorized_code', ...body }))
  const link = (path: string, value: string) => ({ mutations: [{ target: 'offer_link', op: 'put', path, value }] })

  it('takes any text, as a phone gets it', async () => {
    const created = await create(link('/a\ud800&b', 'z\udfff ü'))
    expect(created.status, created.body).toBe(201)
    expect(created.object().deeplink).toMatch(/&a%EF%BF%BD%26b=z%EF%BF%BD%20%C3%BC$/)
  })

  it.each([
    [
      'an offer by value',
      {
        credential_offer_mode: 'credential_offer',
        mutations: [{ target: 'offer', op: 'put', path: '/a', value: 'x'.repeat(9000) }],
      },
    ],
    ['letters that are long in a link', link('/a', 'é'.repeat(2000))],
  ])('is bounded as it is sent: %s', async (_, body) => {
    const answer = await create(body)
    expect([answer.status, answer.object().errors]).toMatchObject([
      400,
      [{ code: 'too_large', pointer: '/mutations/0' }],
    ])
  })
})

describe('what somebody saw on the screen', () => {
  const report = (path: string, shown: string) => http(jsonPost(path, { shown, by: 'person' }))

  it('is told of a response of which no text says what a wallet does', async () => {
    const hand = await wallet({ mutations: [token('put', '/zz', { value: 1 })] })
    const path = `/sessions/${hand.created.session_id}`
    expect((await report(`${path}/refusal`, 'error')).status).toBe(409)
    await hand.obtainToken()
    const told = await report(`${path}/refusal`, 'error')
    expect([told.status, resultOf(await hand.view())]).toMatchObject([200, { did: 'stopped' }])
  })

  it('is told of a request of which no text says what a wallet does, until the wallet shows it', async () => {
    const mutations = [{ target: 'request_object', op: 'put', path: '/foo', value: 1 }]
    const created = (await http(jsonPost('/openid4vp/sessions', { mutations }))).object()
    const path = `/openid4vp/sessions/${created.session_id}`
    await http({ path: `${path}/request` })
    const told = await report(`${path}/refusal`, 'error')
    const { events } = (await http({ path })).object() as unknown as { events: { type: string; detail: object }[] }
    expect([told.status, events.find(({ type }) => type === 'mutation_result')?.detail]).toMatchObject([
      200,
      { did: 'stopped' },
    ])
    const answer = new URLSearchParams({
      error: 'invalid_request',
      state: String((created.authorization_request as { state: string }).state),
    })
    const response = await http({
      method: 'POST',
      path: `${path}/response`,
      headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      body: answer.toString(),
    })
    expect([response.status, (await report(`${path}/refusal`, 'went_on')).status]).toEqual([200, 409])
  })
})

describe('a wallet that does what it was told', () => {
  const noPush = { target: 'server_metadata', op: 'remove', path: '/pushed_authorization_request_endpoint' }

  it('is refused without blame where it could not push its request', async () => {
    const created = await http(jsonPost('/sessions', { flow: 'authorization_code', mutations: [noPush] }))
    const { session_id, issuer_identifier, offer_url } = created.object() as Record<string, string>
    const offer = await http({ path: String(offer_url).replace(service.baseUrl, '') })
    const { grants } = offer.object() as { grants: { authorization_code: { issuer_state: string } } }
    const query = new URLSearchParams({ response_type: 'code', client_id: 'w', ...grants.authorization_code })
    const opened = await http({ path: `${new URL(String(issuer_identifier)).pathname}/authorize?${query}` })
    expect([opened.status, opened.object().error]).toEqual([400, 'invalid_request'])
    const view = (await http({ path: `/sessions/${session_id}` })).object() as unknown as IssuanceSessionView
    const ofRequest = failedOf(view).filter(({ id }) => /^vci\.(par|authorize)\./.test(id))
    expect(ofRequest.map(({ id }) => id)).toEqual([])
  })

  it('is not blamed for attested keys without a nonce where there is no endpoint for one', async () => {
    const mutations = [{ target: 'issuer_metadata', op: 'remove', path: '/nonce_endpoint' }]
    const created = (await http(jsonPost('/sessions', { mutations }))).object()
    const { credentials } = await runAtIssuer({ deeplink: String(created.deeplink), http: createNodeClient() })
    expect(credentials).toHaveLength(1)
    const { checks } = (
      await http({ path: `/sessions/${created.session_id}` })
    ).object() as unknown as IssuanceSessionView
    const ofNonce = checks.conformance.filter(({ id }) => id === 'vci.key_attestation.nonce')
    expect(ofNonce).toMatchObject([{ status: 'not_applicable' }])
    expect(checks.conformance.filter(({ status }) => status === 'fail')).toEqual([])
  })

  it('is refused without blame where the code of its link was written', async () => {
    const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'
    const value = JSON.stringify({ grants: { [grant]: { 'pre-authorized_code': 'written-code' } } })
    const link = { target: 'offer_link', op: 'put', path: '/credential_offer', value }
    const hand = await wallet({ credential_offer_mode: 'credential_offer', laboratory: {}, mutations: [link] })
    const told = await hand.requestToken({ form: (form) => form.set('pre-authorized_code', 'written-code') })
    expect(told.object()).toMatchObject({ error: 'invalid_grant' })
    const ofCode = failedOf(await hand.view()).filter(({ id }) => id.startsWith('vci.token.'))
    expect(ofCode.map(({ id }) => id)).toEqual([])
  })

  it.each([
    ['that the offer was given', 'urn:example:grant', []],
    ['that nobody gave it', 'urn:example:other', ['vci.token.grant_type']],
  ])('is refused for a grant type of no specification %s, and blamed for what it made up', async (_, type, blamed) => {
    const grant = { target: 'offer', op: 'put', path: '/grants/urn:example:grant', value: {} }
    const hand = await wallet({ laboratory: {}, mutations: [grant] })
    const told = await hand.requestToken({ form: (form) => form.set('grant_type', type) })
    expect(told.object()).toMatchObject({ error: 'unsupported_grant_type' })
    const ofToken = failedOf(await hand.view()).filter(({ id }) => id.startsWith('vci.token.'))
    expect(ofToken.map(({ id }) => id)).toEqual(blamed)
    const { cause, next_step } = await hand.view()
    const isExcused = blamed.length === 0
    expect(cause?.sentence).toBe(
      `This server does not offer the grant type ${type}${isExcused ? ' (the grant was changed on purpose)' : ''}.`,
    )
    expect(cause?.fix?.includes('without this change')).toBe(isExcused)
    expect(String(told.object().error_description).includes('as the offer says')).toBe(!isExcused)
    expect(next_step?.operation).toBe(isExcused ? null : 'requestToken')
  })

  it('is blamed for a code that nobody wrote', async () => {
    const link = { target: 'offer_link', op: 'add', path: '/zzz', value: 'x' }
    const hand = await wallet({ laboratory: {}, mutations: [link] })
    await hand.requestToken({ form: (form) => form.set('pre-authorized_code', 'guessed-code') })
    expect(failedOf(await hand.view()).map(({ id }) => id)).toContain('vci.token.preauth_code_valid')
  })
})

describe('an offer that no longer names its session', () => {
  const about = async (pointer: string, more: object = {}) => {
    const hand = await wallet({ mutations: [{ target: 'offer', op: 'remove', path: pointer }], ...more })
    return (await hand.view()).warnings?.filter((one) => one.includes('does not name this session'))
  }
  const grant = '/grants/urn:ietf:params:oauth:grant-type:pre-authorized_code'

  it('is told, with what ties its requests', async () => {
    for (const pointer of ['/grants', grant, `${grant}/pre-authorized_code`]) {
      expect(await about(pointer)).toEqual([expect.stringContaining('laboratory: {}')])
      expect(await about(pointer, { laboratory: {} })).toEqual([])
    }
    expect(await about('/credential_configuration_ids')).toEqual([])
  })

  it('is told of a token too, which leads nowhere however often it is asked for', async () => {
    const hand = await wallet({ mutations: [token('put', '/access_token', { value: 'written' })] })
    expect((await hand.view()).warnings).toContainEqual(expect.stringContaining('token names no session'))
    await hand.requestToken()
    const path = hand.path('credential')
    const proof = [['DPoP', hand.dpop('credential', 'written')]] as const
    await http(jsonPost(path, {}, [['Authorization', 'DPoP written'], ...proof]))
    expect((await hand.view()).next_step).toMatchObject({
      operation: null,
      do: expect.stringContaining('without changes'),
    })
  })

  it('is what to check first while nothing has come', async () => {
    const waiting = async (more: object) => {
      const hand = await wallet({ mutations: [{ target: 'offer', op: 'remove', path: '/grants' }], ...more })
      return (await hand.view()).contact.what_to_check[0]
    }
    expect(await waiting({})).toContain('does not name this session')
    expect(await waiting({ laboratory: {} })).not.toContain('does not name this session')
  })
})
