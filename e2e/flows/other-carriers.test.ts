import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandPresenter, type HandPresenter } from '@/lib/testing/hand-presenter'
import {
  type CredentialChanges,
  createHandWallet,
  type HandWallet,
  preAuthorizedGrant,
} from '@/lib/testing/hand-wallet'
import type { HttpAnswer } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/** What is right but for its carrier, its encoding or its place is told so, and nothing in it is called missing. */
const service = serviceForTests()
const jwtOnly = { issuer_configuration_id: 'eu-pid-jwt-proof-only', dpop_nonce: 'off' }

const asForm: [string, string] = ['Content-Type', 'application/x-www-form-urlencoded']
const asJson: [string, string] = ['Content-Type', 'application/json']

const expectCause = async (
  { view }: Pick<HandWallet | HandPresenter, 'view'>,
  answer: HttpAnswer,
  [status, reason, says]: readonly [number, string, string],
) => {
  const { cause, outcome } = await view()
  expect([answer.status, cause?.reason]).toEqual([status, reason])
  expect(cause?.sentence).toContain(says)
  expect(cause?.sentence).not.toMatch(/\b(?:has no|lacks|is missing|neither)\b/)
  expect(['running', 'waiting']).not.toContain(outcome.id)
}

describe('a token request', () => {
  const cases: readonly [string, (wallet: HandWallet) => Promise<HttpAnswer>, string, string][] = [
    [
      'as JSON, with the media type of a form',
      (wallet) =>
        wallet.http({
          method: 'POST',
          path: wallet.path('token'),
          headers: [asForm, ['DPoP', wallet.dpop('token')]],
          body: JSON.stringify({ grant_type: preAuthorizedGrant, 'pre-authorized_code': wallet.code }),
        }),
      'vci.token.content_type#json_for_form',
      'JSON object in place of a form',
    ],
    [
      'with grant_type percent-encoded twice',
      (wallet) =>
        wallet.requestToken({ form: (form) => form.set('grant_type', encodeURIComponent(preAuthorizedGrant)) }),
      'vci.token.grant_type#percent_twice',
      'percent-encoded twice',
    ],
    [
      'with its DPoP proof in the form',
      (wallet) =>
        wallet.http({
          method: 'POST',
          path: wallet.path('token'),
          headers: [asForm],
          body: new URLSearchParams({
            grant_type: preAuthorizedGrant,
            'pre-authorized_code': wallet.code,
            dpop: wallet.dpop('token'),
          }).toString(),
        }),
      'vci.dpop.header_present#in_body',
      'stands in the body, in the parameter dpop',
    ],
  ]

  it.each(cases)('is told so %s, and its code lives', async (_name, send, reason, says) => {
    const wallet = await createHandWallet(service, jwtOnly)
    await expectCause(wallet, await send(wallet), [400, reason, says])
    expect((await wallet.view()).next_step?.operation).toBe('requestToken')
    expect((await wallet.requestToken()).status).toBe(200)
  })
})

describe('a pushed request', () => {
  const cases: readonly [string, Parameters<Awaited<ReturnType<typeof createHandCodeWallet>>['push']>[0], string][] = [
    [
      'as JSON, with the media type of a form',
      { body: JSON.stringify({ response_type: 'code', client_id: 'wallet' }) },
      'vci.par.content_type#json_for_form',
    ],
    [
      'with redirect_uri percent-encoded twice',
      { form: (form) => form.set('redirect_uri', encodeURIComponent('https://wallet.example/cb')) },
      'vci.par.redirect_uri_valid#percent_twice',
    ],
  ]

  it.each(cases)('is told so %s', async (name, changes, reason) => {
    const wallet = await createHandCodeWallet(service, jwtOnly)
    const body = changes?.body?.replace('{', `{"issuer_state":"${wallet.issuerState}",`)
    const answer = await wallet.push({ ...changes, ...(body !== undefined && { body }) })
    await expectCause(wallet, answer, [400, reason, name.includes('JSON') ? 'JSON object' : 'twice'])
    expect((await wallet.push()).status).toBe(201)
  })
})

describe('a credential request', () => {
  const inClaims = (change: (claims: Record<string, unknown>, header: Record<string, unknown>) => void) => () => ({
    proof: ({ claims, header }: { claims: Record<string, unknown>; header: Record<string, unknown> }) =>
      change(claims, header),
  })
  const cases: readonly [string, (wallet: HandWallet, token: string) => CredentialChanges, number, string, string][] = [
    [
      'as a form, with the media type of JSON',
      ({ created }) => ({ body: `credential_configuration_id=${created.credential_configuration_id}` }),
      400,
      'credential.json_object#form_for_json',
      'is a form in place of a JSON object',
    ],
    [
      'with proof_type in proofs',
      () => ({
        request: (request) => {
          request.proofs = { proof_type: 'jwt', ...(request.proofs as object) }
        },
      }),
      400,
      'credential.proofs_one_type#old_form',
      'proof_type',
    ],
    [
      'with c_nonce for nonce',
      inClaims((claims) => {
        claims.c_nonce = claims.nonce
        delete claims.nonce
      }),
      400,
      'proof.jwt.nonce_present#other_name',
      'c_nonce stands in place of nonce',
    ],
    [
      'with the nonce in the header of the proof',
      inClaims((claims, header) => {
        header.nonce = claims.nonce
        delete claims.nonce
      }),
      400,
      'proof.jwt.nonce_present#in_header',
      'in the header of the proof',
    ],
    [
      'with the token and no scheme',
      (_wallet, token) => ({ headers: (fields) => void fields.splice(0, 1, ['Authorization', token]) }),
      401,
      'dpop.scheme#no_scheme',
      'no scheme stands before the access token',
    ],
    [
      'with ath in hexadecimal',
      (_wallet, token) => ({
        dpop: ({ claims }) => {
          claims.ath = createHash('sha256').update(token).digest('hex')
        },
      }),
      401,
      'dpop.ath_matches#hexadecimal',
      'the right hash in hexadecimal',
    ],
  ]

  it.each(cases)('is told so %s', async (_name, changes, status, reason, says) => {
    const wallet = await createHandWallet(service, jwtOnly)
    const token = await wallet.obtainToken()
    await expectCause(wallet, await wallet.requestCredential(changes(wallet, token)), [status, `vci.${reason}`, says])
    expect((await wallet.requestCredential()).status).toBe(200)
  })

  it('is told so with the scope of its configuration for the id', async () => {
    const wallet = await createHandWallet(service, { ...jwtOnly, laboratory: { scope_names: 'other' } })
    await wallet.obtainToken()
    const answer = await wallet.requestCredential({
      request: (request) => {
        request.credential_configuration_id = `scope.${request.credential_configuration_id}`
      },
    })
    await expectCause(wallet, answer, [
      400,
      'vci.credential.configuration_known#other_value',
      'a scope of this service',
    ])
  })
})

describe('a form where a JSON object is due', () => {
  const formOf = (members: Readonly<Record<string, unknown>>): string =>
    Object.entries(members)
      .map(
        ([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
      )
      .join('&')

  it.each([
    ['credential', 'json_object', asForm, {}],
    ['credential', 'json_object', asJson, {}],
    ['deferred', 'wellformed', asForm, { laboratory: { deferred: { interval: 1, pending: 0 } } }],
    ['deferred', 'wellformed', asJson, { laboratory: { deferred: { interval: 1, pending: 0 } } }],
    ['notification', 'wellformed', asForm, {}],
    ['notification', 'wellformed', asJson, {}],
  ] as const)(
    'is told at the %s endpoint by %s, and its fix is all there is to do: %s',
    async (endpoint, check, type, body) => {
      const wallet = await createHandWallet(service, { ...jwtOnly, ...body })
      const token = await wallet.obtainToken()
      let members: Record<string, unknown> = {}
      if (endpoint === 'credential')
        members = {
          credential_configuration_id: wallet.created.credential_configuration_id,
          proofs: { jwt: [wallet.proof(await wallet.freshNonce(), null)] },
        }
      else {
        const { notification_id, transaction_id } = (await wallet.requestCredential({ accessToken: token })).object()
        members = endpoint === 'deferred' ? { transaction_id } : { notification_id, event: 'credential_accepted' }
      }
      const send = (contentType: readonly [string, string], text: string): Promise<HttpAnswer> =>
        wallet.http({
          method: 'POST',
          path: wallet.path(endpoint),
          headers: [contentType, ['Authorization', `DPoP ${token}`], ['DPoP', wallet.dpop(endpoint, token)]],
          body: text,
        })
      const says = 'is a form in place of a JSON object'
      const answer = await send(type, formOf(members))
      await expectCause(wallet, answer, [400, `vci.${endpoint}.${check}#form_for_json`, says])
      expect(answer.object().error_description).toBe(
        'Send one JSON object with Content-Type application/json, not a form.',
      )
      expect((await wallet.view()).cause?.fix).toMatch(
        /one JSON object, and send that text with Content-Type application\/json/,
      )
      expect((await send(['Content-Type', 'application/json'], JSON.stringify(members))).status).toBeLessThan(300)
    },
  )
})

describe('a response', () => {
  let credential: HeldCredential
  beforeAll(async () => {
    const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
    credential = credentials[0] as HeldCredential
  })
  const posted = (one: HandPresenter, body: string): Promise<HttpAnswer> =>
    one.http({ method: 'POST', path: one.responsePath, headers: [asForm], body })
  const first = (one: HandPresenter) => {
    const { vp_token: token } = one.payload()
    const [[id, [text]]] = Object.entries(token) as [[string, [string]]]
    return { id, text }
  }
  const plain = { response_mode: 'direct_post' }

  const cases: readonly [string, object, (one: HandPresenter) => Promise<HttpAnswer>, string, string][] = [
    [
      'as JSON, with the media type of a form',
      {},
      (one) => posted(one, JSON.stringify({ response: one.encrypt(one.payload()) })),
      'response.content_type#json_for_form',
      'JSON object in place of a form',
    ],
    [
      'as a JWE without a name',
      {},
      (one) => posted(one, one.encrypt(one.payload())),
      'response.content_type#jwe_alone',
      'a JWE by itself',
    ],
    [
      'with the JWE as vp_token',
      {},
      (one) =>
        one.post([
          ['vp_token', one.encrypt(one.payload())],
          ['state', String(one.request.state)],
        ]),
      'response.encrypted#other_parameter',
      'in the parameter vp_token',
    ],
    [
      'with the JWE as jwt',
      {},
      (one) => one.post([['jwt', one.encrypt(one.payload())]]),
      'response.matches_type#jwe_under_another_name',
      'in the parameter jwt',
    ],
    [
      'with a vp_token that is percent-encoded twice',
      plain,
      (one) =>
        one.post([
          ['vp_token', encodeURIComponent(JSON.stringify(one.payload().vp_token))],
          ['state', String(one.request.state)],
        ]),
      'token.is_object#percent_twice',
      'percent-encoded twice',
    ],
    [
      'with an entry that is a JSON text',
      {},
      (one) =>
        one.answer({
          vp_token: { [first(one).id]: JSON.stringify([first(one).text]) },
          state: String(one.request.state),
        }),
      'token.array#json_text',
      'a string that holds a JSON array',
    ],
    [
      'with the audience of a draft of the Digital Credentials API',
      {},
      (one) =>
        one.answer(
          one.payload({
            keyBinding: ({ claims }) => {
              claims.aud = `web-origin:${service.baseUrl}`
            },
          }),
        ),
      'kb.aud#aud_is_origin_with_prefix',
      'the audience of the Digital Credentials API',
    ],
  ]

  it.each(cases)('is told so %s', async (_name, body, send, reason, says) => {
    const presenter = await createHandPresenter(service, credential, { ...body })
    await expectCause(presenter, await send(presenter), [400, `vp.${reason}`, says])
  })

  it('says which names are none where it holds the response once more', async () => {
    const presenter = await createHandPresenter(service, credential)
    const payload = presenter.payload()
    await presenter.answer({ ...payload, vp_token: { vp_token: payload.vp_token } })
    expect((await presenter.view()).cause?.sentence).toBe(
      'The vp_token has an entry whose name is not the id of a credential query: vp_token.',
    )
  })

  it('is judged by its presentation alone where only the array around it is a text', async () => {
    const presenter = await createHandPresenter(service, credential)
    const { id, text } = first(presenter)
    await presenter.answer({ vp_token: { [id]: JSON.stringify([text]) }, state: String(presenter.request.state) })
    const { checks } = await presenter.view()
    expect(checks.conformance.flatMap(({ id: check, status }) => (status === 'fail' ? [check] : []))).toEqual([
      'vp.token.array',
    ])
  })
})

describe('an mdoc', () => {
  const query = {
    credentials: [
      {
        id: 'pid',
        format: 'mso_mdoc',
        meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' },
        claims: [{ path: ['eu.europa.ec.eudi.pid.1', 'family_name'] }],
      },
    ],
  }
  it.each([
    ['JSON', JSON.stringify({ documents: [] }), 'base64url#json_for_cbor'],
    ['PEM', '-----BEGIN MDOC-----\no2d2\n-----END MDOC-----', 'cbor#pem'],
  ])('is told to be %s', async (_name, text, form) => {
    const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
    const presenter = await createHandPresenter(service, credentials[0] as HeldCredential, { dcql_query: query })
    await presenter.answer({ vp_token: { pid: [text] }, state: String(presenter.request.state) })
    expect((await presenter.view()).cause?.reason).toBe(`vp.mdoc.${form}`)
  })
})
