import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { officialCases } from '@/lib/core/campaigns/official-cases/cases'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import type { CampaignView, NextSessionView } from '@/lib/core/campaigns/z-campaign'
import { type DcApiProtocol, dcApiProtocols } from '@/lib/core/shared/ports/dc-api'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { redOf, verifierSessions } from '@/lib/testing/verifier-sessions'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { runCommand } from '@/lib/wallet/command'
import { writeCredentialFile } from '@/lib/wallet/credential-file'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { checkIdOf } from '@/lib/wallet/misbehaviours/misbehaviour'
import {
  endOf,
  type PresentationMisbehaviour,
  sessionRequestOf,
} from '@/lib/wallet/misbehaviours/verifier/misbehaviour'
import { presentationMisbehaviours } from '@/lib/wallet/misbehaviours/verifier/registry'
import { answerBrowserRequest } from '@/lib/wallet/verifier/dc-api/answer-browser-request'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { fixedShare } from '@/scripts/thorough.mjs'

describe('presentations in a browser', () => {
  /** The Digital Credentials API by command: the wallet plays the browser of a page, so the carrier is emulated. */

  const service = serviceForTests()
  let client: HttpClient
  let folder: string
  let file: string
  beforeAll(async () => {
    client = createHttpClient(service.baseUrl)
    folder = mkdtempSync(join(tmpdir(), 'dc-api-'))
    file = join(folder, 'credentials.json')
    const get = { origin: service.baseUrl, http: createNodeClient() }
    const held: HeldCredential[] = []
    for (const format of ['dc+sd-jwt', 'mso_mdoc'] as const)
      held.push(...(await obtainCredential({ ...get, format })).credentials)
    writeCredentialFile(file, held)
  })
  afterAll(async () => {
    client.close()
    rmSync(folder, { recursive: true })
  })
  const { create, read } = verifierSessions(() => client)

  /** Runs the command; returns its result and the session. */
  async function present(body: JsonObject, ...options: string[]) {
    const { session_id: id, deeplink } = await create(body)
    return { id, ...(await run(deeplink, '--credential', file, ...options)), session: await read(id) }
  }

  async function run(...argv: string[]) {
    const printed: string[] = []
    const complaints: string[] = []
    const code = await runCommand(argv, {
      print: (line) => printed.push(line),
      complain: (line) => complaints.push(line),
    })
    return { code, printed, complaints }
  }

  const through = (...dc_api_protocols: DcApiProtocol[]): JsonObject => ({
    presentation_channel: 'dc_api',
    dc_api_protocols,
  })
  const pid = 'eu.europa.ec.eudi.pid.1'
  const mdocQuery: JsonObject = {
    dcql_query: {
      credentials: [
        { id: 'pid', format: 'mso_mdoc', meta: { doctype_value: pid }, claims: [{ path: [pid, 'family_name'] }] },
      ],
    },
  }
  const sdJwtQuery: JsonObject = {
    dcql_query: {
      credentials: [
        {
          id: 'pid',
          format: 'dc+sd-jwt',
          meta: { vct_values: ['urn:eudi:pid:1'] },
          claims: [{ path: ['family_name'] }],
        },
      ],
    },
  }
  const queries = { 'dc+sd-jwt': sdJwtQuery, mso_mdoc: mdocQuery }
  const modes = { 'dc_api.jwt': {}, dc_api: { response_mode: 'direct_post', profile: 'openid4vp' } }

  const everyWay = dcApiProtocols.flatMap((protocol) =>
    Object.entries(queries).flatMap(([format, query]) =>
      Object.entries(modes).map(([mode, members]) => ({ protocol, format, mode, body: { ...query, ...members } })),
    ),
  )
  /** Mobile documents have their own protocol, whose responses are always encrypted. */
  const possible = everyWay.filter(
    ({ protocol, format, mode }) => protocol !== 'org-iso-mdoc' || (format === 'mso_mdoc' && mode === 'dc_api.jwt'),
  )

  describe('the wallet that plays the browser', () => {
    it.each(possible)('ends green by $protocol with $format in $mode', async ({ protocol, format, body }) => {
      const { code, printed, session } = await present({ ...through(protocol), ...body })
      expect([code, printed.at(-1)]).toEqual([0, expect.stringContaining(format)])
      expect(redOf(session)).toEqual([])
      expect(session).toMatchObject({
        status: 'presentation_validated',
        checks: { presentation_valid: true, summary: { verdict: 'pass' } },
        dc_api: {
          origin: service.baseUrl,
          answered_protocol: protocol,
          calls: [expect.objectContaining({ carrier: 'emulated', outcome: 'answer', error_name: null })],
        },
        observed: { carrier: 'emulated' },
      })
      const carriers = session.exchanges.map(({ operation, carrier }) => [operation, carrier])
      expect(carriers.filter(([, carrier]) => carrier === 'browser')).toEqual([])
    })

    it('gets a credential of each format first where it holds none', async () => {
      const { deeplink, session_id } = await create({ ...through('org-iso-mdoc'), ...mdocQuery })
      const { code, printed } = await run(deeplink)
      expect([code, printed[0]]).toEqual([
        0,
        `The wallet holds no credential and gets one from ${service.baseUrl} first.`,
      ])
      expect((await read(session_id)).status).toBe('presentation_validated')
    })

    it.each(dcApiProtocols)('answers %s of all where it is told to, else the first', async (protocol) => {
      const all = { ...through(...dcApiProtocols), ...mdocQuery }
      const { session, code } = await present(all, '--dc-protocol', protocol)
      expect([code, redOf(session), session.dc_api?.answered_protocol]).toEqual([0, [], protocol])
    })

    it('waits for the verdict of the session behind a page', async () => {
      const { code, printed } = await present(through('openid4vp-v1-signed'), '--wait-verdict')
      expect([code, printed.at(-1)]).toEqual([0, expect.stringMatching(/^Verdict: passed, /)])
    })

    it('is told to be one of HAIP, and then refuses a response in the clear under HAIP', async () => {
      const test = { ...through('openid4vp-v1-signed'), negative_test: 'dc_mode_plain' }
      const asked = await present(test, '--haip')
      expect([asked.code, asked.printed.at(-2)]).toEqual([1, 'Declined: invalid_request'])
      expect([redOf(asked.session), asked.session.checks.summary.verdict]).toEqual([[], 'pass'])
      const other = await present(test)
      expect([other.code, redOf(other.session)]).toEqual([0, ['vp.negative.rejected']])
      const right = await present(through('openid4vp-v1-signed', 'openid4vp-v1-unsigned'), '--haip')
      expect([right.code, redOf(right.session)]).toEqual([0, []])
    })

    it('shares nothing where its user does not agree, and the session stays open', async () => {
      const { code, printed, session } = await present(through('openid4vp-v1-signed'), '--deny')
      expect([code, printed.at(-2)]).toEqual([1, 'Declined: NotAllowedError'])
      expect(session.status).toBe('request_retrieved')
      expect(session.dc_api?.calls).toEqual([
        expect.objectContaining({ outcome: 'error', error_name: 'NotAllowedError', carrier: 'emulated' }),
      ])
      expect(redOf(session)).toEqual([])
    })

    it.each([
      ['a misbehaviour of links', 'vp.reqpost.wallet_nonce'],
      ['one of another protocol', 'vp.annexc.structure'],
      ['one of a denial in a form', 'vp.error.code_known'],
    ])('sends nothing with %s', async (_words, id) => {
      const { code, printed, session } = await present(through('openid4vp-v1-signed'), '--misbehave', id)
      expect([code, printed.at(-1)]).toEqual([
        1,
        expect.stringContaining('this misbehaviour needs a session of another kind'),
      ])
      expect(session.status).toBe('created')
    })

    it.each([
      ['vp.kb.nonce', sdJwtQuery],
      ['vp.jwe.enc', sdJwtQuery],
      ['vp.mdoc.device_signature', mdocQuery],
      ['vp.mdoc.device_signature~nonce', mdocQuery],
      ['vp.min.only_requested_sdjwt', sdJwtQuery],
    ])('does wrong through a browser what it does wrong by link: %s', async (id, query) => {
      const { session } = await present({ ...through('openid4vp-v1-signed'), ...query }, '--misbehave', id)
      expect(redOf(session)).toContain(checkIdOf({ id }))
    })
  })

  const needsBrowser = ({ needs }: PresentationMisbehaviour): boolean =>
    needs?.sessionOptions?.presentation_channel === 'dc_api'
  const testOf = ({ needs }: PresentationMisbehaviour): unknown => needs?.sessionOptions?.negative_test
  /** The session request of a misbehaviour, as it is sent. */
  const sessionFor = ({ needs = {} }: PresentationMisbehaviour): JsonObject =>
    JSON.parse(JSON.stringify(sessionRequestOf(needs)))
  const ofBrowser = presentationMisbehaviours.filter(needsBrowser)

  describe('each misbehaviour', () => {
    it.each(fixedShare(ofBrowser.filter((one) => testOf(one) === undefined)).map((one) => [one.id, one] as const))(
      '%s turns red what it breaks and nothing else',
      async (id, one) => {
        const { session, code, printed } = await present(sessionFor(one), '--misbehave', id)
        expect(code).toBe(endOf(one) === 'presented' ? 0 : 1)
        expect(printed.join('\n')).toContain('! marks what the wallet did wrong on purpose.')
        expect(redOf(session).sort()).toEqual([checkIdOf(one), ...(one.alsoFails ?? [])].sort())
      },
    )

    it('is there for each check of this channel', () => {
      const ids = new Set(ofBrowser.map(checkIdOf).filter((id) => /^vp\.(dcapi|annexc)\./.test(id)))
      expect(ids.size).toBe(18)
    })
  })
})

describe('campaigns in a browser', () => {
  /** A campaign whose requests a browser carries, with the header fields a browser sends. */

  const service = serviceForTests()
  const { http } = service
  let credentials: HeldCredential[]
  let mdocs: HeldCredential[]
  beforeAll(async () => {
    const obtain = async (format: 'dc+sd-jwt' | 'mso_mdoc') => [
      ...(await obtainCredential({ origin: service.baseUrl, http: createNodeClient(), format })).credentials,
    ]
    credentials = await obtain('dc+sd-jwt')
    mdocs = await obtain('mso_mdoc')
  })
  const { post, read: readSession } = verifierSessions(() => http)

  const chrome = 'Mozilla/5.0 (Linux; Android 16) Chrome/156.0.0.0 Mobile Safari/537.36'
  const safari = 'Mozilla/5.0 (iPhone) Version/26.0 Mobile/15E148 Safari/604.1'

  /** What a page posts for a session. `null` stands for a program, which sends no browser-only header fields. */
  async function report(sessionId: string, outcome: JsonObject, browser: string | null) {
    const ofBrowser: [string, string][] =
      browser === null
        ? []
        : [
            ['Origin', service.baseUrl],
            ['Sec-Fetch-Site', 'same-origin'],
            ['User-Agent', browser],
          ]
    return http({
      method: 'POST',
      path: `/openid4vp/sessions/${sessionId}/dc-api/result`,
      headers: [['Content-Type', 'application/json'], ...ofBrowser],
      body: JSON.stringify({ ...outcome, page: { origin: service.baseUrl, elapsed_ms: 2000, allows: {} } }),
    })
  }

  /** Has the reference wallet answer through a browser. */
  async function answer(sessionId: string, browser: string | null, held = credentials) {
    const { digital } = (await http({ path: `/openid4vp/sessions/${sessionId}/dc-api` })).object()
    const { origin } = new URL(service.baseUrl)
    const trustAnchors = [service.container.keyStore.rootPem()]
    const given = await answerBrowserRequest({
      digital,
      origin,
      credentials: held,
      clock: service.now,
      trustAnchors,
    })
    if ('refusal' in given) throw new Error(given.reason)
    await report(sessionId, { outcome: 'started' }, browser)
    return report(
      sessionId,
      { outcome: 'answer', protocol: given.protocol, data: given.data as unknown as JsonObject },
      browser,
    )
  }

  /** The user declines in the browser. */
  async function decline(sessionId: string, browser: string | null) {
    await report(sessionId, { outcome: 'started' }, browser)
    const error = { name: 'NotAllowedError', message: 'The user said no.', code: 0 }
    expect((await report(sessionId, { outcome: 'error', error }, browser)).status).toBe(200)
  }

  async function start(presets: string[], name: string): Promise<string> {
    const answered = await post('/campaigns', { wallet: { name, version: '1' }, presets, silence_seconds: 5 })
    expect(answered.status, answered.body).toBe(201)
    return (answered.object() as unknown as CampaignView).campaign_id
  }
  const next = async (id: string) =>
    ((await http({ path: `/campaigns/${id}/next` })).object() as unknown as NextSessionView).session
  const resultOf = async (id: string, preset: string) => {
    const view = (await http({ path: `/campaigns/${id}` })).object() as unknown as CampaignView
    return view.steps.find((step) => step.preset === preset)
  }
  const findingOf = async (sessionId: string) =>
    (await readSession(sessionId)).checks.conformance.findLast(({ id }) => id === 'vp.negative.rejected')?.status

  describe('a browser that shares nothing in a campaign', () => {
    const declineFirst = async (name: string, browser: string | null = chrome) => {
      const id = await start(['dc_bad_signature', 'dc_signed_sd_jwt'], name)
      const refusal = await next(id)
      if (refusal === null) throw new Error('There is no first session.')
      await decline(refusal.session_id, browser)
      const right = await next(id)
      if (right === null) throw new Error('There is no second session.')
      expect([refusal.preset, right.preset]).toEqual(['dc_bad_signature', 'dc_signed_sd_jwt'])
      return { id, refusal, right }
    }

    it('shows nothing before a wallet has answered there, and the campaign goes on at once', async () => {
      const { id, refusal, right } = await declineFirst('Fresh')
      expect(await findingOf(refusal.session_id)).toBe('not_observed')
      expect(await resultOf(id, 'dc_bad_signature')).toMatchObject({ verdict: 'incomplete' })
      const state = await http({ path: `/present/${refusal.session_id}/state` })
      expect(state.object()).toMatchObject({ next_page: `${service.baseUrl}/present/${right.session_id}` })
      expect(right.deeplink).toBe(`${service.baseUrl}/present/${right.session_id}`)
    })

    it('is a refusal once a wallet has answered in the same browser', async () => {
      const { id, refusal, right } = await declineFirst('Same')
      expect((await answer(right.session_id, chrome)).status).toBe(200)
      expect(await next(id)).toBeNull()
      expect(await findingOf(refusal.session_id)).toBe('pass')
      const { events } = await readSession(refusal.session_id)
      expect(events.filter(({ type }) => type === 'vp_silence_counted').map(({ detail }) => detail)).toEqual([
        { control_session_id: right.session_id, in_browser: true },
      ])
      expect(events.findLast(({ type }) => type === 'vp_negative_test_result')?.detail.outcome).toBe('silent')
      expect(await resultOf(id, 'dc_bad_signature')).toMatchObject({ verdict: 'pass' })
    })

    it.each([
      ['another browser', safari, chrome],
      ['a program', null, chrome],
      ['a browser, and a program shared nothing', chrome, null],
    ])('shows nothing where a wallet answered through %s', async (what, answers, declines) => {
      const { id, refusal, right } = await declineFirst(what, declines)
      expect((await answer(right.session_id, answers)).status).toBe(200)
      expect(await next(id)).toBeNull()
      expect(await findingOf(refusal.session_id)).toBe('not_observed')
    })
  })

  describe('a refusal of org-iso-mdoc, which nothing but the rejected promise can show', () => {
    const refusals = ['dc_annexc_bad_reader_auth', 'dc_annexc_no_key']
    const declineBoth = async (name: string) => {
      const id = await start([...refusals, 'dc_iso_mdoc'], name)
      const declined: string[] = []
      for (const preset of refusals) {
        const session = await next(id)
        if (session === null) throw new Error('There is no session.')
        expect(session.preset).toBe(preset)
        await decline(session.session_id, chrome)
        declined.push(session.session_id)
      }
      const right = await next(id)
      if (right === null) throw new Error('There is no last session.')
      expect(right.preset).toBe('dc_iso_mdoc')
      return { id, declined, right }
    }

    it('is not observed before a wallet has answered in that browser, and counts once one has', async () => {
      const { id, declined, right } = await declineBoth('Annex C')
      for (const one of declined) expect(await findingOf(one)).toBe('not_observed')
      for (const preset of refusals) expect(await resultOf(id, preset)).toMatchObject({ verdict: 'incomplete' })
      expect((await answer(right.session_id, chrome, mdocs)).status).toBe(200)
      expect(await next(id)).toBeNull()
      for (const one of declined) {
        expect(await findingOf(one)).toBe('pass')
        const { events } = await readSession(one)
        expect(events.filter(({ type }) => type === 'vp_silence_counted').map(({ detail }) => detail)).toEqual([
          { control_session_id: right.session_id, in_browser: true },
        ])
      }
      for (const preset of refusals) expect(await resultOf(id, preset)).toMatchObject({ verdict: 'pass' })
    })
  })

  describe('the official cases of this channel', () => {
    const decisive = ['dc_signed_sd_jwt', 'dc_unsigned_sd_jwt', 'dc_multisigned_sd_jwt', 'dc_bad_signature']
    const verdictsOf = async (name: string, browser: string | null) => {
      const id = await start(decisive, name)
      for (let at = await next(id); at !== null; at = await next(id)) await answer(at.session_id, browser)
      const query = new URLSearchParams({ wallet: name, version: '1' })
      const coverage = (await http({ path: `/coverage?${query}` })).object() as unknown as CoverageView
      return cases.map(({ id }) => [id, coverage.cases.find((one) => one.id === id)?.verdict])
    }
    const cases = officialCases.filter(({ channel }) => channel === 'dc_api')
    const all = (verdict: string) => cases.map(({ id, class: kind }) => [id, kind === 'manual' ? 'manual' : verdict])

    it('are decided by what a browser carried', async () => {
      expect(cases).toHaveLength(9)
      expect(await verdictsOf('Browser', chrome)).toEqual(all('passed'))
    })

    it('are decided by nothing that a program carried', async () => {
      expect(await verdictsOf('Program', null)).toEqual(all('not_run'))
    })
  })

  describe('the campaign digital_credentials', () => {
    it('is passed by the reference wallet, which tells of a refusal that the browser hides, and decides no case', async () => {
      const made = await post('/campaigns', {
        wallet: { name: 'Reference', version: '1' },
        campaign: 'digital_credentials',
        silence_seconds: 5,
      })
      const id = (made.object() as unknown as CampaignView).campaign_id
      const send = createNodeClient()
      const address = campaignAddress(`${service.baseUrl}/campaigns/${id}`)
      const client = campaignClient(address, { http: send, patienceMillis: 0 })
      // The user takes a second for each denial.
      const wait = async (millis: number) => service.advance(millis / 1000)
      await runCampaign({ client, origin: service.baseUrl, http: send, clock: service.now, wait })
      const view = (await http({ path: `/campaigns/${id}` })).object() as unknown as CampaignView
      expect(view.steps).toHaveLength(39)
      expect(view.steps.map(({ preset, verdict }) => [preset, verdict])).toEqual(
        view.steps.map(({ preset }) => [preset, 'pass']),
      )
      const coverage = await http({ path: '/coverage?wallet=Reference&version=1' })
      expect((coverage.object() as unknown as CoverageView).counts).toMatchObject({ passed: 0, failed: 0 })
    })
  })
})
