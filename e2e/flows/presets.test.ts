import { beforeAll, describe, expect, it } from 'vitest'
import { isOfTrust } from '@/lib/core/campaigns/built-in'
import { officialCases } from '@/lib/core/campaigns/official-cases/cases'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { everyPreset as allPresets, type ListedPreset } from '@/lib/core/campaigns/presets'
import type { ConformanceStatement } from '@/lib/core/campaigns/statement/z-statement'
import type { CampaignView, NextSessionView } from '@/lib/core/campaigns/z-campaign'
import { malformedQueries } from '@/lib/core/verifier/deviations'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { knownVerifier } from '@/lib/testing/known-verifier'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { type CampaignRunOptions, presentsFor, runCampaign } from '@/lib/wallet/campaign/run-campaign'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import { fixedShare, ofEachKind } from '@/scripts/thorough.mjs'

describe('presets', () => {
  const service = serviceForTests()
  const { http } = service
  let held: HeldCredential[]
  let listed: ReadonlyMap<string, ListedPreset>
  beforeAll(async () => {
    const from = { origin: service.baseUrl, http: createNodeClient() }
    const runs = [await obtainCredential(from), await obtainCredential({ ...from, format: 'mso_mdoc' })]
    held = runs.flatMap(({ credentials }) => [...credentials])
    const answer = (await http({ path: '/presets.json' })).object() as unknown as { presets: ListedPreset[] }
    listed = new Map(answer.presets.map((preset) => [preset.id, preset]))
  })

  async function create(id: string) {
    const { path, body } = listed.get(id) as ListedPreset
    const answer = await http({
      method: 'POST',
      path,
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify(body),
    })
    expect(answer.status, answer.body).toBe(201)
    return answer.object() as { session_id: string; deeplink: string }
  }

  async function present(id: string) {
    const { session_id, deeplink } = await create(id)
    const run = await runAtVerifier({
      deeplink,
      credentials: held,
      clock: service.now,
      trustAnchors: [service.container.keyStore.rootPem()],
      profile: presentsFor[id] ?? {},
      ...knownVerifier(service.container),
    })
    const session = (await http({ path: `/openid4vp/sessions/${session_id}` })).object()
    return { run, session: session as unknown as PresentationSessionView }
  }

  /** This installation has no https address. */
  const presets = allPresets.filter(({ needsHttps }) => needsHttps === undefined)

  /** These ask for what another session issued; campaigns run both. */
  const following = new Set(presets.flatMap(({ id, follows }) => (follows === undefined ? [] : [id])))

  /**
   * Presets that need a person or another wallet: one that knows a scope or transaction type, names its issuer, accepts
   * a query that OpenID4VP forbids, or follows only HAIP.
   */
  const beyondOurs = [
    'user_denies',
    'user_fails_pin',
    'scope',
    'wrong_aud_by_post',
    'empty_meta',
    'id_token_under_haip',
  ]
  /** Presets of trust need a wallet that evaluates it: trust-refusals.test.ts and campaign-trust.test.ts. */
  const idsOf = (kind: ListedPreset['kind'], expects: ListedPreset['expects']) =>
    presets
      .filter((one) => one.kind === kind && one.expects === expects && !following.has(one.id) && !isOfTrust(one.id))
      .map(({ id }) => id)
  /**
   * A share of those whose cases have their own list of checks: `campaigns.test.ts` runs the correct wallet against all
   * of them.
   */
  const presentations = (expects: ListedPreset['expects']) =>
    fixedShare(
      ofEachKind(
        idsOf('presentation', expects).filter((id) => !beyondOurs.includes(id) && !malformed.has(id)),
        (id) =>
          officialCases
            .filter(({ preset }) => preset === id)
            .flatMap(({ checks }) => checks)
            .join(' '),
      ),
    )
  /** The campaign of malformed queries runs the correct wallet against these. */
  const malformed = new Set(malformedQueries.map(({ id }) => id))

  /** Failed musts, except those of a credential that is shown again. */
  const brokenOf = ({ checks }: PresentationSessionView): string[] =>
    checks.conformance.filter(({ status, level }) => status === 'fail' && level === 'must').map(({ id }) => id)

  /**
   * Expects the findings to name the cases that the preset decides, and no others, although the session was made from
   * its members alone. A browser request decides none, because the wallet plays the browser too.
   */
  function expectItsCases(id: string, { checks, observed }: PresentationSessionView): void {
    const named = new Set(checks.conformance.flatMap(({ fcaf }) => fcaf ?? []))
    const found = new Set(checks.conformance.filter(({ status }) => status !== 'not_applicable').map(({ id }) => id))
    const ofPreset = officialCases.filter(({ class: kind }) => kind === 'auto_config' || kind === 'auto_negative')
    const wanted = ofPreset.filter(
      (one) => [one.preset, one.packed].includes(id) && one.checks.some((check) => found.has(check)),
    )
    const isEmulated = observed.carrier === 'emulated'
    expect(ofPreset.filter((one) => named.has(one.id)).map((one) => one.id)).toEqual(
      isEmulated ? [] : wanted.map((one) => one.id),
    )
  }

  describe('a preset', () => {
    it('has an id of its own, and lists its whole body', () => {
      expect(listed.size).toBe(presets.length)
      expect([...listed.keys()]).toEqual(presets.map(({ id }) => id))
      for (const { body } of listed.values()) expect(Object.keys(body).length).toBeGreaterThan(0)
    })

    it('lists no empty type or authority: what only the followed session has is a name in braces', () => {
      const valuesIn = (member: string) =>
        [...listed.values()].flatMap(({ id, body }) =>
          [...JSON.stringify(body).matchAll(new RegExp(`"${member}":\\[([^\\]]*)\\]`, 'g'))].map(([, values]) => [
            id,
            values,
          ]),
        )
      const types = valuesIn('vct_values')
      expect(types.filter(([, values]) => values === '""' || values === '')).toEqual([])
      expect(types.filter(([, values]) => values?.includes('{'))).toEqual([
        ['payments.pid_beside', '"{vct_of_the_followed_session}"'],
        ['payments.pid_or_card', '"{vct_of_the_followed_session}"'],
        ['vct_parent_extends', '"{extends_of_the_followed_session}"'],
      ])
      expect(valuesIn('values').filter(([, values]) => values === '""')).toEqual([])
    })

    it('is not listed, and in no campaign, where it needs an https address and there is none', async () => {
      const missing = allPresets.filter(({ needsHttps }) => needsHttps).map(({ id }) => id)
      expect(missing).toContain('fault.issuer_metadata_http_endpoint')
      expect(missing.filter((id) => listed.has(id))).toEqual([])
      const wallet = { name: 'Wallet', version: '1' }
      const body = JSON.stringify({ wallet, presets: missing.slice(0, 1) })
      const answer = await http({
        method: 'POST',
        path: '/campaigns',
        headers: [['Content-Type', 'application/json']],
        body,
      })
      expect([answer.status, answer.object().pointer]).toEqual([400, '/presets'])
    })

    it('makes a session: for issuance', async () => {
      for (const { id } of presets.filter(({ kind }) => kind === 'issuance')) {
        const isEmpty = id === 'fault.offer_neither_parameter'
        const link = isEmpty ? /^[a-z-]+:\/\/\?$/ : /^[a-z-]+:\/\/\?credential_offer(_uri)?=/
        expect((await create(id)).deeplink, id).toMatch(link)
      }
    })

    it.each(beyondOurs)('makes a session that our wallet cannot decide: %s', async (id) => {
      expect((await create(id)).deeplink).toContain('://')
    })

    it.each(presentations('answer'))('is answered by a good wallet, and nothing turns red: %s', async (id) => {
      const { run, session } = await present(id)
      expect(run.outcome, run.reason ?? '').not.toBe('declined')
      expect(brokenOf(session)).toEqual([])
      expect(session.checks).toMatchObject({ presentation_valid: true })
      expectItsCases(id, session)
    })

    it.each(presentations('refusal'))('is refused by a good wallet, and nothing turns red: %s', async (id) => {
      const { run, session } = await present(id)
      expect(['declined', 'refused_by_verifier', 'stopped_by_wallet'], run.reason ?? '').toContain(run.outcome)
      expect(session.options.expect).toBe('refusal')
      expect(brokenOf(session)).toEqual([])
      expectItsCases(id, session)
    })
  })
})

describe('the European campaigns', () => {
  const service = serviceForTests()
  const { http } = service
  const send = createNodeClient()

  const post = (path: string, body: unknown) =>
    http({ method: 'POST', path, headers: [['Content-Type', 'application/json']], body: JSON.stringify(body) })
  const get = async <View>(path: string) => (await http({ path })).object() as unknown as View
  const coverageOf = (wallet: string) => get<CoverageView>(`/coverage?wallet=${wallet}&version=1`)

  async function start(wallet: string, body: object): Promise<string> {
    const answer = await post('/campaigns', { wallet: { name: wallet, version: '1' }, ...body })
    expect(answer.status, answer.body).toBe(201)
    return (answer.object() as unknown as CampaignView).campaign_id
  }

  const clientOf = (id: string) =>
    campaignClient(campaignAddress(`${service.baseUrl}/campaigns/${id}`), { http: send, patienceMillis: 0 })

  async function run(id: string, more: Partial<CampaignRunOptions> = {}): Promise<CampaignView> {
    await runCampaign({ client: clientOf(id), origin: service.baseUrl, http: send, clock: service.now, ...more })
    return get(`/campaigns/${id}`)
  }

  /** What was entered about the cases that concern our unusual responses. */
  async function enteredOf(wallet: string) {
    const { cases, by_person, by_driver, counts } = await coverageOf(wallet)
    const entered = cases.flatMap(({ id, verdict, entered }) =>
      entered === null ? [] : [[id.replace('WS_RP_', ''), verdict, entered.result, entered.by]],
    )
    return { entered, by_person, by_driver, counts }
  }
  const threeCases = ['IA_MainInteraction_066', 'MS_ProtocolMessages_125', 'MS_ProtocolMessages_126']

  describe('a response of ours that is unusual on purpose', () => {
    it('stores and judges the presentation, and leads to the case by what the wallet showed, never by itself', async () => {
      const id = await start('Shows', { campaign: 'european_persons' })
      const view = await run(id)
      expect(view.steps.map(({ preset, verdict, told, answers }) => [preset, verdict, told, answers])).toEqual([
        ['answer_without_redirect', 'pass', 'error', []],
        ['answer_not_json', 'pass', 'error', []],
        ['answer_400', 'pass', 'error', []],
      ])
      const { entered, by_person, by_driver, counts } = await enteredOf('Shows')
      expect(entered).toEqual(threeCases.map((one) => [one, 'manual', 'passed', 'driver']))
      expect([by_person.passed, by_driver.passed, counts.manual]).toEqual([0, 3, 14])
      for (const { session } of view.steps) {
        const { status, events, checks } = await get<PresentationSessionView>(new URL(session!.session_url).pathname)
        expect([status, checks.summary.verdict]).toEqual(['presentation_validated', 'pass'])
        expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['answer_altered', 'vp_screen_reported']))
      }
      expect((await coverageOf('Shows')).headline).toMatchObject({ told: 0, told_by_driver: 0, told_unrecorded: 0 })
      const notes = (await coverageOf('Shows')).cases.flatMap(({ entered }) => entered?.note ?? [])
      expect(notes[2]).toContain(view.steps[2]?.session?.session_id)
      const query = new URLSearchParams({ wallet: 'Shows', version: '1' })
      const { cases } = await get<ConformanceStatement>(`/coverage/ics?${query}`)
      expect(cases.flatMap(({ evidence }) => evidence).map(({ session_id }) => session_id)).toEqual(
        view.steps.map(({ session }) => session?.session_id),
      )
    })

    it('fails the case where the wallet shows no error, and enters nothing where nobody saw it', async () => {
      const id = await start('Believes', { presets: ['answer_not_json', 'answer_400'] })
      const { steps } = await run(id, { presents: { takesAnyResponse: true } })
      expect(steps.map(({ verdict, told }) => [verdict, told])).toEqual([
        ['pass', 'went_on'],
        ['pass', 'went_on'],
      ])
      expect((await enteredOf('Believes')).entered.map(([, , result]) => result)).toEqual(['failed', 'failed'])
      const session_id = steps[1]?.session?.session_id
      const tell = (shown: string) => post(`/campaigns/${id}/answer`, { session_id, shown })
      expect((await tell('error')).status).toBe(200)
      expect((await enteredOf('Believes')).entered.map(([, , result]) => result)).toEqual(['failed', 'passed'])
      expect((await tell('nothing')).status).toBe(200)
      expect((await enteredOf('Believes')).entered.map(([, , result]) => result)).toEqual(['failed', 'passed'])
      for (let report = 0; report < 7; report += 1) await tell(report % 2 === 0 ? 'error' : 'went_on')
      expect((await tell('went_on')).object().error).toBe('session_ended')
    })

    it('asks once the wallet has presented, with words for it, and not before', async () => {
      const id = await start('Asked', { presets: ['answer_400', 'no_state'] })
      const silent = { ...clientOf(id), tell: async () => true }
      const before = await get<NextSessionView>(`/campaigns/${id}/next`)
      expect(before.session?.answers).toEqual(['error', 'nothing'])
      await runCampaign({ client: silent, origin: service.baseUrl, http: send, clock: service.now })
      const { steps, counts } = await get<CampaignView>(`/campaigns/${id}`)
      expect(steps[0]).toMatchObject({ state: 'decided', answers: ['error', 'went_on', 'nothing'], told: null })
      expect(counts).toMatchObject({ questions: 1, done: 2 })
      expect((await enteredOf('Asked')).entered).toEqual([])
      const warned = await post(`/campaigns/${id}/answer`, {
        session_id: steps[0]?.session?.session_id,
        shown: 'warned',
      })
      expect(warned.status).toBe(409)
    })
  })

  describe('a wallet with one fault in all that is unusual', () => {
    it('meets alone what it left open, and fails those cases only that are about its fault', async () => {
      const id = await start('Halts', { presets: ['unusual_all'] })
      const client = clientOf(id)
      // Nobody returns from the browser, for which a session waits two minutes.
      const next: typeof client.next = async (after, waitSeconds = 0) => {
        if (waitSeconds > 0) service.advance(121)
        return client.next(after)
      }
      const view = await run(id, { client: { ...client, next }, misbehave: 'vp.redirect.followed' })
      const fitting = ['extra_answer_member', 'extra_members_both_ways']
      expect(view.steps.map(({ preset, verdict }) => [preset, verdict])).toEqual(
        ['unusual_all', ...fitting].map((preset) => [preset, 'fail']),
      )
      const { cases } = await coverageOf('Halts')
      const packed = new Set(officialCases.flatMap((one) => (one.packed === 'unusual_all' ? [one.id] : [])))
      const judged = cases.filter(({ id: one }) => packed.has(one))
      expect(judged).toHaveLength(12)
      expect(judged.filter(({ verdict }) => verdict === 'failed').map(({ preset }) => preset)).toEqual(fitting)
      expect(judged.filter(({ verdict }) => verdict === 'passed')).toHaveLength(10)
    })
  })
})
