import { describe, expect, it } from 'vitest'
import { checkContract } from '@/lib/testing/check-contract'
import { covers } from '@/lib/testing/covers'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { type CredentialChanges, createHandWallet, type HandWallet, type JwtChange } from '@/lib/testing/hand-wallet'
import { createHttpClient, type Fields, type HttpAnswer, type JsonRecord } from '@/lib/testing/http-client'
import { claim, header, spoilt } from '@/lib/testing/jwt-changes'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { dateTimeShape, expectJson, membersOf, randomShape, uuidShape } from '@/lib/testing/shapes'
import { privateMember } from '@/lib/wallet/jose/key'

describe('a session', () => {
  const service = serviceForTests()

  const required = [
    'session_id',
    'issuer_configuration_id',
    'issuer_identifier',
    'authorization_server_identifier',
    'status',
    'flow',
    'credential_offer_mode',
    'credential_configuration_id',
    'observed',
    'checks',
    'events',
  ]

  const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

  /** Exactly these counts and verdicts, and no other members. */
  function expectSummary(summary: JsonRecord): void {
    expect(membersOf(summary)).toEqual([
      'by_profile',
      'counts',
      'drafts',
      'mixed_traffic',
      'must',
      'reason',
      'should',
      'verdict',
    ])
    for (const level of ['must', 'should'])
      expect(membersOf(summary[level] as JsonRecord)).toEqual(['fail', 'not_observed', 'pass'])
    const profiles = summary.by_profile as Record<string, JsonRecord>
    expect(membersOf(profiles)).toEqual(['base', 'haip', 'pid'])
    for (const profile of Object.values(profiles)) {
      expect(membersOf(profile)).toEqual(['fail', 'pass', 'verdict', 'warn'])
      expect(['pass', 'fail', 'incomplete']).toContain(profile.verdict)
    }
  }

  /** Reads a session both ways, compares it with the requirements, and returns it. */
  async function readSession(wallet: HandWallet, status: string): Promise<JsonRecord> {
    const path = `/sessions/${wallet.created.session_id}`
    const answer = await wallet.http({ path })
    expectJson(answer, 200)
    checkContract('getSession', answer)
    const session = answer.object()
    for (const member of required) expect(session).toHaveProperty(member)
    for (const [member, value] of Object.entries(wallet.created))
      if (!['status', 'deeplink'].includes(member)) expect(session[member]).toBe(value)
    expect(session.status).toBe(status)
    expect([isObject(session.observed), isObject(session.checks)]).toEqual([true, true])
    expectSummary((session.checks as JsonRecord).summary as JsonRecord)
    expect(Array.isArray((session.checks as JsonRecord).conformance)).toBe(true)

    const listed = await wallet.http({ path: `${path}/events` })
    expectJson(listed, 200)
    checkContract('listSessionEvents', listed)
    expect(listed.json()).toEqual(session.events)
    const events = session.events as JsonRecord[]
    let before = ''
    for (const event of events) {
      expect(membersOf(event)).toEqual(['at', 'detail', 'type'])
      expect(event.at).toMatch(dateTimeShape)
      expect(String(event.at) >= before).toBe(true)
      before = String(event.at)
      expect(event.type).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(isObject(event.detail)).toBe(true)
    }
    expect(events[0]!.type).toBe('session_created')
    return session
  }

  const changesOf = (session: JsonRecord): unknown[] =>
    (session.events as { type: string; detail: JsonRecord }[])
      .filter(({ type }) => type === 'issuance_state_changed')
      .map(({ detail }) => [detail.previous_state, detail.state])

  describe('GET /sessions/{sessionId}', () => {
    it.each([
      // The hand-driven wallet does not authenticate, which HAIP requires.
      ['eu-pid-device-bound', 'pass', 'fail'],
      // No PID profile rule applies where no device-bound credential is issued and HAIP is not claimed.
      ['eu-pid-jwt-proof-only', 'incomplete', 'incomplete'],
    ])('says of an issuance at %s that its PID profile is %s and HAIP is %s', async (issuer, pid, haip) => {
      const wallet = await createHandWallet(service, { issuer_configuration_id: issuer })
      await wallet.obtainToken()
      expect((await wallet.requestCredential()).status).toBe(200)
      const { checks } = await readSession(wallet, 'credential_issued')
      expect((checks as { summary: unknown }).summary).toMatchObject({
        by_profile: { pid: { verdict: pid }, haip: { verdict: haip } },
      })
    })

    covers('A2.6', 'A2.17', 'A3.1', 'A4.12', 'A4.16', 'A6.1')
    it('shows a session before, during and after a flow', async () => {
      const wallet = await createHandWallet(service, { credential_offer_mode: 'credential_offer_uri' })
      await readSession(wallet, 'created')
      await wallet.http({ path: new URL(wallet.created.offer_url).pathname })
      await readSession(wallet, 'offer_retrieved')
      await wallet.obtainToken()
      await readSession(wallet, 'token_issued')
      expect((await wallet.requestCredential()).status).toBe(200)
      const session = await readSession(wallet, 'credential_issued')
      expect(changesOf(session)).toEqual([
        ['created', 'offer_retrieved'],
        ['offer_retrieved', 'token_issued'],
        ['token_issued', 'credential_issued'],
      ])
      const story = [
        'session_created',
        'credential_offer_generated',
        'offer_retrieved',
        'issuance_state_changed',
        'token_received',
        'token_issued',
        'issuance_state_changed',
        'nonce_issued',
        'credential_request_received',
        'wallet_jwks_observed',
        'credential_issued',
        'issuance_state_changed',
      ]
      const types = (session.events as JsonRecord[]).map(({ type }) => String(type))
      expect(types.filter((type) => story.includes(type))).toEqual(story)
      expect((session.checks as { summary: JsonRecord }).summary.verdict).not.toBe('incomplete')
    })

    covers('A2.17')
    it('shows what was refused, and that a refusal never takes back what was reached', async () => {
      const wallet = await createHandWallet(service)
      await wallet.requestToken({ dpop: null })
      await readSession(wallet, 'token_requested')
      await wallet.obtainToken()
      await readSession(wallet, 'token_issued')
      await wallet.requestCredential({ body: '[]' })
      await readSession(wallet, 'credential_requested')
      await wallet.requestCredential()
      await readSession(wallet, 'credential_issued')
      await wallet.requestCredential({ body: '[]' })
      await wallet.requestToken()
      await readSession(wallet, 'credential_issued')
    })

    it('shows an error when a code was used twice before a credential was issued', async () => {
      const wallet = await createHandWallet(service)
      await wallet.obtainToken()
      await wallet.requestToken()
      const session = await readSession(wallet, 'error')
      expect((session.events as JsonRecord[]).map(({ type }) => type)).toContain('authorization_code_replayed')
    })

    covers('A2.17')
    it('shows the end of a session that issued nothing, and no end of one that did', async () => {
      const [idle, done] = [await createHandWallet(service), await createHandWallet(service)]
      await done.requestCredential()
      service.advance(901)
      const session = await readSession(idle, 'expired')
      const last = (session.events as JsonRecord[]).at(-1)
      expect(last).toMatchObject({ type: 'session_expired', detail: { last_state: 'created' } })
      await readSession(done, 'credential_issued')
    })

    covers('A1.6', 'A2.6', 'A3.1', 'A4.32', 'A6.1')
    it('shows a session of the authorization code flow at each of its steps', async () => {
      const wallet = await createHandCodeWallet(service, { credential_offer_mode: 'credential_offer_uri' })
      await readSession(wallet, 'created')
      await wallet.http({ path: new URL(wallet.created.offer_url).pathname })
      await readSession(wallet, 'offer_retrieved')
      const requestUri = await wallet.pushed()
      await readSession(wallet, 'authorization_requested')
      await wallet.open(wallet.authorizeUrl(requestUri))
      await readSession(wallet, 'authorization_in_progress')
      const code = (await wallet.browse(requestUri)).searchParams.get('code') ?? ''
      await readSession(wallet, 'authorization_granted')
      const token = (await wallet.redeem(code)).object()
      await readSession(wallet, 'token_issued')
      expect((await wallet.requestCredential({ accessToken: String(token.access_token) })).status).toBe(200)
      const session = await readSession(wallet, 'credential_issued')
      expect(changesOf(session).map((change) => (change as string[])[1])).toEqual([
        'offer_retrieved',
        'authorization_requested',
        'authorization_in_progress',
        'authorization_granted',
        'token_issued',
        'credential_issued',
      ])
    })

    it('shows a session of the authorization code flow, which is the default', async () => {
      const wallet = await createHandWallet(service, { flow: 'authorization_code' })
      const session = await readSession(wallet, 'created')
      expect(session.flow).toBe('authorization_code')
    })
  })

  describe('GET /sessions/{sessionId}/offer and /deeplink', () => {
    covers('A4.13', 'A4.14')
    it.each(['pre_authorized_code', 'authorization_code'])(
      'give the same offer as the hosted one (%s)',
      async (flow) => {
        const wallet = await createHandWallet(service, { flow })
        const path = `/sessions/${wallet.created.session_id}`
        const offer = await wallet.http({ path: `${path}/offer` })
        const deeplink = await wallet.http({ path: `${path}/deeplink` })
        const hosted = await wallet.http({ path: new URL(wallet.created.offer_url).pathname })
        for (const answer of [offer, deeplink, hosted]) expectJson(answer, 200)
        checkContract('getSessionOffer', offer)
        checkContract('getSessionDeeplink', deeplink)
        checkContract('getCredentialOffer', hosted)
        expect(offer.json()).toEqual(hosted.json())
        expect(deeplink.json()).toEqual({ deeplink: wallet.created.deeplink, credential_offer: hosted.json() })
      },
    )

    covers('A4.14', 'A4.22')
    it.each([
      ['/sessions', 'session_created'],
      ['/openid4vp/sessions', 'vp_session_created'],
    ])('adds no event and no exchange to the session when the link is read: %s', async (path, first) => {
      const http = createHttpClient(service.baseUrl)
      const session = `${path}/${String((await http({ method: 'POST', path })).object().session_id)}`
      for (let reads = 0; reads < 2; reads++) expect((await http({ path: `${session}/deeplink` })).status).toBe(200)
      const { events, exchanges } = (await http({ path: session })).object()
      expect((events as JsonRecord[]).map(({ type }) => type)[0]).toBe(first)
      expect(JSON.stringify([events, exchanges])).not.toContain('deeplink')
      http.close()
    })

    it('leave the state of the session alone', async () => {
      const wallet = await createHandWallet(service)
      for (const part of ['offer', 'deeplink', 'events', 'jwks'])
        await wallet.http({ path: `/sessions/${wallet.created.session_id}/${part}` })
      expect((await wallet.view()).status).toBe('created')
    })
  })

  covers('D13')
  describe('GET /sessions/{sessionId}/jwks', () => {
    covers('A4.15', 'A7.4')
    it('answers 409 until the wallet has shown a key (N09)', async () => {
      const wallet = await createHandWallet(service)
      const path = `/sessions/${wallet.created.session_id}/jwks`
      const before = await wallet.http({ path })
      expectError(before, 409, 'wallet_jwks_not_observed')
      checkContract('getSessionKeys', before)
      expect(before.object().observed_proof_header_fields).toEqual([])
      await wallet.obtainToken()
      expectError(await wallet.http({ path }), 409, 'wallet_jwks_not_observed')
    })

    const offCurve = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) }
    const misplaced = (request: JsonRecord) => {
      const { proofs } = request as { proofs: { jwt: string[] } }
      request.proof = { proof_type: 'jwt', jwt: proofs.jwt[0] }
      delete request.proofs
    }
    it.each<[string, CredentialChanges, JsonRecord | null, place?: string]>([
      ['is made for another issuer', { proof: claim('aud', 'https://elsewhere.example') }, null],
      ['has a spoilt signature', { proof: spoilt }, null],
      ['names an algorithm that is not on the list', { proof: header('alg', 'none') }, null],
      ['names a key that is not on its curve', { proof: header('jwk', offCurve) }, offCurve],
      ['is in the proof member of earlier drafts', { request: misplaced }, null, 'proof.jwt'],
    ])(
      'gives the jwk of a proof header whose request was refused: the proof %s',
      async (_name, changes, sent, place = 'proofs.jwt[0]') => {
        const wallet = await createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
        expect((await wallet.requestCredential(changes)).status).toBe(400)
        const answer = await wallet.http({ path: `/sessions/${wallet.created.session_id}/jwks` })
        expectJson(answer, 200)
        checkContract('getSessionKeys', answer)
        const [key] = wallet.holderKeys
        expect(answer.json()).toEqual({ keys: [{ kid: expect.any(String), ...(sent ?? key!.publicJwk) }] })
        if (sent === null) expect(answer.object().keys).toMatchObject([{ kid: key!.thumbprint }])
        const { wallet_jwks } = (await wallet.view()).observed
        expect(wallet_jwks).toMatchObject({ observed: true, jwks: answer.json(), source: `credential.body.${place}` })
      },
    )

    it('gives no private member of such a jwk', async () => {
      const wallet = await createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
      const [key] = wallet.holderKeys
      await wallet.requestCredential({
        proof: header('jwk', { ...key!.publicJwk, d: privateMember(key!), use: 'sig' }),
      })
      const answer = await wallet.http({ path: `/sessions/${wallet.created.session_id}/jwks` })
      expect(answer.json()).toEqual({ keys: [{ ...key!.publicJwk, kid: key!.thumbprint }] })
    })

    it.each<[string, CredentialChanges, readonly string[]]>([
      ['has none', { proof: header('jwk', undefined) }, ['typ', 'alg']],
      ['is a symmetric key', { proof: header('jwk', { kty: 'oct', k: 'c2VjcmV0' }) }, ['typ', 'alg', 'jwk']],
    ])('answers 409 as long as the jwk of the proof header %s', async (_name, changes, fields) => {
      const wallet = await createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
      expect((await wallet.requestCredential(changes)).status).toBe(400)
      const answer = await wallet.http({ path: `/sessions/${wallet.created.session_id}/jwks` })
      expectError(answer, 409, 'wallet_jwks_not_observed')
      expect(answer.object().observed_proof_header_fields).toEqual(fields)
    })

    covers('A4.15')
    it.each<[string, JwtChange | undefined, number, number]>([
      ['that was taken', undefined, 200, 200],
      ['that was refused for its content', claim('exp', 1), 400, 200],
      ['with a spoilt signature', spoilt, 400, 409],
    ])('gives the attested keys of an attestation proof %s', async (_name, change, answered, status) => {
      const wallet = await createHandWallet(service)
      await wallet.obtainToken()
      const nonce = await wallet.freshNonce()
      const answer = await wallet.requestCredential({
        nonce,
        request: (request) =>
          Object.assign(request, { proofs: { attestation: [wallet.keyAttestation(nonce, change)] } }),
      })
      expect(answer.status).toBe(answered)
      const keys = await wallet.http({ path: `/sessions/${wallet.created.session_id}/jwks` })
      expect(keys.status).toBe(status)
      const [key] = wallet.holderKeys
      if (status === 200) expect(keys.json()).toEqual({ keys: [{ ...key!.publicJwk, kid: key!.thumbprint }] })
    })

    it('gives each key once, however often it came', async () => {
      const wallet = await createHandWallet(service)
      await wallet.requestCredential()
      await wallet.requestCredential()
      const answer = await wallet.http({ path: `/sessions/${wallet.created.session_id}/jwks` })
      expect(answer.object().keys).toHaveLength(1)
    })
  })
})

describe('a created session', () => {
  const service = serviceForTests()
  const { http } = service

  const json: Fields = [['Content-Type', 'application/json']]
  const create = (request: JsonRecord): Promise<HttpAnswer> =>
    http({ method: 'POST', path: '/sessions', body: JSON.stringify(request), headers: json })

  const members = [
    'authorization_server_identifier',
    'credential_configuration_id',
    'credential_offer_mode',
    'deeplink',
    'flow',
    'issuer_configuration_id',
    'issuer_identifier',
    'offer_url',
    'session_id',
    'status',
  ]
  const defaults = {
    issuer_configuration_id: 'eu-pid-device-bound',
    flow: 'authorization_code',
    credential_offer_mode: 'credential_offer',
    credential_configuration_id: 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required',
    status: 'created',
  }
  const configurationOf: Readonly<Record<string, string>> = {
    'eu-pid-device-bound': defaults.credential_configuration_id,
    'eu-pid-jwt-proof-only': 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof',
  }

  describe('POST /sessions', () => {
    covers('A2.11')
    it.each([
      ['no body and no content type', null, []],
      ['no body under application/json', null, json],
      ['an empty body', '', json],
      ['an empty body without content type', '', []],
      ['an empty object', '{}', json],
      ['an empty object without content type', '{}', []],
      ['an empty object under another content type', '{}', [['Content-Type', 'text/plain']]],
      ['an empty object in chunks', '{}', [['Transfer-Encoding', 'chunked']]],
    ] as [string, string | null, Fields][])('takes %s as: all defaults', async (_name, body, headers) => {
      const answer = await http({ method: 'POST', path: '/sessions', body, headers })
      expectJson(answer, 201)
      checkContract('createSession', answer)
      expect(answer.object()).toMatchObject(defaults)
    })

    covers('A2.16', 'A3.1', 'A4.11')
    it('answers with exactly the ten members, each of its type', async () => {
      for (const request of [{}, { flow: 'pre_authorized_code', credential_offer_mode: 'credential_offer_uri' }]) {
        const created = (await create(request)).object()
        expect(membersOf(created)).toEqual(members)
        expect(created.session_id).toMatch(uuidShape)
        const issuer = `${service.baseUrl}/issuers/${String(created.issuer_configuration_id)}`
        expect(created.issuer_identifier).toBe(issuer)
        expect(created.authorization_server_identifier).toBe(issuer)
        const [, offerId] = String(created.offer_url).split(`${issuer}/offers/`)
        expect(offerId).toMatch(uuidShape)
        expect(offerId).not.toBe(created.session_id)
        expect(created.status).toBe('created')
      }
    })

    const combinations = Object.keys(configurationOf).flatMap((issuer) =>
      ['pre_authorized_code', 'authorization_code'].flatMap((flow) =>
        ['credential_offer', 'credential_offer_uri'].map((mode) => [issuer, flow, mode] as const),
      ),
    )
    covers('A2.12', 'A2.13', 'A2.14', 'A4.17')
    it.each(combinations)('gives the link and the offer that %s, %s and %s call for', async (issuer, flow, mode) => {
      const answer = await create({ issuer_configuration_id: issuer, flow, credential_offer_mode: mode })
      checkContract('createSession', answer)
      const created = answer.object()
      expect(created).toMatchObject({
        issuer_configuration_id: issuer,
        flow,
        credential_offer_mode: mode,
        credential_configuration_id: configurationOf[issuer],
      })
      const [scheme, query] = String(created.deeplink).split('?')
      expect(scheme).toBe('openid-credential-offer://')
      const parameters = [...new URLSearchParams(query)]
      expect(parameters.map(([name]) => name)).toEqual([mode])
      const hosted = (await http({ path: new URL(String(created.offer_url)).pathname })).object()
      if (mode === 'credential_offer') expect(JSON.parse(parameters[0]![1])).toEqual(hosted)
      else expect(parameters[0]![1]).toBe(created.offer_url)

      expect(membersOf(hosted)).toEqual(['credential_configuration_ids', 'credential_issuer', 'grants'])
      expect(hosted.credential_issuer).toBe(created.issuer_identifier)
      expect(hosted.credential_configuration_ids).toEqual([configurationOf[issuer]])
      expect(hosted.grants).toEqual(
        flow === 'authorization_code'
          ? { authorization_code: { issuer_state: expect.stringMatching(randomShape) } }
          : {
              'urn:ietf:params:oauth:grant-type:pre-authorized_code': {
                'pre-authorized_code': expect.stringMatching(randomShape),
              },
            },
      )
    })

    covers('A2.15')
    it.each(Object.entries(configurationOf))(
      'takes a configuration that %s advertises',
      async (issuer, configuration) => {
        const metadata = (await http({ path: `/.well-known/openid-credential-issuer/issuers/${issuer}` })).object()
        for (const id of Object.keys(metadata.credential_configurations_supported as object)) {
          const answer = await create({ issuer_configuration_id: issuer, credential_configuration_id: id })
          expect({ status: answer.status, id: answer.object().credential_configuration_id }).toEqual({
            status: 201,
            id,
          })
        }
        expect(Object.keys(metadata.credential_configurations_supported as object)).toContain(configuration)
      },
    )

    it('puts another scheme into the link when it is asked for', async () => {
      const created = (await create({ scheme: 'haip-vci://' })).object()
      expect(created.deeplink).toMatch(/^haip-vci:\/\/\?credential_offer=/)
      expect(membersOf(created)).toEqual(members)
    })

    it('never gives two sessions the same id, offer or code', async () => {
      const sessions = await Promise.all(Array.from({ length: 20 }, () => create({ flow: 'pre_authorized_code' })))
      for (const member of ['session_id', 'offer_url', 'deeplink'])
        expect(new Set(sessions.map((answer) => answer.object()[member])).size).toBe(20)
    })
  })
})
