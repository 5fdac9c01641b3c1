import { describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { isObject, type JsonObject } from '@/lib/core/shared/values/json'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { obtainCredential, type PresentableFormat } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

describe('causes', () => {
  /** What a session reports about a fault: the cause as headline, values, the fix, and the next step. */

  const service = serviceForTests()

  const http = createNodeClient()

  async function create(path: string, body: JsonObject) {
    const answer = await fetch(`${service.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(201)
    return (await answer.json()) as { session_id: string; deeplink: string; tx_code?: string }
  }

  async function issue(
    misbehave: string,
    { flow = 'authorization_code', ...body }: JsonObject = {},
  ): Promise<IssuanceSessionView> {
    const { session_id, deeplink } = await create('/sessions', {
      issuer_configuration_id: 'eu-pid-jwt-proof-only',
      flow,
      ...body,
    })
    await runAtIssuer({ deeplink, clock: service.now, misbehave, http })
    return (await fetch(`${service.baseUrl}/sessions/${session_id}`)).json()
  }

  /** Memoizes by key, because several tests look at the same session. */
  function once<Key, Value>(make: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
    const made = new Map<Key, Promise<Value>>()
    return (key) => {
      const value = made.get(key) ?? make(key)
      made.set(key, value)
      return value
    }
  }

  /** A misbehaviour concerns one format: ISO mdoc if its id says so. */
  const present = once(async (misbehave: string): Promise<PresentationSessionView> => {
    const format = misbehave.startsWith('vp.mdoc.') ? 'mso_mdoc' : 'dc+sd-jwt'
    const { session_id, deeplink } = await create('/openid4vp/sessions', { credential_format: format })
    await runAtVerifier({ deeplink, credentials: [...(await held(format))], clock: service.now, misbehave })
    return (await fetch(`${service.baseUrl}/openid4vp/sessions/${session_id}`)).json()
  })
  const held = once(
    async (format: PresentableFormat) =>
      (await obtainCredential({ origin: service.baseUrl, http, format })).credentials,
  )

  type Told = Pick<IssuanceSessionView | PresentationSessionView, 'cause' | 'checks'>
  const found = ({ checks }: Told, id: string) => checks.conformance.findLast((entry) => entry.id === id)
  /** The finding behind the headline. */
  const leading = (session: Told) => found(session, session.cause?.check ?? '')

  /** A parameter of the first request to an endpoint, as recorded. */
  function sent({ exchanges }: IssuanceSessionView, to: string, parameter: string): unknown {
    const body = exchanges.find(({ operation }) => operation === to)?.body
    return isObject(body) ? body[parameter] : null
  }

  const thumbprintOf43 = expect.stringMatching(/^[A-Za-z0-9_-]{43}$/)
  const newAuthorization = /^Start again with a new pushed authorization request/
  const againToken = / Then send the token request again\.$/

  describe('the headline of an issuance', () => {
    it('tells a wrong PKCE verifier with both hashes, and that the code is used up', async () => {
      const session = await issue('vci.pkce.verifier_matches')
      expect(session.cause?.sentence).toBe(
        'The SHA-256 of the code_verifier is not the code_challenge of the authorization request.',
      )
      const finding = leading(session)
      expect(finding).toMatchObject({
        expected: { code_challenge: thumbprintOf43 },
        actual: { challenge_of_code_verifier: thumbprintOf43 },
      })
      expect(finding?.expected).toEqual({ code_challenge: sent(session, 'pushAuthorizationRequest', 'code_challenge') })
      expect(session.next_step?.do).toMatch(newAuthorization)
      expect(session.next_step?.because).toMatch(
        /^The authorization code was used up at \d\d:\d\d:\d\d UTC by a request that was refused\./,
      )
    })

    it('shows no verifier, also where it was sent as the challenge', async () => {
      const session = await issue('vci.pkce.verifier_matches~challenge')
      expect(session.cause?.sentence).toBe('The code_verifier is the code_challenge itself.')
      expect(sent(session, 'requestToken', 'code_verifier')).toMatchObject({ redacted: true })
    })

    it.each([
      ['vci.dpop.iat_window', /^The iat of the DPoP proof is 60\d s in the past \(\d+\)\.$/],
      ['vci.dpop.iat_window~milliseconds', /^The iat of the DPoP proof is in milliseconds \(\d+\)\.$/],
    ])(
      'tells the distance or the unit of a time, and that the code still works: %s',
      async (misbehaviour, sentence) => {
        const session = await issue(misbehaviour)
        expect(session.cause?.sentence).toMatch(sentence)
        expect(session.next_step?.do).toMatch(againToken)
        expect(session.next_step?.because).toMatch(/^The authorization code is valid until \d\d:/)
      },
    )

    it.each([
      ['vci.credential.one_identifier', 'identifier_not_given', /^Leave credential_identifier out/],
      ['vci.credential.one_identifier~none', 'no_member', /^Add a credential_identifier .* otherwise/],
    ])('is that of its reason, by a name that the catalogue lists: %s', async (misbehaviour, key, fix) => {
      const { cause, checks } = await issue(misbehaviour)
      const reason = `vci.credential.one_identifier#${key}`
      expect(cause).toMatchObject({ check: 'vci.credential.one_identifier', reason, fix: expect.stringMatching(fix) })
      expect(checks.conformance.find(({ rejected }) => rejected)).toMatchObject({ reason, hint: cause?.fix })
      const catalogue: { id: string; reasons: JsonObject[] }[] = await (
        await fetch(`${service.baseUrl}/checks.json`)
      ).json()
      const listed = catalogue.flatMap(({ reasons }) => reasons).find((one) => one.reason === reason)
      expect(listed).toMatchObject({ fix: cause?.fix, acts: 'wallet', rule: 'specification', draft: null })
      expect(cause?.sentence).toBe(`${listed?.says}.`)
    })

    it('says after a refused proof that the token still works, and calls its key by no green word', async () => {
      const session = await issue('vci.proof.jwt.aud')
      expect(session.next_step?.do).toBe(`${session.cause?.fix} Then send the credential request again.`)
      const keys = session.events.filter(({ type }) => type === 'wallet_jwks_observed')
      expect(keys.map(({ detail }) => detail.refused)).toEqual(keys.map(() => true))
    })
  })

  describe('the headline of a presentation', () => {
    it.each<[misbehaviour: string, sentence: string | RegExp, more: object]>([
      [
        'vp.mdoc.device_signature~iso',
        'The device signature was made for the handover of ISO/IEC 18013-7, which OpenID4VP had up to draft 24.',
        {
          actual: { made_for: 'the transcript of ISO/IEC 18013-7', transcript: 'iso_18013_7' },
          hint: 'Use OpenID4VPHandover of OpenID4VP 1.0.',
        },
      ],
      [
        'vp.mdoc.device_signature~nonce',
        /^The device signature fits none of the \d+ ways to make it that were tried, or another key than deviceKey \(thumbprint [\w-]{43}\) made it; that of ISO\/IEC 18013-7 could not be tried: its mdoc nonce was not sent\.$/,
        {
          expected: {
            client_id: expect.stringMatching(/^x509_hash:/),
            nonce: expect.any(String),
            jwk_thumbprint: expect.stringMatching(/^[0-9a-f]{64}$/),
            response_uri: expect.stringMatching(/\/response$/),
          },
          actual: {
            made_for: 'none of what was tried',
            tried: expect.arrayContaining(['the transcript of the Digital Credentials API']),
            other_sessions_tried: expect.any(Number),
            not_tried: expect.arrayContaining(['that of ISO/IEC 18013-7: its mdoc nonce was not sent']),
          },
        },
      ],
      [
        'vp.mdoc.device_signature~address',
        'The device signature was made for the response_uri with a slash too many or too few at its end.',
        { actual: { response_uri: expect.stringMatching(/\/response\/$/) } },
      ],
      [
        'vp.kb.iat_window~milliseconds',
        'The iat of the Key Binding JWT is in milliseconds.',
        { expected: '300 s in the past to 60 s in the future', actual: 'milliseconds' },
      ],
      ['vp.kb.iat_window~old', /^The iat of the Key Binding JWT is 60\d s in the past\.$/, {}],
      ['vp.kb.aud', 'The aud of the Key Binding JWT is the response_uri.', {}],
      ['vp.sdjwt.disclosure_referenced', /^A Disclosure matches no digest.*: “title”\.$/, {}],
      [
        'vp.sdjwt.signature',
        'The header or the payload of the credential was changed after the issuer signed it, or another key signed it.',
        {},
      ],
      ['vp.dcql.claims_present', 'The presentation lacks what the query asks for: family_name.', {}],
      [
        'vp.jwe.decrypts',
        /^The response names the key of this request and cannot be decrypted with it\.$/,
        {
          expected: { kid: expect.any(String), thumbprint: thumbprintOf43 },
          actual: { kid: expect.any(String), thumbprint: 'unknown' },
        },
      ],
    ])('is the cause of %s', async (misbehaviour, sentence, more) => {
      const session = await present(misbehaviour)
      expect(session.cause?.sentence).toMatch(sentence)
      expect(leading(session)).toMatchObject(more)
      expect(session.cause?.fix).toBe(leading(session)?.hint)
    })

    it('is followed by a new session once the answer used the request up, and by another answer where it did not', async () => {
      expect((await present('vp.kb.nonce')).next_step?.do).toBe('Start a new session: it makes a new request.')
      expect((await present('vp.jwe.decrypts')).next_step?.do).toMatch(/ Then send the response again\.$/)
    })

    it('blames milliseconds once', async () => {
      const { checks } = await present('vp.kb.iat_window~milliseconds')
      expect(checks.conformance.filter(({ status }) => status === 'fail').map(({ id }) => id)).toEqual([
        'vp.kb.iat_window',
      ])
    })
  })

  describe('one cause', () => {
    const failedIn = ({ checks }: Told) =>
      checks.conformance.filter(({ status }) => status === 'fail').map(({ id }) => id)
    /** As above, for a wallet without client authentication and DPoP nonces. */
    const failedBeside = (session: Told) =>
      failedIn(session).filter((id) => id !== 'vci.client_auth.present' && id !== 'vci.dpop.nonce_adopted')

    it.each(['iso', 'dcapi', 'thumbprint', 'prefix', 'der', 'nonce'])(
      'of a device signature is blamed once: %s',
      async (variant) => {
        const session = await present(`vp.mdoc.device_signature~${variant}`)
        expect(failedIn(session)).toEqual(['vp.mdoc.device_signature'])
        expect(found(session, 'vp.mdoc.transcript_variant')).toMatchObject({
          status: 'not_observed',
          actual: { because: expect.stringContaining('see vp.mdoc.device_signature') },
        })
      },
    )

    it('of a used-up code is blamed by what used it up, and the next step asks for another code', async () => {
      const wallet = await createHandCodeWallet(service)
      const code = await wallet.obtainCode()
      await wallet.redeem(code, { form: (form) => form.set('code_verifier', 'v'.repeat(43)) })
      expect((await wallet.redeem(code)).object().error).toBe('invalid_grant')
      const session = await wallet.view()
      expect(failedBeside(session)).toEqual(['vci.pkce.verifier_matches'])
      expect(session.cause?.check).toBe('vci.pkce.verifier_matches')
      expect(found(session, 'vci.token.code_valid')).toMatchObject({
        status: 'warn',
        rejected: true,
        cause: 'The authorization code was used up by a refused token request',
      })
      expect(session.next_step).toMatchObject({
        do: expect.stringMatching(newAuthorization),
        operation: 'pushAuthorizationRequest',
      })
    })

    it('of a code that is sent twice is blamed once, and so is the token that it revoked', async () => {
      const wallet = await createHandWallet(service)
      const accessToken = await wallet.obtainToken()
      await wallet.requestToken()
      expect((await wallet.requestCredential({ accessToken })).status).toBe(401)
      const session = await wallet.view()
      expect(failedBeside(session)).toEqual(['vci.token.preauth_code_once'])
      expect(found(session, 'vci.token.not_repeated')).toMatchObject({
        status: 'not_observed',
        actual: { because: 'The code was sent again; see vci.token.preauth_code_once.' },
      })
      expect(session.next_step?.operation).toBeNull()
    })
  })

  describe('a transaction code that is wrong', () => {
    it('is told with its attempt and what is left, until the code is used up', async () => {
      const wallet = await createHandWallet(service, { tx_code: true })
      const wrong = () => wallet.requestToken({ form: (form) => form.set('tx_code', 'wrong') })
      await wrong()
      const first = await wallet.view()
      expect(first.cause?.sentence).toBe('Wrong tx_code: five characters instead of six, in attempt 1 of 5.')
      expect(first.next_step?.because).toMatch(/Attempts left: 4\.$/)
      for (let attempt = 2; attempt <= 6; attempt++) await wrong()
      const { checks, next_step } = await wallet.view()
      const attempts = checks.conformance.filter(
        ({ id, status }) => id === 'vci.token.tx_code_correct' && status === 'fail',
      )
      expect(attempts.map(({ actual }) => actual)).toEqual(
        [1, 2, 3, 4, 5].map((attempt) => ({
          sent: 'five characters instead of six',
          attempt,
          attempts_max: 5,
          attempts_left: 5 - attempt,
        })),
      )
      expect(attempts.at(-1)?.cause).toBe(
        'Wrong tx_code: five characters instead of six, in the last attempt, which uses up the pre-authorized code',
      )
      expect(checks.conformance.findLast(({ id }) => id === 'vci.token.preauth_code_valid')).toMatchObject({
        status: 'warn',
        cause: 'The pre-authorized code was used up by 5 wrong transaction codes',
      })
      expect(next_step?.operation).toBeNull()
    })

    it('is told by how it differs, never by its value', async () => {
      const former = await createHandWallet(service, { tx_code: true })
      const { tx_code: formerCode } = await former.view()
      const wallet = await createHandWallet(service, { tx_code: true })
      const { tx_code: right } = await wallet.view()
      const other = right === '111111' ? '222222' : '111111'
      const sent = [other, `${right?.slice(0, 3)} ${right?.slice(3)}`, 'abcdef', formerCode ?? '']
      for (const code of sent) await wallet.requestToken({ form: (form) => form.set('tx_code', code) })
      const { checks } = await wallet.view()
      const told = checks.conformance.filter(({ id }) => id === 'vci.token.tx_code_correct')
      expect(told.map(({ actual }) => (actual as { readonly sent: string }).sent)).toEqual([
        'six digits, but other ones',
        'the right code with other characters between its own',
        'letters or signs, where it has digits alone',
        'the code of another session',
      ])
      for (const code of [...sent, right]) expect(JSON.stringify(told)).not.toContain(code)
      expect(told[0]?.expected).toBe('six digits')
    })
  })

  describe('the next step after a refused proof', () => {
    it.each([
      // The wallet has a nonce that it did not send.
      ['vci.proof.jwt.nonce_present', 'requestCredential', /The c_nonce is valid until \d\d:\d\d:\d\d UTC\.$/],
      ['vci.nonce.recovery', 'requestNonce', /^The c_nonce of the refused request is none that this issuer gave\./],
      ['vci.proof.jwt.aud', 'requestCredential', /The c_nonce is valid until \d\d:\d\d:\d\d UTC\.$/],
    ])('follows from its nonce: %s', async (misbehaviour, operation, because) => {
      const { next_step } = await issue(misbehaviour)
      expect(next_step).toMatchObject({ operation, because: expect.stringMatching(because) })
      expect(next_step?.because).toMatch(/The access token is valid until /)
      expect(next_step?.survives).toContainEqual(expect.objectContaining({ kind: 'access_token', lives: true }))
    })
  })

  describe('refused material', () => {
    it('of a forged credential has no trusted issuer', async () => {
      const session = await present('vp.sdjwt.signature')
      expect(found(session, 'vp.sdjwt.issuer_trusted')?.status).toBe('not_observed')
      expect(session.checks.issuer_trusted).toBeNull()
      expect(session.observed.presentations).toMatchObject([
        { signature_valid: false, issuer_trusted: null, holder_binding_verified: null },
      ])
    })

    it('with a Disclosure that belongs nowhere passes no check of what was disclosed', async () => {
      const session = await present('vp.sdjwt.disclosure_referenced')
      expect(found(session, 'vp.min.only_requested_sdjwt')).toMatchObject({
        status: 'not_observed',
        actual: { because: 'A Disclosure belongs to no claim of the credential; see vp.sdjwt.disclosure_referenced.' },
      })
    })
  })

  describe('a refused body', () => {
    it.each([
      ['/sessions', { flow: 'magic' }, 'flow must be one of '],
      ['/sessions', { expires_in: 'soon' }, 'must be a'],
      ['/openid4vp/sessions', { negative_test: 'nothing' }, 'must be one of bad_signature'],
      ['/openid4vp/sessions', { expires_in: 'soon' }, 'must be a'],
      ['/campaigns', { campaign: 'all', wallet: { name: 'w', version: '1' } }, 'must be one of baseline, '],
      ['/campaigns', { campaign: 'smoke', wallet: { version: '1' } }, 'wallet.name must be a string'],
      [
        '/campaigns',
        { presets: ['mood'], wallet: { name: 'w', version: '1' } },
        'The member presets: each must be one of',
      ],
      [
        '/campaigns',
        { presets: [1], wallet: { name: 'w', version: '1' } },
        'The member presets: each must be a string',
      ],
      ['/sessions', { scheme: 'wallet' }, 'The member scheme must be openid-credential-offer://, haip-vci://, or'],
      [
        '/sessions',
        { scheme: 'javascript://' },
        'The member scheme must be openid-credential-offer://, haip-vci://, or',
      ],
      ['/openid4vp/sessions', { scheme: 'wallet' }, 'The member scheme: It must be openid4vp://, haip-vp://,'],
    ])('of %s is told what it may hold: %j', async (path, body, words) => {
      const answer = await fetch(`${service.baseUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(answer.status).toBe(400)
      expect(JSON.stringify(await answer.json())).toContain(words)
    })
  })
})

describe('names in findings', () => {
  /** Text sent in place of a form has no pairs, so all of it is one name; findings name unknown parameters. */
  const service = serviceForTests()
  const { http } = service

  const texts = [
    JSON.stringify({ credentials: [{ code: { a: [{ b: 'marigold' }] } }] }),
    JSON.stringify({ note: JSON.stringify({ client_secret: 'marigold' }) }),
    JSON.stringify([{ name: 'code', value: 'marigold' }]),
    '<x><code>marigold</code></x>',
    'code: marigold\n',
  ]

  it.each(texts)('no finding repeats the value in %s', async (text) => {
    const created = await post('/sessions', 'application/json', JSON.stringify({ flow: 'authorization_code' }))
    const { session_id: id, issuer_configuration_id: issuer } = created.object()
    const offer = await http({ path: `/sessions/${String(id)}/offer` })
    const state = /"issuer_state":\s*"([^"]+)"/.exec(offer.body)?.[1] ?? ''
    const name = encodeURIComponent(text)
    const par = `/issuers/${String(issuer)}/par`
    await post(par, 'text/plain', text)
    const token = par.replace('/par', '/token')
    for (const path of [par, token])
      await post(`${path}?${name}=x`, 'application/x-www-form-urlencoded', `issuer_state=${state}&${name}=x&${name}=y`)
    await post(par, 'application/x-www-form-urlencoded', `issuer_state=${state}&${name}=x`)
    await http({ path: `/issuers/${String(issuer)}/authorize?issuer_state=${state}&${name}=x` })
    const { body } = await http({ path: `/sessions/${String(id)}` })
    expect(body).toContain(`a name of ${text.length} characters`)
    expect(body).not.toContain('marigold')
  })

  const post = (path: string, type: string, body: string) =>
    http({ method: 'POST', path, headers: [['Content-Type', type]], body })
})
