import { beforeAll, describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { createHandWallet, type HandWallet, preAuthorizedGrant } from '@/lib/testing/hand-wallet'
import type { HttpAnswer, JsonRecord } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { JwtDraft } from '@/lib/wallet/jose/jws'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/** What a session says after a refusal, and what happens to a wallet that does it. */
const service = serviceForTests()
let credential: HeldCredential
beforeAll(async () => {
  const http = createNodeClient()
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http, format: 'dc+sd-jwt' })
  if (credentials[0] === undefined) throw new Error('No credential was issued.')
  credential = credentials[0]
})

const jo = 'eu-pid-jwt-proof-only'
const open = (more: JsonRecord = {}) => createHandWallet(service, { issuer_configuration_id: jo, ...more })
const openCode = (more: JsonRecord = {}) => createHandCodeWallet(service, { issuer_configuration_id: jo, ...more })

const form: [string, string] = ['Content-Type', 'application/x-www-form-urlencoded']

/** The next step after this answer, which is a refusal. */
async function stepAfter(wallet: { view(): Promise<Pick<IssuanceSessionView, 'next_step'>> }, answer: HttpAnswer) {
  expect(answer.status, answer.body).toBeGreaterThanOrEqual(400)
  const { next_step } = await wallet.view()
  if (next_step === null) throw new Error(`No next step after ${answer.body}`)
  return next_step
}

const lives = (kind: string) => expect.objectContaining({ kind, lives: true, ended: null })

const credentialWith = (wallet: HandWallet, accessToken: string, scheme: string, dpop?: null) =>
  wallet.requestCredential({
    accessToken,
    ...(dpop === null ? { dpop } : {}),
    headers: (fields) => {
      const field = fields.find(([name]) => name === 'Authorization')
      if (field) field[1] = `${scheme} ${accessToken}`
    },
  })

describe('after a refused token request', () => {
  it('with its parameters in the URL the code works as a form', async () => {
    const wallet = await open()
    const query = new URLSearchParams({ grant_type: preAuthorizedGrant, 'pre-authorized_code': wallet.code })
    const step = await stepAfter(wallet, await wallet.requestToken({ query: `?${query}`, body: '' }))
    expect(step).toMatchObject({ operation: 'requestToken', survives: expect.arrayContaining([lives('code')]) })
    expect((await wallet.requestToken()).status).toBe(200)
    expect((await wallet.view()).next_step).toBeNull()
  })

  it('of an authorization code in the URL too', async () => {
    const wallet = await openCode()
    const code = await wallet.obtainCode()
    const query = new URLSearchParams({ grant_type: 'authorization_code', code })
    const answer = await wallet.http({
      method: 'POST',
      path: `${wallet.path('token')}?${query}`,
      headers: [form, ['DPoP', wallet.dpop('token')]],
      body: '',
    })
    const step = await stepAfter(wallet, answer)
    expect(step).toMatchObject({ operation: 'requestToken', survives: expect.arrayContaining([lives('code')]) })
    expect(step.because).toMatch(/^The authorization code is valid until /)
    expect((await wallet.redeem(code)).status).toBe(200)
  })

  it('with a pre-authorized code under the other grant the code lives', async () => {
    const wallet = await open()
    const answer = await wallet.requestToken({
      form: (fields) => {
        fields.delete('pre-authorized_code')
        fields.set('grant_type', 'authorization_code')
        fields.set('code', wallet.code)
      },
    })
    const step = await stepAfter(wallet, answer)
    expect(step).toMatchObject({ operation: 'requestToken', survives: expect.arrayContaining([lives('code')]) })
    expect(step.because).toMatch(/^The pre-authorized code is valid until \d\d:\d\d:\d\d UTC\.$/)
    expect((await wallet.requestToken()).status).toBe(200)
  })

  it('by another method the code lives, and by a body that is too large as well', async () => {
    const wallet = await open()
    const query = new URLSearchParams({ grant_type: preAuthorizedGrant, 'pre-authorized_code': wallet.code })
    const byGet = await wallet.http({ path: `${wallet.path('token')}?${query}` })
    expect(byGet.status).toBe(405)
    expect(await stepAfter(wallet, byGet)).toMatchObject({ operation: 'requestToken' })
    const large = await wallet.requestToken({ form: (fields) => fields.set('more', 'x'.repeat(400_000)) })
    expect(large.status).toBe(413)
    expect(await stepAfter(wallet, large)).toMatchObject({ operation: 'requestToken' })
    expect((await wallet.requestToken()).status).toBe(200)
  })

  it('that used the code up, the list says when, how, and by which exchange', async () => {
    const wallet = await openCode()
    const code = await wallet.obtainCode()
    const answer = await wallet.redeem(code, { form: (fields) => fields.set('code_verifier', 'v'.repeat(43)) })
    const step = await stepAfter(wallet, answer)
    const spender = (await wallet.view()).exchanges.findLast(({ operation }) => operation === 'requestToken')
    expect(step).toMatchObject({
      operation: 'pushAuthorizationRequest',
      survives: expect.arrayContaining([
        expect.objectContaining({ kind: 'code', lives: false, ended: 'refused_use', by: spender?.id }),
        expect.objectContaining({ kind: 'request_uri', lives: false, ended: 'used' }),
        lives('offer'),
      ]),
    })
    expect(await wallet.obtainCode()).toMatch(/^[\w-]{43}$/)
  })

  it('of a code that was redeemed, its tokens are revoked, and the exchange that did it is named', async () => {
    const wallet = await open()
    const accessToken = await wallet.obtainToken()
    const again = await wallet.requestToken()
    expect(await stepAfter(wallet, again)).toMatchObject({
      operation: null,
      because: expect.stringMatching(/^The pre-authorized code was used up at \d\d:/),
    })
    const refused = await wallet.requestCredential({ accessToken })
    const replay = (await wallet.view()).exchanges.filter(({ operation }) => operation === 'requestToken').at(-1)
    expect(await stepAfter(wallet, refused)).toMatchObject({
      operation: null,
      survives: expect.arrayContaining([
        expect.objectContaining({ kind: 'access_token', ended: 'revoked', by: replay?.id }),
      ]),
    })
  })

  it.each(['user_pin', 'txCode'])('with its transaction code under %s the code lives', async (name) => {
    const wallet = await open({ tx_code: true })
    const answer = await wallet.requestToken({ form: (fields) => fields.set(name, '1234') })
    expect(await stepAfter(wallet, answer)).toMatchObject({ operation: 'requestToken' })
  })

  it('counts the attempts that are left', async () => {
    const wallet = await open({ tx_code: true })
    const wrong = await wallet.requestToken({ form: (fields) => fields.set('tx_code', 'wrong') })
    expect((await stepAfter(wallet, wrong)).because).toMatch(/ Attempts left: 4\.$/)
  })
})

describe('after a refused authorization', () => {
  it('that came again, the code of the first response still works', async () => {
    const wallet = await openCode()
    const requestUri = await wallet.pushed()
    const code = (await wallet.browse(requestUri)).searchParams.get('code') ?? ''
    const step = await stepAfter(wallet, await wallet.open(wallet.authorizeUrl(requestUri)))
    expect(step).toMatchObject({
      operation: 'requestToken',
      do: 'Send a token request: the code of the first response still works.',
      because: expect.stringMatching(/^The request_uri was used up at .* The authorization code is valid until /),
    })
    expect((await wallet.redeem(code)).status).toBe(200)
  })

  it('for another client the request_uri still works', async () => {
    const wallet = await openCode()
    const requestUri = await wallet.pushed()
    const url = wallet.authorizeUrl(requestUri).replace('wallet-by-hand', 'another')
    expect(await stepAfter(wallet, await wallet.open(url))).toMatchObject({ operation: 'authorize' })
    expect((await wallet.browse(requestUri)).searchParams.get('code')).toBeTruthy()
  })

  it('without a pushed request, that is what comes first; so it is after one that was refused', async () => {
    const wallet = await openCode({ laboratory: {} })
    const query = new URLSearchParams({ response_type: 'code', issuer_state: wallet.issuerState })
    const url = `${wallet.created.issuer_identifier}/authorize?${query}`
    expect(await stepAfter(wallet, await wallet.open(url))).toMatchObject({ operation: 'pushAuthorizationRequest' })
    const refused = await wallet.push({ form: (fields) => fields.delete('code_challenge') })
    const step = await stepAfter(wallet, refused)
    expect(step).toMatchObject({ operation: 'pushAuthorizationRequest', survives: [lives('offer')] })
    expect(step.do).toMatch(/ Then send the pushed authorization request again\.$/)
    expect((await wallet.push()).status).toBe(201)
  })

  it('with too little, the offer still works, whatever is refused', async () => {
    const wallet = await openCode({ laboratory: {} })
    const changes: ((fields: URLSearchParams) => void)[] = [
      // V14 and V16, and a form that cannot be read.
      (fields) => fields.delete('scope'),
      (fields) => fields.set('dpop_jkt', 'x'.repeat(43)),
    ]
    for (const change of changes) {
      const answer = await wallet.push({ form: change, dpop: null })
      expect(await stepAfter(wallet, answer)).toMatchObject({ operation: 'pushAuthorizationRequest' })
    }
    const unread = await wallet.push({
      body: '\u0000',
      headers: (fields) => fields.splice(0, 1, ['Content-Type', 'text/html']),
    })
    expect(await stepAfter(wallet, unread)).toMatchObject({ operation: 'pushAuthorizationRequest' })
    expect((await wallet.push()).status).toBe(201)
  })

  it('without a challenge where one is due, it is that request again with the one of the response', async () => {
    const wallet = await openCode({ laboratory: { client_attestation: { challenge: true } } })
    const answer = await wallet.push({ headers: (fields) => fields.push(...wallet.attested()) })
    expect(answer.object().error).toBe('use_attestation_challenge')
    expect(await stepAfter(wallet, answer)).toMatchObject({
      operation: 'pushAuthorizationRequest',
      do: 'Send the pushed authorization request again with the challenge of the response.',
    })
  })

  it('with another challenge than that of the response, which it names', async () => {
    const wallet = await openCode({ dpop_nonce: 'required' })
    const step = await stepAfter(wallet, await wallet.push())
    expect(step).toMatchObject({
      operation: 'pushAuthorizationRequest',
      do: 'Send the pushed authorization request again with the DPoP nonce of the response.',
    })
  })
})

describe('after a refused credential request', () => {
  it.each([
    ['with a DPoP proof', undefined],
    ['without', null],
  ] as const)('V12: under the scheme Bearer, %s, it is that request again under DPoP', async (_, dpop) => {
    const wallet = await open()
    const accessToken = await wallet.obtainToken()
    const answer = await credentialWith(wallet, accessToken, 'Bearer', dpop)
    expect(answer.status).toBe(401)
    const step = await stepAfter(wallet, answer)
    expect(step).toMatchObject({ operation: 'requestCredential', do: expect.stringContaining('DPoP') })
    expect(step.survives).toEqual(expect.arrayContaining([lives('access_token'), lives('c_nonce')]))
    expect((await wallet.requestCredential({ accessToken })).status).toBe(200)
  })

  it('with a body that is no JSON or by another method, it is that request again', async () => {
    const wallet = await open()
    const accessToken = await wallet.obtainToken()
    await wallet.freshNonce()
    for (const answer of [
      await wallet.requestCredential({ accessToken, body: '{' }),
      await wallet.http({
        method: 'PUT',
        path: wallet.path('credential'),
        headers: [['Authorization', `DPoP ${accessToken}`]],
        body: '{}',
      }),
    ])
      expect(await stepAfter(wallet, answer)).toMatchObject({ operation: 'requestCredential' })
  })

  it.each<[string, (request: JsonRecord) => void]>([
    ['V3, both identifiers', (request) => Object.assign(request, { credential_identifier: 'one' })],
    [
      'V6, proof of a draft',
      (request) => Object.assign(request, { proof: { proof_type: 'jwt', jwt: 'x' }, proofs: undefined }),
    ],
    ['V7, a text for a list', (request) => Object.assign(request, { proofs: { jwt: 'x' } })],
    ['V8, an object in the list', (request) => Object.assign(request, { proofs: { jwt: [{}] } })],
  ])('the token and the nonce of the wallet live: %s', async (_, request) => {
    const wallet = await open()
    const accessToken = await wallet.obtainToken()
    const nonce = await wallet.freshNonce()
    const answer = await wallet.requestCredential({ accessToken, nonce, request })
    expect(await stepAfter(wallet, answer)).toMatchObject({ operation: 'requestCredential' })
    expect((await wallet.requestCredential({ accessToken, nonce })).status).toBe(200)
  })

  it.each<[string, (draft: JwtDraft) => void]>([
    ['V9, a DID alone', ({ header }) => Object.assign(header, { jwk: undefined, kid: 'did:jwk:x#0' })],
    ['V10, a number', ({ header }) => Object.assign(header, { jwk: undefined, kid: 1 })],
    ['V10, no key', ({ header }) => Object.assign(header, { jwk: undefined })],
  ])('so do they with a proof of no key: %s', async (_, proof) => {
    const wallet = await open()
    const accessToken = await wallet.obtainToken()
    const nonce = await wallet.freshNonce()
    const answer = await wallet.requestCredential({ accessToken, nonce, proof })
    expect(await stepAfter(wallet, answer)).toMatchObject({ operation: 'requestCredential' })
    expect((await wallet.requestCredential({ accessToken, nonce })).status).toBe(200)
  })

  it('with a nonce that is none, used up or over, it is a new nonce', async () => {
    const wallet = await open()
    const accessToken = await wallet.obtainToken()
    // V11: the access token as nonce.
    const foreign = await wallet.requestCredential({ accessToken, nonce: accessToken })
    expect(await stepAfter(wallet, foreign)).toMatchObject({
      operation: 'requestNonce',
      because: expect.stringMatching(/^The c_nonce of the refused request is none that this issuer gave\./),
    })
    const nonce = await wallet.freshNonce()
    expect((await wallet.requestCredential({ accessToken, nonce })).status).toBe(200)
    const again = await wallet.requestCredential({ accessToken, nonce })
    const giver = (await wallet.view()).exchanges.filter(({ operation }) => operation === 'requestCredential').at(-2)
    expect(await stepAfter(wallet, again)).toMatchObject({
      operation: 'requestNonce',
      survives: expect.arrayContaining([
        expect.objectContaining({ kind: 'c_nonce', ended: 'used', by: giver?.id }),
        lives('access_token'),
      ]),
    })
    expect((await wallet.requestCredential({ accessToken })).status).toBe(200)
  })

  it('at an issuer without a nonce endpoint, it is never a nonce', async () => {
    const wallet = await open({ laboratory: { nonce: 'absent' } })
    const accessToken = await wallet.obtainToken()
    const answer = await wallet.requestCredential({ accessToken, nonce: 'invented' })
    expect(await stepAfter(wallet, answer)).toMatchObject({ operation: 'requestCredential' })
    expect((await wallet.requestCredential({ accessToken, nonce: null })).status).toBe(200)
  })

  it('with a token that is over, it is a refresh, and where there is none another code', async () => {
    const wallet = await open({ laboratory: { refresh: {}, access_token_seconds: 60 } })
    const given = (await wallet.requestToken()).object()
    service.advance(61)
    const answer = await wallet.requestCredential({ accessToken: String(given.access_token) })
    expect(await stepAfter(wallet, answer)).toMatchObject({
      operation: 'requestToken',
      do: 'Get a new access token with the refresh token of the token response.',
      because: expect.stringMatching(/^The access token expired at .* The refresh token is valid until /),
    })
    const fresh = await wallet.requestToken({
      form: (fields) => {
        fields.delete('pre-authorized_code')
        fields.set('grant_type', 'refresh_token')
        fields.set('refresh_token', String(given.refresh_token))
      },
    })
    expect(fresh.status).toBe(200)
    expect((await wallet.requestCredential({ accessToken: String(fresh.object().access_token) })).status).toBe(200)
  })

  it('for a transaction under another name, the transaction lives', async () => {
    const wallet = await open({ laboratory: { deferred: { interval: 1, pending: 0 } } })
    const accessToken = await wallet.obtainToken()
    const deferral = await wallet.requestCredential({ accessToken })
    expect(deferral.status, deferral.body).toBe(202)
    const poll = (body: JsonRecord) =>
      wallet.http({
        method: 'POST',
        path: wallet.path('deferred'),
        headers: [
          ['Authorization', `DPoP ${accessToken}`],
          ['Content-Type', 'application/json'],
          ['DPoP', wallet.dpop('deferred', accessToken)],
        ],
        body: JSON.stringify(body),
      })
    const id = deferral.object().transaction_id
    for (const name of ['transactionId', 'acceptance_token'])
      expect(await stepAfter(wallet, await poll({ [name]: id }))).toMatchObject({
        operation: 'requestDeferredCredential',
        survives: expect.arrayContaining([lives('transaction'), lives('access_token')]),
      })
    service.advance(2)
    expect((await poll({ transaction_id: id })).status).toBe(200)
    expect(await stepAfter(wallet, await poll({ transaction_id: id }))).toMatchObject({ operation: 'requestNonce' })
  })
})

it('V12: after a refused notification it is that notification again, under DPoP', async () => {
  const wallet = await open()
  const accessToken = await wallet.obtainToken()
  const id = (await wallet.requestCredential({ accessToken })).object().notification_id
  const notify = (scheme: string, notification_id: unknown, isProven = true) =>
    wallet.http({
      method: 'POST',
      path: wallet.path('notification'),
      headers: [
        ['Authorization', `${scheme} ${accessToken}`],
        ['Content-Type', 'application/json'],
        ...(isProven ? ([['DPoP', wallet.dpop('notification', accessToken)]] as const) : []),
      ],
      body: JSON.stringify({ notification_id, event: 'credential_accepted' }),
    })
  for (const isProven of [true, false]) {
    const bearer = await notify('Bearer', id, isProven)
    expect(bearer.status).toBe(401)
    expect(await stepAfter(wallet, bearer)).toMatchObject({
      operation: 'sendNotification',
      do: expect.stringContaining('DPoP'),
      survives: expect.arrayContaining([lives('access_token'), lives('notification_id')]),
    })
  }
  expect(await stepAfter(wallet, await notify('DPoP', 'another'))).toMatchObject({ operation: 'sendNotification' })
  expect((await notify('DPoP', id)).status).toBe(204)
  expect((await wallet.view()).next_step).toBeNull()
})

it.each<[string, JsonRecord, string]>([
  ['credential request', {}, 'requestCredential'],
  ['credential request', { laboratory: { nonce: 'absent' } }, 'requestCredential'],
  [
    'deferred credential request',
    { laboratory: { deferred: { interval: 1, pending: 0 } } },
    'requestDeferredCredential',
  ],
])('after a notification before there is a credential it is the %s: %j', async (what, more, operation) => {
  const wallet = await open(more)
  const accessToken = await wallet.obtainToken()
  const send = (endpoint: 'deferred' | 'notification', body: JsonRecord) =>
    wallet.http({
      method: 'POST',
      path: wallet.path(endpoint),
      headers: [
        ['Authorization', `DPoP ${accessToken}`],
        ['Content-Type', 'application/json'],
        ['DPoP', wallet.dpop(endpoint, accessToken)],
      ],
      body: JSON.stringify(body),
    })
  const isDeferred = operation === 'requestDeferredCredential'
  const deferral = isDeferred ? (await wallet.requestCredential({ accessToken })).object() : null
  if (more.laboratory === undefined) await wallet.freshNonce()
  for (const id of [{}, { notification_id: 'x' }])
    expect(await stepAfter(wallet, await send('notification', { ...id, event: 'credential_accepted' }))).toMatchObject({
      operation,
      do: `Send the ${what} first: the response with the credential has the notification_id.`,
      survives: expect.arrayContaining([lives('access_token')]),
    })
  service.advance(2)
  const answer = isDeferred
    ? await send('deferred', { transaction_id: deferral?.transaction_id })
    : await wallet.requestCredential({ accessToken, ...(more.laboratory === undefined ? {} : { nonce: null }) })
  expect(answer.object().notification_id).toEqual(expect.any(String))
})

it('after a session is over the step is a new one, and says what ended', async () => {
  const wallet = await open()
  await wallet.requestToken({ dpop: null })
  service.advance(1000)
  expect((await wallet.view()).next_step).toMatchObject({
    do: 'Start a new session: it makes a new offer.',
    because: expect.stringMatching(/^The pre-authorized code expired at \d\d:\d\d:\d\d UTC\./),
    operation: null,
  })
})

describe('after a refused presentation', () => {
  it('the request takes another response, or says which exchange used it up', async () => {
    const presenter = await createHandPresenter(service, credential, { response_mode: 'direct_post' })
    const twice = await presenter.post([['vp_token', JSON.stringify(JSON.stringify(presenter.payload().vp_token))]])
    expect(twice.status).toBe(400)
    const first = (await presenter.view()).next_step
    expect(first?.operation).toBe(first?.survives[0]?.lives ? 'sendPresentationResponse' : null)
    const other = await createHandPresenter(service, credential, { response_mode: 'direct_post' })
    const refused = await other.answer(
      other.payload({ keyBinding: ({ claims }) => Object.assign(claims, { nonce: 'n' }) }),
    )
    expect(refused.status).toBe(400)
    const { next_step, exchanges } = await other.view()
    expect(next_step).toMatchObject({
      operation: null,
      survives: [{ kind: 'presentation_request', lives: false, ended: 'refused_use', by: exchanges.at(-1)?.id }],
    })
  })
})
