import { createVerify, X509Certificate } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { malformedQueries, verifierDeviations } from '@/lib/core/verifier/deviations'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { knownVerifier } from '@/lib/testing/known-verifier'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { redOf, verifierSessions } from '@/lib/testing/verifier-sessions'
import { presentsFor } from '@/lib/wallet/campaign/run-campaign'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import { fixedShare } from '@/scripts/thorough.mjs'

describe('refusal tests in a browser', () => {
  /** What wallets do with a browser request that is wrong or unusual on purpose. OpenID4VP 1.0 appendix A */

  const service = serviceForTests()
  const { http } = service
  let sdJwts: HeldCredential[]
  let mdocs: HeldCredential[]
  beforeAll(async () => {
    const obtain = async (format: 'dc+sd-jwt' | 'mso_mdoc') => [
      ...(await obtainCredential({ origin: service.baseUrl, http: createNodeClient(), format })).credentials,
    ]
    sdJwts = await obtain('dc+sd-jwt')
    mdocs = await obtain('mso_mdoc')
  })
  const { post, create, read } = verifierSessions(() => http)

  async function present(body: JsonObject, more: object = {}) {
    const { session_id, deeplink } = await create(body)
    expect(deeplink).toBe(`${service.baseUrl}/present/${session_id}`)
    const run = await runAtVerifier({
      deeplink,
      credentials: isOfMdoc(body) ? mdocs : sdJwts,
      clock: service.now,
      wait: async (millis: number) => service.advance(millis / 1000),
      trustAnchors: [service.container.keyStore.rootPem()],
      ...knownVerifier(service.container),
      ...more,
    })
    return { id: session_id, run, session: await read(session_id) }
  }

  const statusOf = ({ checks }: PresentationSessionView, id: string) =>
    checks.conformance.findLast((entry) => entry.id === id)?.status
  const resultOf = ({ events }: PresentationSessionView) =>
    events.findLast(({ type }) => type === 'vp_negative_test_result')?.detail.outcome

  const inBrowser = { presentation_channel: 'dc_api' }
  const isOfMdoc = ({ dcql_query: query, negative_test: test }: JsonObject): boolean =>
    query !== undefined || String(test).startsWith('dcql_mdoc_')
  const careless = { verification: 'none' } as const
  /** A query in the form that the entry needs and that the wallet has a credential for. */
  const queryFor = (protocols: readonly string[] | undefined): JsonObject =>
    protocols?.includes('org-iso-mdoc')
      ? {
          dcql_query: {
            credentials: [
              {
                id: 'pid',
                format: 'mso_mdoc',
                meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' },
                claims: [{ path: ['eu.europa.ec.eudi.pid.1', 'family_name'] }],
              },
            ],
          },
        }
      : {}
  const paying: JsonObject = {
    transaction_data: [{ type: 'com.example.payment', credential_ids: ['pid_sd_jwt'], amount: '1.00' }],
    transaction_required_field: 'amount',
    transaction_out_of_range: { amount: 'none' },
  }
  const bodyOf = (id: string): JsonObject => {
    const { needs } = verifierDeviations.find((one) => one.id === id) ?? {}
    return {
      ...inBrowser,
      negative_test: id,
      ...queryFor(needs?.dc_api_protocols),
      ...(needs?.transaction === undefined ? {} : paying),
    }
  }

  const malformed = new Set(malformedQueries.map(({ id }) => id))
  const carried = verifierDeviations.filter(
    ({ channels, needsHostName }) => channels.includes('dc_api') && !needsHostName,
  )
  const idsOf = (wanted: (one: (typeof carried)[number]) => boolean) => carried.filter(wanted).map(({ id }) => id)
  /** A share is enough: the campaign `digital_credentials` runs the correct wallet against each browser test. */
  const some = (ids: readonly string[]) => fixedShare(ids)
  const refusals = some(idsOf(({ expects }) => expects === 'refusal'))
  const oddities = some(idsOf(({ expects }) => expects === 'going_on'))
  /**
   * Tests about who issued a credential. An error would reveal that the wallet holds none of them
   * (OID4VP-1FINAL-15.9.2).
   */
  const ofAuthority = ['dcql_ta_type_unknown', 'dcql_ta_value_empty']
  /** Wallets that do not or cannot give a reason: ISO/IEC 18013-7 has no errors. The page's promise is rejected. */
  const speechless = (id: string) => id.startsWith('dc_annexc_') || ofAuthority.includes(id)

  describe('a wallet that behaves', () => {
    it.each(refusals.filter((id) => !speechless(id)))('refuses %s with an error that fits', async (id) => {
      const { run, session } = await present(bodyOf(id), { profile: presentsFor[id] ?? {} })
      expect(run.outcome, run.reason ?? '').toBe('declined')
      expect(redOf(session)).toEqual([])
      expect(statusOf(session, 'vp.negative.rejected')).toBe('pass')
      expect(statusOf(session, 'vp.error.fits')).toBe('pass')
      expect([session.status, resultOf(session), session.checks.summary.verdict]).toEqual([
        'wallet_error',
        'refused_with_error',
        'pass',
      ])
    })

    it.each(refusals.filter(speechless))('shares nothing in %s, which shows nothing by itself', async (id) => {
      const { run, session } = await present(bodyOf(id))
      expect(run.outcome, run.reason ?? '').toBe('declined')
      expect(redOf(session)).toEqual([])
      expect(statusOf(session, 'vp.negative.rejected')).toBe('not_observed')
      expect([resultOf(session), session.checks.summary.verdict]).toEqual(['browser_declined', 'incomplete'])
      const finding = session.checks.conformance.find((one) => one.id === 'vp.negative.rejected')
      expect(finding).toMatchObject({ actual: { because: expect.stringContaining('run it in a campaign') } })
    })

    it.each(oddities)('answers %s', async (id) => {
      const { run, session } = await present(bodyOf(id))
      expect(run.outcome, run.reason ?? '').toBe('presented')
      expect(redOf(session)).toEqual([])
      expect(statusOf(session, 'vp.negative.still_answers')).toBe('pass')
      expect([resultOf(session), session.checks.summary.verdict]).toEqual(['answered', 'pass'])
    })
  })

  describe('a careless wallet', () => {
    const isAdvisoryThere = (id: string) => carried.some((one) => one.id === id && (one.ofSigner || one.advisory))

    it.each(refusals.filter((id) => !malformed.has(id)))('presents in %s, and is told so', async (id) => {
      const { session } = await present(bodyOf(id), { profile: careless })
      const status = statusOf(session, 'vp.negative.rejected')
      if (isAdvisoryThere(id)) {
        expect([id, status]).toEqual([id, 'warn'])
        expect(redOf(session)).toEqual(['vp.negative.rejected'])
        expect(session.checks.summary.verdict).toBe('pass')
        return
      }
      expect([id, session.checks.summary.verdict]).toEqual([id, 'fail'])
      if (id !== 'dc_annexc_no_key') expect([id, status]).toEqual([id, 'fail'])
      expect(redOf(session)).not.toEqual([])
    })

    it('that posts where the request says counts as one that presented', async () => {
      const { session_id: id } = await create(bodyOf('dc_mode_direct_post'))
      const answer = await http({
        method: 'POST',
        path: `/openid4vp/sessions/${id}/response`,
        headers: [['Content-Type', 'application/x-www-form-urlencoded']],
        body: 'response=a.b.c.d.e',
      })
      expect(answer.status).toBe(400)
      const session = await read(id)
      expect(redOf(session).sort()).toEqual(['vp.dcapi.answered_in_browser', 'vp.negative.rejected'])
      expect(session.checks.summary.verdict).toBe('fail')
    })

    it('that fetches the address of a request, where a request is nothing else, went on', async () => {
      const { session_id: id } = await create(bodyOf('dc_request_uri'))
      expect((await http({ path: `/openid4vp/sessions/${id}/request` })).status).toBe(404)
      const session = await read(id)
      expect(redOf(session).sort()).toEqual(['vp.dcapi.answered_in_browser', 'vp.negative.rejected'])
    })
  })

  describe('a browser that shares nothing', () => {
    const report = (id: string, outcome: JsonObject, headers: readonly (readonly [string, string])[] = []) =>
      http({
        method: 'POST',
        path: `/openid4vp/sessions/${id}/dc-api/result`,
        headers: [['Content-Type', 'application/json'], ...headers],
        body: JSON.stringify({ ...outcome, page: { origin: service.baseUrl, elapsed_ms: 1500, allows: {} } }),
      })
    const failed = { outcome: 'error', error: { name: 'NotAllowedError', message: 'No.', code: 0 } }

    it('leaves it to a person what the wallet showed', async () => {
      const { session_id: id } = await create(bodyOf('bad_signature'))
      expect((await report(id, { outcome: 'started' })).status).toBe(200)
      expect((await report(id, failed)).status).toBe(200)
      const session = await read(id)
      expect(statusOf(session, 'vp.negative.rejected')).toBe('not_observed')
      expect(resultOf(session)).toBe('browser_declined')
      expect(session.checks.conformance.find((one) => one.id === 'vp.negative.rejected')).toMatchObject({
        actual: { because: expect.stringContaining('no wallet has answered in this browser') },
      })
      expect((await post(`/openid4vp/sessions/${id}/refusal`, { shown: 'error' })).status).toBe(200)
      const told = await read(id)
      expect([told.status, resultOf(told), told.checks.summary.verdict]).toEqual([
        'request_refused',
        'reported_error',
        'pass',
      ])
    })

    it('is no fault of a wallet that should have answered', async () => {
      const { session_id: id } = await create({ ...bodyOf('dc_state'), expires_in: 60 })
      await report(id, { outcome: 'started' })
      await report(id, failed)
      service.advance(61)
      const session = await read(id)
      expect(redOf(session)).toEqual([])
      expect(statusOf(session, 'vp.negative.still_answers')).toBe('not_observed')
    })
  })
})

describe('requests of refusal tests in a browser', () => {
  /** What a page receives in each test of a browser request. OpenID4VP 1.0 appendix A */

  const service = serviceForTests()
  const { http: client } = service
  const { post, create, read } = verifierSessions(() => client)

  interface Entry {
    readonly protocol: string
    readonly data: JsonObject
  }

  /** Creates a session with a test; returns its id and the entries for the page. */
  async function entriesWith(negative_test: string | null, members: JsonObject = {}) {
    const { session_id: id } = await create({ ...(negative_test === null ? {} : { negative_test }), ...members })
    const answer = await client({ path: `/openid4vp/sessions/${id}/dc-api` })
    expect(answer.status, answer.body).toBe(200)
    const { digital } = answer.object() as unknown as { digital: { requests: Entry[] } }
    const [entry] = digital.requests
    if (entry === undefined) throw new Error('The page is handed no entry.')
    return { id, entries: digital.requests, entry }
  }
  const claimsOf = ({ data }: Entry) => decodeJwt(String(data.request)) as JsonObject
  const inBrowser = { presentation_channel: 'dc_api' }
  /** Tests about transactions need a transaction. */
  const onOpenId4Vp = verifierDeviations.filter(
    ({ channels, needs }) =>
      channels.includes('dc_api') &&
      needs?.transaction === undefined &&
      needs?.dc_api_protocols?.includes('org-iso-mdoc') !== true,
  )

  describe('what a page is handed in a test', () => {
    it('names another site, none, or ours in other ways', async () => {
      const origin = service.baseUrl
      const originsOf = async (test: string | null) =>
        claimsOf((await entriesWith(test, inBrowser)).entry).expected_origins
      expect(await originsOf(null)).toEqual([origin])
      expect(await originsOf('dc_wrong_expected_origins')).toEqual(['https://another-verifier.example'])
      expect(await originsOf('dc_empty_expected_origins')).toEqual([])
      expect(await originsOf('dc_no_expected_origins')).toBeUndefined()
      expect(await originsOf('dc_origin_not_normalised')).toEqual([`${origin}/`, origin.toUpperCase()])
    })

    it('has members that an unsigned request should not have, and a signed one lacks', async () => {
      const decoy = await entriesWith('dc_unsigned_decoy_origins')
      expect([decoy.entry.protocol, decoy.entry.data.expected_origins]).toEqual([
        'openid4vp-v1-unsigned',
        ['https://another-verifier.example'],
      ])
      expect((await entriesWith('dc_unsigned_client_id')).entry.data.client_id).toMatch(/^x509_hash:/)
      expect(claimsOf((await entriesWith('dc_no_client_id')).entry)).not.toHaveProperty('client_id')
      expect(claimsOf((await entriesWith('dc_state')).entry).state).toEqual(expect.any(String))
    })

    it('asks for a response in another way', async () => {
      const { id, entry } = await entriesWith('dc_mode_direct_post')
      expect(claimsOf(entry)).toMatchObject({
        response_mode: 'direct_post.jwt',
        response_uri: `${service.baseUrl}/openid4vp/sessions/${id}/response`,
      })
      const plain = await entriesWith('dc_mode_plain')
      expect(claimsOf(plain.entry).response_mode).toBe('dc_api')
      expect((await read(plain.id)).options).toMatchObject({ profile: 'haip', negative_test: 'dc_mode_plain' })
    })

    it('is the address of a request, and no more', async () => {
      const { id, entry } = await entriesWith('dc_request_uri')
      expect(entry).toEqual({
        protocol: 'openid4vp-v1-signed',
        data: {
          client_id: expect.stringMatching(/^x509_hash:/),
          request_uri: `${service.baseUrl}/openid4vp/sessions/${id}/request`,
        },
      })
    })

    it('is signed under the name of an unsigned one, or comes after a version that is none', async () => {
      const { entry } = await entriesWith('dc_protocol_mismatch')
      expect(entry.protocol).toBe('openid4vp-v1-unsigned')
      expect(claimsOf(entry)).toMatchObject({ expected_origins: [service.baseUrl], response_mode: 'dc_api.jwt' })
      const { entries } = await entriesWith('dc_unknown_version_first')
      expect(entries.map(({ protocol }) => protocol)).toEqual(['openid4vp-v9-signed', 'openid4vp-v1-signed'])
      expect(entries[0]?.data).toEqual(entries[1]?.data)
    })

    it('is signed twice, with one or both signatures wrong, or with the client in what they sign', async () => {
      const multisigned = async (test: string | null) => {
        const members = { ...inBrowser, dc_api_protocols: ['openid4vp-v1-multisigned'] }
        const { payload, signatures } = (await entriesWith(test, members)).entry.data.request as {
          payload: string
          signatures: { protected: string; signature: string }[]
        }
        const keys = signatures.map(({ protected: head, signature }) => verifies(`${head}.${payload}.${signature}`))
        return { keys, claims: JSON.parse(Buffer.from(payload, 'base64url').toString()) as JsonObject }
      }
      expect((await multisigned(null)).keys).toEqual([true, true])
      expect((await multisigned('dc_multisigned_one_bad')).keys).toEqual([false, true])
      expect((await multisigned('dc_multisigned_all_bad')).keys).toEqual([false, false])
      const { keys, claims } = await multisigned('dc_multisigned_client_in_payload')
      expect(keys).toEqual([true, true])
      expect(claims.client_id).toMatch(/^x509_hash:/)
      expect((await multisigned(null)).claims).not.toHaveProperty('client_id')
    })

    it('is wrong as a request by link is, where the test is of any request', async () => {
      const compact = async (test: string) => String((await entriesWith(test, inBrowser)).entry.data.request)
      expect(await verifies(await compact('bad_signature'))).toBe(false)
      expect(await verifies(await compact('no_typ'))).toBe(true)
      expect(decodeProtectedHeader(await compact('no_typ'))).not.toHaveProperty('typ')
      expect(decodeProtectedHeader(await compact('alg_none')).alg).toBe('none')
      expect(decodeJwt(await compact('missing_nonce'))).not.toHaveProperty('nonce')
      expect(decodeJwt(await compact('bad_nonce_charset')).nonce).toMatch(/ "c$/)
      expect(decodeJwt(await compact('wrong_aud')).aud).toBe('https://another-wallet.example')
      expect(decodeJwt(await compact('no_query'))).not.toHaveProperty('dcql_query')
      expect(decodeJwt(await compact('no_enc_jwks')).client_metadata).not.toHaveProperty('jwks')
      expect(decodeJwt(await compact('client_id_wrong_hash')).client_id).not.toBe(
        decodeJwt(await compact('no_typ')).client_id,
      )
    })

    it('is on record as altered, unless the session was made so', async () => {
      for (const test of ['dc_request_uri', 'dc_wrong_expected_origins', 'dc_multisigned_all_bad', 'bad_signature']) {
        const { id } = await entriesWith(test, inBrowser)
        const altered = (await read(id)).events.filter(({ type }) => type === 'answer_altered')
        expect([test, altered.map(({ detail }) => detail.alteration)]).toEqual([test, [`negative_test.${test}`]])
      }
    })

    it.each(fixedShare(onOpenId4Vp).map(({ id }) => id))('is there in the test %s', async (id) => {
      const { entries } = await entriesWith(id, inBrowser)
      expect(entries).toHaveLength(id === 'dc_unknown_version_first' ? 2 : 1)
    })
  })

  describe('a test that shows nothing in a browser, or with these entries', () => {
    it.each([
      ['a test of the link', { ...inBrowser, negative_test: 'client_id_mismatch' }],
      ['a test of the state', { ...inBrowser, negative_test: 'no_state' }],
      ['a test of our response', { ...inBrowser, negative_test: 'extra_answer_member' }],
      ['a test of browsers by link', { negative_test: 'dc_state', presentation_channel: 'url' }],
      [
        'one of unsigned requests in a signed one',
        { negative_test: 'dc_unsigned_client_id', dc_api_protocols: ['openid4vp-v1-signed'] },
      ],
      [
        'one beside a right entry',
        {
          ...inBrowser,
          negative_test: 'bad_signature',
          dc_api_protocols: ['openid4vp-v1-signed', 'openid4vp-v1-unsigned'],
        },
      ],
    ])('cannot be asked for: %s', async (_what, body) => {
      const answer = await post('/openid4vp/sessions', body)
      expect([answer.status, answer.object().error, answer.object().pointer]).toEqual([
        400,
        'invalid_request',
        '/negative_test',
      ])
    })
  })

  /** Whether a compact JWS verifies with the certificate in its header. */
  function verifies(compact: string): boolean {
    const [head = '', payload = '', signature = ''] = compact.split('.')
    const { x5c } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { x5c: string[] }
    const { publicKey } = new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64'))
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
    return createVerify('SHA256').update(`${head}.${payload}`).verify(key, Buffer.from(signature, 'base64url'))
  }
})
