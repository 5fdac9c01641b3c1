import { createHash, X509Certificate } from 'node:crypto'
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { malformedQueries, verifierDeviations } from '@/lib/core/verifier/deviations'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { covers } from '@/lib/testing/covers'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { knownVerifier } from '@/lib/testing/known-verifier'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { redOf, verifierSessions } from '@/lib/testing/verifier-sessions'
import { presentsFor } from '@/lib/wallet/campaign/run-campaign'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { PresentationMisbehaviour } from '@/lib/wallet/misbehaviours/verifier/misbehaviour'
import { presentationMisbehaviours } from '@/lib/wallet/misbehaviours/verifier/registry'
import { createCredentialMaker } from '@/lib/wallet/testing/credential-maker'
import { holdCredential } from '@/lib/wallet/testing/presenting-wallet'
import { obtainCredential, type PresentableFormat } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import { fixedShare } from '@/scripts/thorough.mjs'

const service = serviceForTests()
const { http } = service
let credentials: HeldCredential[]
let mdocs: HeldCredential[]
beforeAll(async () => {
  credentials = await obtained('dc+sd-jwt')
  mdocs = await obtained('mso_mdoc')
})

const obtained = async (format: PresentableFormat): Promise<HeldCredential[]> => [
  ...(await obtainCredential({ origin: service.baseUrl, http: createNodeClient(), format })).credentials,
]
const { post, create, read } = verifierSessions(() => http)

async function present(body: JsonObject, more: object = {}) {
  const { session_id, deeplink } = await create(body)
  const trustAnchors = [service.container.keyStore.rootPem()]
  const run = await runAtVerifier({
    deeplink,
    credentials,
    clock: service.now,
    trustAnchors,
    ...knownVerifier(service.container),
    ...more,
  })
  return { id: session_id, run, session: await read(session_id) }
}

const statusOf = ({ checks }: PresentationSessionView, id: string) =>
  checks.conformance.findLast((entry) => entry.id === id)?.status
const resultOf = ({ events }: PresentationSessionView) =>
  events.find(({ type }) => type === 'vp_negative_test_result')?.detail

/** Browser tests are in another file. */
const byLink = verifierDeviations.filter(({ channels }) => channels.includes('url'))
/** Trust tests are in their own file, because the wallet must be set to evaluate trust. */
const ofRequests = byLink.filter(({ changes, needsHttps }) => changes.trust === undefined && !needsHttps)
const refusals = ofRequests.filter(({ expects }) => expects === 'refusal').map(({ id }) => id)
/** The campaign of malformed queries runs the correct wallet against these, and the format makes no difference. */
const malformed = new Set(malformedQueries.map(({ id }) => id))
const advisory = new Set(ofRequests.filter((test) => test.advisory).map(({ id }) => id))
const oddities = byLink.filter(({ expects }) => expects === 'going_on').map(({ id }) => id)
/** The misbehaviour that a session with this test should catch. */
const carelessAbout = (id: string) =>
  presentationMisbehaviours.find(
    ({ id: name, needs }) => /^vp\.negative\.rejected\b/.test(name) && needs?.sessionOptions?.negative_test === id,
  )
/** Members of a session with this test, and whatever else it needs. */
const testing = (id: string): JsonObject => ({
  ...(carelessAbout(id)?.needs?.sessionOptions as JsonObject | undefined),
  negative_test: id,
})
/** Tests whose request never arrives, so the wallet cannot respond. */
const silent = ['http_500_on_request', 'redirect_on_request']
/** Tests whose request names no address for an error. */
const addressless = ['bad_request_uri_method', 'unsigned_url_params', 'no_response_uri', 'response_uri_not_absolute']
/** Tests whose request is not authentic: nothing proves that its address is the client's, so no error is sent. */
const unauthentic = [
  ...['bad_signature', 'wrong_typ', 'no_typ', 'alg_none', 'self_signed_leaf', 'root_in_x5c', 'alg_rs384'],
  'alg_eddsa',
  ...['client_id_mismatch', 'client_id_unknown_prefix', 'client_id_wrong_hash', 'client_id_origin_prefix'],
  ...['signed_by_other_key', 'missing_x5c', 'incomplete_chain', 'untrusted_chain', 'missing_client_id'],
  ...['wallet_nonce_wrong', 'wallet_nonce_missing', 'redirect_uri_signed', 'redirect_uri_not_https'],
  ...['va_sub_mismatch', 'va_missing', 'va_redirect_uris_mismatch', 'va_wrong_pop_key', 'va_untrusted_issuer'],
  ...['va_bad_signature', 'san_dns_mismatch', 'san_dns_foreign_host', 'did_unknown_key'],
]

/** A share is enough: the campaign `full` of `campaigns.test.ts` runs the correct wallet against each. */
const refused = fixedShare(
  refusals.filter((id) => ![...silent, ...addressless, ...unauthentic].includes(id) && !malformed.has(id)),
)
const unanswered = [...addressless, ...fixedShare(unauthentic)]
const answered = fixedShare(oddities)

describe('a wallet that behaves', () => {
  covers('A4.23')
  it.each(refused)('refuses %s with an error that fits', async (id) => {
    const { run, session } = await present(testing(id), { profile: presentsFor[id] ?? {} })
    expect(run.outcome, run.reason ?? '').toBe('declined')
    expect(redOf(session)).toEqual([])
    expect(session).toMatchObject({
      status: 'wallet_error',
      options: { negative_test: id, expect: 'refusal' },
      checks: { summary: { verdict: 'pass' } },
    })
    expect(statusOf(session, 'vp.negative.rejected')).toBe('pass')
    expect(statusOf(session, 'vp.error.fits')).toBe('pass')
    expect(resultOf(session)).toEqual({ negative_test: id, outcome: 'refused_with_error' })
  })

  it.each(answered)('answers %s', async (id) => {
    const { session } = await present({ negative_test: id })
    expect(redOf(session)).toEqual([])
    expect(session).toMatchObject({ checks: { presentation_valid: true, summary: { verdict: 'pass' } } })
    expect(statusOf(session, 'vp.negative.still_answers')).toBe('pass')
    expect(resultOf(session)).toEqual({ negative_test: id, outcome: 'answered' })
  })

  it('is blamed once where its answer to an unusual request is wrong for another reason', async () => {
    const { session } = await present({ negative_test: 'no_state' }, { misbehave: 'vp.kb.nonce' })
    expect(redOf(session)).toEqual(['vp.kb.nonce'])
    const found = session.checks.conformance.findLast(({ id }) => id === 'vp.negative.still_answers')
    expect(found).toMatchObject({
      status: 'not_observed',
      actual: { because: 'The wallet responded, and the response was refused; see vp.kb.nonce.' },
    })
  })

  it.each(unanswered)('stops at %s, and only a person can tell', async (id) => {
    const { run, id: session, session: at } = await present({ ...testing(id), refusal_wait: 5 })
    expect(run.outcome, run.reason ?? '').toBe('stopped_by_wallet')
    expect(run.log.map(({ step }) => step)).not.toContain('response')
    service.advance(6)
    expect([statusOf(at, 'vp.negative.rejected'), statusOf(await read(session), 'vp.negative.rejected')]).toEqual([
      'not_observed',
      'not_observed',
    ])
    expect((await post(`/openid4vp/sessions/${session}/refusal`, { shown: 'error' })).status).toBe(200)
    const told = await read(session)
    expect(told).toMatchObject({ status: 'request_refused', checks: { summary: { verdict: 'pass' } } })
    expect(redOf(told)).toEqual([])
    expect(resultOf(told)).toEqual({ negative_test: id, outcome: 'reported_error' })
  })

  it.each(silent)('stops at %s, and its silence is the refusal', async (id) => {
    const { run, id: session, session: at } = await present({ negative_test: id, refusal_wait: 5 })
    expect(run.outcome).toBe('refused_by_verifier')
    expect([at.status, statusOf(at, 'vp.negative.rejected')]).toEqual(['request_retrieved', 'not_observed'])
    service.advance(5)
    const later = await read(session)
    expect(later).toMatchObject({ status: 'request_refused', checks: { summary: { verdict: 'pass' } } })
    expect(statusOf(later, 'vp.negative.rejected')).toBe('pass')
    expect(resultOf(later)).toEqual({ negative_test: id, outcome: 'silent' })
    expect(redOf(later)).toEqual([])
  })
})

/** A wallet that announces RSA request verification in its metadata. */
const announcesRs384: PresentationMisbehaviour = {
  id: 'vp.reqpost.md_request_algs~rs384',
  title: 'Announces RS384',
  expect: 'accepted',
  needs: { method: 'post' },
  patchWalletMetadata: {
    at: 'request_object',
    change: (metadata) => {
      metadata.request_object_signing_alg_values_supported = ['ES256', 'RS384']
    },
  },
}

describe('the result of an unusual request', () => {
  it('is told too where the wallet declines, and where it says nothing until the end', async () => {
    const { session } = await present({ negative_test: 'no_state' }, { profile: { consent: 'denied' } })
    expect(resultOf(session)).toEqual({ negative_test: 'no_state', outcome: 'refused_with_error' })
    const { session_id: silent } = await create({ negative_test: 'no_state', expires_in: 60 })
    const { session_id: untouched } = await create({ negative_test: 'no_state', expires_in: 60 })
    expect((await http({ path: `/openid4vp/sessions/${silent}/request` })).status).toBe(200)
    service.advance(61)
    expect(resultOf(await read(silent))).toEqual({ negative_test: 'no_state', outcome: 'silent' })
    expect(resultOf(await read(untouched))).toBeUndefined()
  })

  it('is not told of a session without a test', async () => {
    expect(resultOf((await present({})).session)).toBeUndefined()
  })

  it('is untested where the wallet sent no wallet_nonce that could be echoed wrongly', async () => {
    const { session } = await present({ negative_test: 'wallet_nonce_wrong' }, { profile: { walletNonce: false } })
    expect(session.status).toBe('presentation_validated')
    expect(resultOf(session)).toEqual({ negative_test: 'wallet_nonce_wrong', outcome: 'untested' })
    expect(session.events.map(({ type }) => type)).not.toContain('answer_altered')
  })

  it.each([
    ['asked for no encryption', 'request_not_encrypted', { profile: { walletMetadata: 'plain' } }],
    ['announced that it verifies RS384', 'alg_rs384', { profile: { verification: 'none' }, misbehave: announcesRs384 }],
  ])('is untested where the wallet %s', async (_what, negative_test, more) => {
    const { session } = await present({ negative_test, request_uri_method: 'post' }, more)
    expect(session.status).toBe('presentation_validated')
    expect(resultOf(session)).toEqual({ negative_test, outcome: 'untested' })
    expect(statusOf(session, 'vp.negative.rejected')).toBe('not_applicable')
  })
})

describe('a request that a test changed', () => {
  const claimsOf = ({ dcql_query }: JsonObject) =>
    (dcql_query as { credentials: { claims: unknown[] }[] }).credentials.map(({ claims }) => claims.length)

  it('is kept as it was before, so that it can be made again from what was asked for', async () => {
    const { authorization_request, session_id } = await create({ negative_test: 'drop_last_claim' })
    const before = (await read(session_id)).options.request_before_test as JsonObject
    expect(claimsOf(authorization_request).map((count) => count + 1)).toEqual(claimsOf(before))
    expect((await read((await create({})).session_id)).options).not.toHaveProperty('request_before_test')
  })

  it('tells a wallet that keeps back what is asked for no more from one that does not', async () => {
    const good = await present({ negative_test: 'drop_last_claim' })
    expect(statusOf(good.session, 'vp.min.fewer_than_held')).toBe('pass')
    const careless = await present({ negative_test: 'drop_last_claim' }, { misbehave: 'vp.min.fewer_than_held' })
    expect(redOf(careless.session).sort()).toEqual(['vp.min.fewer_than_held', 'vp.min.only_requested_sdjwt'])
  })
})

describe('what is wrong on purpose', () => {
  it('is told in the evidence, wherever an answer was altered', async () => {
    const { session } = await present({ negative_test: 'no_typ' })
    expect(session.events.filter(({ type }) => type === 'answer_altered').map(({ detail }) => detail)).toMatchObject([
      { alteration: 'negative_test.no_typ', operation: 'getRequestObject', decided_status: 200 },
    ])
    expect(session.warnings.join(' ')).toContain('Refusal test no_typ')
    expect(session.request_conformant).toBe(true)
  })

  it.each([
    ['an unknown test', { negative_test: 'mood' }],
    ['a test of the fetch by value', { negative_test: 'wallet_nonce_wrong', request_delivery: 'by_value' }],
    ['a test of encryption in the clear', { negative_test: 'no_enc_alg_key', response_mode: 'direct_post' }],
    ['a test of HAIP without it', { negative_test: 'self_signed_leaf', profile: 'openid4vp' }],
    ['a test of the signer by value', { negative_test: 'signed_by_other_key', request_delivery: 'by_value' }],
    [
      'a test of a request by value by reference',
      { negative_test: 'by_value_under_haip', request_delivery: 'by_reference' },
    ],
    ['a test of the link by value', { negative_test: 'unsigned_url_params', request_delivery: 'by_value' }],
    ['a test of a fetch that is a GET', { negative_test: 'wrong_request_content_type', request_uri_method: 'get' }],
    ['a test of https without it', { negative_test: 'request_uri_http' }],
    ['a test of the query without one', { negative_test: 'no_claims', scopes: 'com.example.pid' }],
    ['a test of the scope under HAIP', { negative_test: 'unknown_scope', profile: 'haip' }],
    ['a test of transaction data without any', { negative_test: 'txn_unknown_field' }],
    ['one of an entry that is none', { negative_test: 'txn_unknown_field', transaction_data: ['e'] }],
    [
      'one of a member that is not named',
      { negative_test: 'txn_missing_field', transaction_data: [{ type: 'payment' }] },
    ],
    [
      'one of a member that is not there',
      {
        negative_test: 'txn_wrong_field_type',
        transaction_data: [{ type: 'payment' }],
        transaction_required_field: 'a',
      },
    ],
    [
      'one of values that are not named',
      { negative_test: 'txn_value_out_of_range', transaction_data: [{ type: 'payment' }] },
    ],
  ])('cannot be asked for as %s', async (_name, body) => {
    const answer = await post('/openid4vp/sessions', body)
    expect([answer.status, answer.object().error, answer.object().pointer]).toEqual([
      400,
      'invalid_request',
      '/negative_test',
    ])
  })

  it('N92: a presentation all the same is refused, and looked into', async () => {
    const { deeplink, session_id, authorization_request } = await create({
      negative_test: 'wrong_aud',
      response_mode: 'direct_post',
    })
    expect(deeplink).toContain('request_uri=')
    const form = new URLSearchParams({ vp_token: '{"pid_sd_jwt":["x~"]}', state: String(authorization_request.state) })
    const answer = await http({
      method: 'POST',
      path: `/openid4vp/sessions/${session_id}/response`,
      headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      body: form.toString(),
    })
    expect([answer.status, answer.object().error]).toEqual([400, 'request_should_have_been_rejected'])
    const session = await read(session_id)
    expect(session).toMatchObject({ status: 'presentation_invalid', checks: { summary: { verdict: 'fail' } } })
    expect(redOf(session)).toContain('vp.negative.rejected')
    expect(redOf(session)).toContain('vp.sdjwt.compact')
    expect(resultOf(session)).toEqual({ negative_test: 'wrong_aud', outcome: 'presented' })
  })
})

describe('a wallet that declines and presents too', () => {
  const test = { negative_test: 'bad_signature', refusal_wait: 5 }
  const wallet = () => createHandPresenter(service, credentials[0] as HeldCredential, test, http)
  /** What all parts of the service say about such a session. */
  const wrong = (id: string) => ({
    checks: { summary: { verdict: 'fail' } },
    events: expect.arrayContaining([expect.objectContaining({ detail: { negative_test: id, outcome: 'presented' } })]),
  })

  it('is not taken for one that refuses, if the error is beside the presentation', async () => {
    const presenter = await wallet()
    const answer = await presenter.answer({ ...presenter.payload(), error: 'access_denied' })
    expect(answer.object().error).toBe('request_should_have_been_rejected')
    const session = await presenter.view()
    expect(session).toMatchObject({ status: 'presentation_invalid', ...wrong('bad_signature') })
    expect(redOf(session)).toEqual(expect.arrayContaining(['vp.negative.rejected', 'vp.error.exclusive']))
    expect(statusOf(session, 'vp.sdjwt.signature')).toBe('pass')
  })

  it('is not taken for one that refuses, if the presentation follows the error, and is if another error does', async () => {
    const presenter = await wallet()
    const { state } = presenter.payload()
    expect((await presenter.answer({ error: 'access_denied', state })).status).toBe(200)
    const again = await presenter.answer({ error: 'access_denied', state })
    expect(again.object().error).toBe('response_already_received')
    expect(await presenter.view()).toMatchObject({ status: 'wallet_error', checks: { summary: { verdict: 'pass' } } })
    const after = await presenter.answer(presenter.payload())
    expect(after.object().error).toBe('response_already_received')
    const session = await presenter.view()
    expect(session).toMatchObject({ status: 'wallet_error', ...wrong('bad_signature') })
    expect(statusOf(session, 'vp.negative.rejected')).toBe('fail')
  })
})

describe('an attestation about the verifier with a proof', () => {
  const claimsOf = (jws: string) => JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString())
  const entryOf = ({ verifier_info: entries }: JsonObject) =>
    (entries as { format: string; data: string }[]).at(-1) ?? { format: '', data: '' }

  it('is of our registrar, and its proof is for this request', async () => {
    const given = { format: 'com.example.other', data: 'x' }
    const { authorization_request: asked } = await create({
      negative_test: 'verifier_info_key_bound',
      verifier_info: [given],
    })
    expect(asked.verifier_info).toMatchObject([given, { format: 'urn:wallet-capture:verifier-info:key-bound:1' }])
    const [attestation = '', proof = '', ...more] = entryOf(asked).data.split('~')
    expect(more).toEqual([])
    const { registrar } = await service.container.ports.trustKeys()
    const signer = await importJWK({ ...registrar.publicJwk }, 'ES256')
    const { payload } = await jwtVerify(attestation, signer, { currentDate: new Date(service.now()) })
    expect(payload).toMatchObject({ iss: service.baseUrl, sub: asked.client_id, cnf: { jwk: { kty: 'EC' } } })
    const { jwk } = payload.cnf as { jwk: JsonWebKey }
    const bound = await jwtVerify(proof, await importJWK(jwk, 'ES256'), { currentDate: new Date(service.now()) })
    expect(bound.protectedHeader.typ).toBe('kb+jwt')
    expect(bound.payload).toMatchObject({
      aud: asked.client_id,
      nonce: asked.nonce,
      sd_hash: createHash('sha256').update(`${attestation}~`).digest('base64url'),
    })
    const { authorization_request: unbound } = await create({ negative_test: 'verifier_info_unbound' })
    expect(Object.keys(claimsOf(entryOf(unbound).data.split('~')[1] ?? ''))).toEqual(['iat', 'sd_hash'])
  })

  it.each(['eu', 'test_root'])(
    'names the key that signs the request, under the framework %s',
    async (trust_framework) => {
      const { session_id: id } = await create({ negative_test: 'verifier_info_key_bound', trust_framework })
      const jws = (await http({ path: `/openid4vp/sessions/${id}/request` })).body
      const { x5c = [] } = decodeProtectedHeader(jws)
      const leaf = new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64')).publicKey.export({ format: 'jwk' })
      const [attestation = ''] = entryOf(claimsOf(jws)).data.split('~')
      expect(claimsOf(attestation).cnf.jwk).toMatchObject(leaf)
    },
  )

  it('is ignored by a wallet that does not know its format, which then breaks no rule', async () => {
    const verifier_info_format = 'urn:example:attestation'
    const { run, session } = await present({ negative_test: 'verifier_info_bad_proof', verifier_info_format })
    expect(run.outcome).toBe('presented')
    expect(session.options).toMatchObject({ verifier_info_format })
    expect(redOf(session)).toEqual(['vp.negative.rejected'])
    expect(session).toMatchObject({ status: 'presentation_validated', checks: { summary: { verdict: 'pass' } } })
    expect(JSON.stringify(session)).toContain('lets a wallet ignore an attestation about the verifier')
    for (const wrong of ['', 'x'.repeat(101), 1]) {
      const answer = await post('/openid4vp/sessions', { verifier_info_format: wrong })
      expect([answer.status, answer.object().pointer]).toEqual([400, '/verifier_info_format'])
    }
  })
})

describe('what was told of a wallet', () => {
  const rejected = 'vp.negative.rejected'
  const path = (id: string) => `/openid4vp/sessions/${id}/refusal`
  /** A session whose request was only fetched. */
  async function fetchedOnly(body: JsonObject = { negative_test: 'bad_signature', refusal_wait: 5 }) {
    const { session_id: id } = await create(body)
    expect((await http({ path: `/openid4vp/sessions/${id}/request` })).status).toBe(200)
    return id
  }

  it('decides where a wallet that got the request says nothing, which alone proves nothing', async () => {
    const id = await fetchedOnly()
    service.advance(5)
    const silent = await read(id)
    expect([silent.status, statusOf(silent, rejected), resultOf(silent)]).toEqual([
      'request_retrieved',
      'not_observed',
      undefined,
    ])
    const answer = await post(path(id), { shown: 'error', by: 'person' })
    expect([answer.status, answer.object()]).toEqual([200, { shown: 'error', outcome: 'reported_error', by: 'person' }])
    const told = await read(id)
    expect(told).toMatchObject({ status: 'request_refused', checks: { summary: { verdict: 'pass' } } })
    expect(resultOf(told)).toEqual({ negative_test: 'bad_signature', outcome: 'reported_error' })
  })

  it('fails a wallet that continued, counts once however often it is told, and may be corrected', async () => {
    const id = await fetchedOnly()
    for (const _ of [1, 2]) expect((await post(path(id), { shown: 'went_on' })).status).toBe(200)
    const wrong = await read(id)
    expect([statusOf(wrong, rejected), wrong.checks.summary.verdict]).toEqual(['fail', 'fail'])
    expect(wrong.events.filter(({ type }) => type === 'vp_refusal_reported')).toHaveLength(1)
    expect(resultOf(wrong)).toEqual({ negative_test: 'bad_signature', outcome: 'reported_going_on' })
    await post(path(id), { shown: 'error' })
    expect((await read(id)).status).toBe('request_refused')
  })

  it('is taken after the session has expired too', async () => {
    const id = await fetchedOnly({ negative_test: 'bad_signature', expires_in: 60 })
    service.advance(61)
    expect((await read(id)).status).toBe('expired')
    expect((await post(path(id), { shown: 'error' })).status).toBe(200)
    expect((await read(id)).status).toBe('request_refused')
  })

  it('is refused where the wallet said it, where no refusal is expected, and where it says nothing', async () => {
    const { id: refused } = await present({ negative_test: 'wrong_aud' })
    const { session_id: ordinary } = await create({})
    const { session_id: open } = await create({ negative_test: 'bad_signature' })
    const nobody = '00000000-0000-4000-8000-000000000000'
    const answers = [
      await post(path(refused), { shown: 'error' }),
      await post(path(ordinary), { shown: 'error' }),
      await post(path(nobody), { shown: 'error' }),
      await post(path(open), { shown: 'nothing' }),
      await post(path(open), {}),
    ]
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 404, 400, 400])
    expect(answers.map((answer) => answer.object().error)).toEqual([
      'refusal_decided',
      'refusal_not_expected',
      'vp_session_not_found',
      'invalid_request',
      'invalid_request',
    ])
  })

  it('is taken ten times from one session, and no more', async () => {
    const id = await fetchedOnly()
    const tell = async (shown: string) => (await post(path(id), { shown })).status
    for (let turn = 0; turn < 5; turn++) expect([await tell('error'), await tell('went_on')]).toEqual([200, 200])
    expect(await tell('error')).toBe(409)
  })

  it.each([4, 601, 5.5, '60'])('refuses a wait of %s', async (refusal_wait) => {
    const answer = await post('/openid4vp/sessions', { negative_test: 'bad_signature', refusal_wait })
    expect([answer.status, answer.object().pointer]).toEqual([400, '/refusal_wait'])
  })

  it.each([5, 600])('takes a wait of %s', async (refusal_wait) => {
    await create({ negative_test: 'bad_signature', refusal_wait })
  })
})

describe('a refusal that the tester expects', () => {
  const unknown = { credentials: [{ id: 'x', format: 'dc+sd-jwt', meta: { vct_values: ['urn:example:nothing'] } }] }

  it('is judged for a request of their own', async () => {
    const { run, session } = await present({ dcql_query: unknown, expect: 'refusal' })
    expect(run.declined?.error).toBe('access_denied')
    expect(session.checks.summary.verdict).toBe('pass')
    const { session: wrong } = await present({ expect: 'refusal' })
    expect(redOf(wrong)).toEqual(['vp.negative.rejected'])
    for (const { warnings } of [session, wrong])
      expect(warnings).toContain('The tester expects a refusal: a wallet that presents fails.')
  })

  it('follows from a response type that HAIP does not know', async () => {
    const { session } = await present({ profile: 'haip', response_type: 'code' })
    expect(session).toMatchObject({ options: { expect: 'refusal' }, checks: { summary: { verdict: 'pass' } } })
    expect(session.warnings).toContain(
      'HAIP does not allow the response type code: a good wallet refuses this request.',
    )
  })
})

describe('a careless wallet of the reference wallet', () => {
  it('has a name for each test that obliges it to refuse', () => {
    expect(refusals.filter((id) => !advisory.has(id) && carelessAbout(id) === undefined)).toEqual([])
  })

  covers('A4.23')
  /** Only what is wrong differs, one check decides all of them, and `verifier-misbehaviours.test.ts` runs one of each end: a share is enough. */
  it.each(
    fixedShare(
      refusals.filter((id) => !advisory.has(id)),
      6,
    ),
  )('has a name, and is caught by %s', async (id) => {
    const careless = carelessAbout(id)
    const { run, session } = await present(testing(id), {
      misbehave: careless?.id ?? 'none for this test',
      ...(id.startsWith('dcql_mdoc_') ? { credentials: mdocs } : {}),
    })
    expect(run.refusal?.error, run.reason ?? '').toBe('request_should_have_been_rejected')
    expect(redOf(session).sort()).toEqual(['vp.negative.rejected', ...(careless?.alsoFails ?? [])].sort())
    expect(session).toMatchObject({ status: 'presentation_invalid', checks: { summary: { verdict: 'fail' } } })
    expect(resultOf(session)).toEqual({ negative_test: id, outcome: 'presented' })
  })

  it.each([...advisory])('is only warned where no MUST obliges it to refuse: %s', async (id) => {
    const { run, session } = await present({ negative_test: id }, { misbehave: carelessAbout(id)?.id ?? 'none' })
    expect(run.outcome, run.reason ?? '').toBe('presented')
    expect(redOf(session)).toEqual(['vp.negative.rejected'])
    expect(statusOf(session, 'vp.negative.rejected')).toBe('warn')
    expect(session).toMatchObject({ status: 'presentation_validated', checks: { summary: { verdict: 'pass' } } })
    expect(resultOf(session)).toEqual({ negative_test: id, outcome: 'presented' })
  })

  describe('that holds an mdoc', () => {
    const dcql_query = {
      credentials: [{ id: 'pid', format: 'mso_mdoc', meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' } }],
    }

    const ofMdoc = fixedShare(
      refusals.filter((id) => !malformed.has(id) && !advisory.has(id)),
      6,
    )

    it.each(ofMdoc)('is caught by %s', async (id) => {
      const { run, session } = await present(
        { ...testing(id), dcql_query },
        { credentials: mdocs, misbehave: carelessAbout(id)?.id ?? 'none for this test' },
      )
      expect(run.refusal?.error, run.reason ?? '').toBe('request_should_have_been_rejected')
      expect(redOf(session)).toContain('vp.negative.rejected')
      expect(session).toMatchObject({ status: 'presentation_invalid', checks: { summary: { verdict: 'fail' } } })
    })
  })

  it.each([
    ['redirect_on_request', 'vp.request.no_redirect_follow', 'vp.negative.rejected', 'GET'],
    ['redirect_on_response', 'vp.response.no_redirect_follow', 'vp.negative.still_answers', 'POST'],
  ])('that follows a redirect is caught by %s', async (id, check, must, method) => {
    const {
      id: sessionId,
      run,
      session: before,
    } = await present({ negative_test: id, refusal_wait: 5 }, { misbehave: check })
    service.advance(6)
    const session = await read(sessionId)
    expect([before, session].map(({ checks }) => checks.summary.verdict)).toEqual(['fail', 'fail'])
    expect(resultOf(session)).toMatchObject({ negative_test: id, outcome: 'followed_redirect' })
    expect(session.status).not.toBe('request_refused')
    expect(run.outcome).toBe('refused_by_verifier')
    expect(run.log.at(-1)).toMatchObject({ method, status: 404, misbehaved: true })
    expect(redOf(session).sort()).toEqual([check, must, 'vp.transport.served'].sort())
    expect(session.exchanges.filter(({ path }) => path.endsWith('/elsewhere'))).toHaveLength(1)
    const { session: good } = await present({ negative_test: id })
    expect(statusOf(good, check)).toBe('pass')
  })

  it('is caught too where the name of the test is a value of its holder', async () => {
    const pid = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } }
    const dcql_query = { credentials: [{ ...pid, claims: [{ path: ['family_name'] }] }] }
    const test = { negative_test: 'redirect_on_response', dcql_query }
    const maker = await createCredentialMaker(service.now())
    const outcomes = await Promise.all(
      ['Lindqvist', 'negative_test', 'negative_test.redirect_on_response'].map(async (family_name) => {
        const named = await holdCredential(maker, { payload: { family_name } })
        const { session } = await present(test, { credentials: [named], misbehave: 'vp.response.no_redirect_follow' })
        const altered = session.events.find(({ type }) => type === 'answer_altered')
        return [session.checks.summary.verdict, resultOf(session)?.outcome, altered?.detail.alteration]
      }),
    )
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome)))).toEqual(
      new Set([JSON.stringify(['fail', 'followed_redirect', 'negative_test.redirect_on_response'])]),
    )
  })
})
