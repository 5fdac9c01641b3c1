import { describe, expect, it } from 'vitest'
import { campaignRow } from '@/components/runs/run-row'
import {
  builtInCampaigns as all,
  decidedByPerson,
  isOfTrust,
  testsPrefix,
  usesBrowser,
  usesLaboratory,
} from '@/lib/core/campaigns/built-in'
import { foldProgress } from '@/lib/core/campaigns/campaign-progress'
import { officialCases } from '@/lib/core/campaigns/official-cases/cases'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { paymentTemplate } from '@/lib/core/campaigns/payment-template'
import { presetById, presets } from '@/lib/core/campaigns/presets'
import { missingOfTemplate } from '@/lib/core/campaigns/presets/preset'
import type { CampaignView, NextSessionView } from '@/lib/core/campaigns/z-campaign'
import type { ComparisonView } from '@/lib/core/campaigns/z-comparison'
import { campaignId } from '@/lib/core/shared/ports/ids'
import { malformedQueries } from '@/lib/core/verifier/deviations'
import type { Fields } from '@/lib/testing/http-client'
import { junitErrors } from '@/lib/testing/junit-errors'
import { knownVerifier } from '@/lib/testing/known-verifier'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { type CampaignRunOptions, runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { misbehaviours } from '@/lib/wallet/misbehaviours/issuer/registry'
import { presentationMisbehaviours } from '@/lib/wallet/misbehaviours/verifier/registry'
import { recount } from '@/scripts/recount-cases.mjs'
import { ofEachKind, thorough } from '@/scripts/thorough.mjs'

const service = serviceForTests()
const { http } = service
const send = createNodeClient()

const post = (path: string, body: unknown) =>
  http({ method: 'POST', path, headers: [['Content-Type', 'application/json']], body: JSON.stringify(body) })
const wallet = { name: 'Quillfern', version: '2.4.1' }

async function start(body: object): Promise<string> {
  const answer = await post('/campaigns', { wallet, ...body })
  expect(answer.status, answer.body).toBe(201)
  return (answer.object() as unknown as CampaignView).campaign_id
}
const read = async (id: string) => (await http({ path: `/campaigns/${id}` })).object() as unknown as CampaignView
const next = async (id: string, query = '') =>
  (await http({ path: `/campaigns/${id}/next${query}` })).object() as unknown as NextSessionView

async function run(id: string, more: Partial<CampaignRunOptions> = {}) {
  const client = campaignClient(campaignAddress(`${service.baseUrl}/campaigns/${id}`), {
    http: send,
    patienceMillis: 0,
  })
  const ended = await runCampaign({ client, origin: service.baseUrl, http: send, clock: service.now, ...more })
  return { ended, view: await read(id) }
}

const mustsOf = ({ steps }: CampaignView) =>
  steps.flatMap(({ preset, broken }) =>
    broken.filter(({ level }) => level === 'must').map(({ id }) => `${preset} ${id}`),
  )

/** Presets that need a wallet other than ours, which accepts a query that OpenID4VP forbids. */
const beyondOurs = ['empty_meta']

const transaction_template = paymentTemplate
const needsTransaction = (id: string): boolean => missingOfTemplate(presetById(id) ?? {}, undefined) !== null

/** Presets with tests of their own: laboratories, persons, European trust, other client ids, browsers. */
const isElsewhere = (id: string): boolean =>
  usesLaboratory(id) ||
  decidedByPerson(id) ||
  isOfTrust(id) ||
  testsPrefix(id) ||
  usesBrowser(id) ||
  needsTransaction(id)
const builtInCampaigns = all.filter(({ presets }) => !presets.some(isElsewhere))

/** Every session of the other campaigns is part of `full` too, and the careless wallet meets one of them below. */
const chosenCampaigns = thorough ? builtInCampaigns : builtInCampaigns.filter(({ id }) => id === 'full')

describe('a wallet that behaves', () => {
  it('meets every session of each campaign in the campaign full', () => {
    const full = builtInCampaigns.find(({ id }) => id === 'full')?.presets
    // The service of this test maps no scope to a query.
    for (const { presets } of builtInCampaigns)
      expect(full).toEqual(expect.arrayContaining(presets.filter((id) => id !== 'scope')))
  })

  it.each(chosenCampaigns.map(({ id }) => id))(
    'breaks no must in the campaign %s, unattended',
    async (campaign) => {
      const { ended, view } = await run(await start({ campaign, wallet: { name: campaign, version: '1' } }))
      expect(ended.session).toBeNull()
      expect(mustsOf(view)).toEqual([])
      expect(view.status).toBe('finished')
      const undecided = view.steps.filter(({ verdict }) => verdict !== 'pass').map(({ preset }) => preset)
      expect(undecided.filter((preset) => !beyondOurs.includes(preset))).toEqual([])
      expect(view.verdict).toBe(undecided.length === 0 ? 'pass' : 'incomplete')
      if (campaign === 'full') await expectCovered(campaign)
    },
    400_000,
  )
})

describe('a campaign about transactions', () => {
  const coverageOf = async (name: string) => {
    const coverage = (await http({ path: `/coverage?wallet=${name}&version=1` })).object() as unknown as CoverageView
    return coverage.cases.filter(({ preset }) => preset !== null && needsTransaction(preset))
  }
  const started = (name: string, body: object) =>
    start({ campaign: 'european_transactions', wallet: { name, version: '1' }, ...body })

  it('is passed by a wallet that knows the type, and shows what it was started with', async () => {
    const { view } = await run(await started('Knows', { transaction_template }))
    expect(view.transaction_template).toEqual(transaction_template)
    // Our wallet hashes with sha-512.
    const passed = view.steps.filter(({ verdict }) => verdict === 'pass').map(({ preset }) => preset)
    expect(passed).toEqual(view.steps.map(({ preset }) => preset).filter((id) => id !== 'transaction_sha512_only'))
    expect(passed).toHaveLength(12)
    for (const format of ['md', 'html', 'junit'])
      expect((await http({ path: `/campaigns/${view.campaign_id}/report?format=${format}` })).body).toContain(
        paymentTemplate.data.type,
      )
    expect(view.steps.flatMap(({ person }) => person ?? [])).toEqual(['A wallet that hashes with sha-512 may respond.'])
    expect((await coverageOf('Knows')).map(({ verdict }) => verdict)).toEqual(Array(8).fill('passed'))
  }, 60_000)

  it('decides nothing of one that knows no transaction, and runs none of them without one', async () => {
    const { view } = await run(await started('Ignores', { transaction_template }), {
      presents: { transactionTypes: [] },
    })
    expect(view.steps.filter(({ verdict }) => verdict === 'pass')).toHaveLength(12)
    expect((await coverageOf('Ignores')).map(({ verdict }) => verdict)).toEqual(Array(8).fill('inconclusive'))
    const { steps } = await read(await started('Untold', {}))
    expect(steps.map(({ preset }) => preset).filter(needsTransaction)).toEqual([])
    const { steps: some } = await read(await started('Told', { transaction_template: { data: paymentTemplate.data } }))
    expect(some.map(({ preset }) => preset).filter(needsTransaction)).toHaveLength(5)
  }, 60_000)

  it.each([
    ['/transaction_template', { presets: ['txn_unknown_field'] }],
    [
      '/transaction_template/required_field',
      { presets: ['txn_missing_field'], transaction_template: { data: paymentTemplate.data } },
    ],
    ['/transaction_template/data/type', { campaign: 'smoke', transaction_template: { data: { type: 1 } } }],
    [
      '/transaction_template/out_of_range',
      { campaign: 'smoke', transaction_template: { ...transaction_template, out_of_range: {} } },
    ],
    ['/auto_approve', { campaign: 'smoke', auto_approve: 'yes' }],
  ])('is refused at %s', async (pointer, body) => {
    const answer = await post('/campaigns', { wallet, ...body })
    expect([answer.status, answer.object().error, answer.object().pointer]).toEqual([400, 'invalid_request', pointer])
  })
})

describe('a wallet that knows every client id', () => {
  it('passes the campaign of them, and each case that it decides', async () => {
    const knows = knownVerifier(service.container)
    const id = await start({ campaign: 'european_prefixes', wallet: { name: 'prefixes', version: '1' } })
    const { view } = await run(id, { knows })
    expect(view.steps.filter(({ verdict }) => verdict !== 'pass').map(({ preset }) => preset)).toEqual([])
    const { cases } = (await http({ path: '/coverage?wallet=prefixes&version=1' })).object() as unknown as CoverageView
    const ofPrefixes = cases.filter(({ preset }) => preset !== null && testsPrefix(preset))
    expect(ofPrefixes).toHaveLength(30)
    expect(ofPrefixes.filter(({ verdict }) => verdict !== 'passed').map(({ id: open }) => open)).toEqual([])
  }, 60_000)
})

/** Expects every official case that the sessions decide to pass, and the others to say what they need. */
async function expectCovered(name: string) {
  const query = `/coverage?wallet=${name}&version=1`
  const coverage = (await http({ path: query })).object() as unknown as CoverageView
  const { groups: _, presets: __, populations, headline, ...counted } = recount()
  expect(coverage.counts).toMatchObject({ ...counted, failed: 0 })
  expect(coverage.headline).toMatchObject({ failed: 0, causes: 0, contradicted: 0 })
  expect(coverage.headline.of).toBeGreaterThan(headline - 10)
  // The wallet shows our own PID, in either format.
  const content = coverage.cases.filter(({ population }) => population === 'pid_content')
  expect(content).toHaveLength(populations.pid_content)
  expect(new Set(content.map(({ verdict, remark }) => `${verdict}: ${remark}`))).toEqual(
    new Set(['not_applicable: judges this service']),
  )
  const open = coverage.cases.filter(
    ({ preset, verdict, population }) =>
      preset !== null && !isElsewhere(preset) && verdict !== 'passed' && population !== 'pid_content',
  )
  expect(open.filter(({ conditional }) => !conditional).map(({ id, verdict }) => [id, verdict])).toEqual([
    // The wallet sends no keys of its own, and refuses a query that OpenID4VP forbids; the service has no https address.
    ['WS_RP_MS_Metadata_134', 'not_applicable'],
    ['WS_RP_MS_ProtocolMessages_043', 'not_run'],
    ['WS_RP_MS_ProtocolMessages_076', 'inconclusive'],
  ])
  const decided = coverage.cases.filter(({ verdict }) => verdict === 'passed')
  expect(decided.every(({ session }) => session !== null)).toBe(true)
  const csv = await http({ path: `${query}&format=csv` })
  expect(csv.header('content-type')).toBe('text/csv; charset=utf-8')
  const lines = csv.body.split('\r\n')
  expect(lines.length).toBe(coverage.counts.cases + 3)
  expect(lines.filter((line) => line.includes(',passed,')).length).toBe(coverage.counts.passed)
  const answers = [`${query}&format=xml`, '/coverage?wallet=nobody&version=1', '/coverage?version=1']
  for (const [place, status] of [400, 404, 400].entries())
    expect((await http({ path: answers[place] ?? '' })).status).toBe(status)
}

/** The careless wallet that each preset should catch. */
const carelessAbout = new Map(
  presets.flatMap(({ id, kind, body }): [string, string][] => {
    const wants = body({ authorityKeyIdentifier: '', scopeAlias: null })
    const [option, known] =
      kind === 'issuance'
        ? (['fault', misbehaviours] as const)
        : (['negative_test', presentationMisbehaviours] as const)
    const careless = known.find(({ needs }) => {
      const options: Readonly<Record<string, unknown>> = needs?.sessionOptions ?? {}
      // The wallet of a campaign evaluates no trust.
      return needs?.trust === undefined && wants[option] !== undefined && options[option] === wants[option]
    })
    return careless === undefined ? [] : [[id, careless.id]]
  }),
)

describe('a careless wallet', () => {
  it('is caught in each session that was made for its misbehaviour', async () => {
    // A careless wallet meets each malformed query once, beside the other refusal tests.
    const malformed = new Set(malformedQueries.map(({ id }) => id))
    // Failing to follow a redirect after an error only earns a remark.
    const remarked = 'error_answer_with_redirect'
    // Some need a service with an https address; those of browsers are in tests of their own.
    const listed = (await http({ path: '/presets.json' })).body
    const isHere = (id: string) => listed.includes(`"${id}"`) && !usesBrowser(id) && !malformed.has(id)
    const caught = presets.filter(({ id }) => carelessAbout.has(id) && isHere(id) && id !== 'scope' && id !== remarked)
    expect(caught.length).toBeGreaterThan(40)
    // The next request of such a wallet names no session, so its session is uncertain.
    const uncertain = ['fault.authz_error', 'fault.token_missing_access_token']
    // Other tests show that each session catches its wallet; this one, that a campaign reports it for each kind.
    const kindOf = ({ id, kind, expects }: (typeof presets)[number]) =>
      uncertain.includes(id) ? id : [kind, expects, carelessAbout.get(id)?.replace(/~.*/, '')].join(' ')
    const chosen = ofEachKind(caught, kindOf).map(({ id }) => id)
    const id = await start({ presets: chosen, silence_seconds: 5, transaction_template })
    const { view } = await run(id, { misbehave: ({ preset }) => carelessAbout.get(preset) ?? null })
    expect(view.status).toBe('finished')
    const caughtBy = ({ broken, reason }: CampaignView['steps'][number]) => (broken.length > 0 ? 'failed' : reason)
    expect(view.steps.map((step) => [step.preset, caughtBy(step)])).toEqual(
      chosen.map((preset) => [
        preset,
        uncertain.includes(preset) ? 'A check most likely failed, in a request that names no session.' : 'failed',
      ]),
    )
  }, 400_000)

  it('fails only what its misbehaviour shows in, and the report says what to fix first', async () => {
    const id = await start({ campaign: 'smoke' })
    const started: string[] = []
    const onStart = async ({ preset }: { readonly preset: string }) => void started.push(preset)
    const { view } = await run(id, { misbehave: 'vci.token.iss_checked', onStart })
    expect(started).toEqual(view.steps.map(({ preset }) => preset))
    expect(view.verdict).toBe('fail')
    expect(view.steps.filter(({ verdict }) => verdict === 'fail').map(({ preset }) => preset)).toEqual([
      'fault.authz_iss_mismatch',
    ])
    const report = await http({ path: `/campaigns/${id}/report` })
    expect(report.object()).toMatchObject({
      report_version: 1,
      kind: 'campaign',
      broken: [{ id: 'vci.fault.refused', level: 'must', presets: ['fault.authz_iss_mismatch'] }],
    })
  })
})

describe('a campaign', () => {
  it('makes one session at a time, and gives the same one to everybody who asks, at once too', async () => {
    const id = await start({ presets: ['sd_jwt_baseline', 'bad_signature'] })
    expect(await read(id)).toMatchObject({ status: 'not_started', steps: [{ session: null }, { session: null }] })
    const asked = await Promise.all([1, 2, 3, 4, 5].map(() => next(id)))
    const sessions = new Set(asked.map(({ session }) => session?.session_id))
    expect(sessions.size).toBe(1)
    const [first] = asked
    expect(first?.session?.deeplink).toContain('openid4vp://')
    expect(await next(id, `?after=${first?.session?.session_id}&wait=0`)).toMatchObject({
      session: { session_id: first?.session?.session_id },
    })
    expect(await read(id)).toMatchObject({ status: 'running', steps: [{ state: 'open' }, { session: null }] })
    const session = (await http({ path: `/openid4vp/sessions/${first?.session?.session_id}` })).object()
    expect(session).toMatchObject({ preset: 'sd_jwt_baseline', campaign_id: id, options: { refusal_wait: 60 } })
    const report = await http({ path: `/openid4vp/sessions/${first?.session?.session_id}/report?format=md` })
    expect(report.body).toContain(id)
  })

  it('ends a session whose wallet says nothing, asks one question, and takes the answer later', async () => {
    const id = await start({ presets: ['bad_signature', 'sd_jwt_baseline'], silence_seconds: 5 })
    const { session } = await next(id)
    const waiting = next(id, `?after=${session?.session_id}&wait=20`)
    await http({ path: new URL(`${session?.session_url}/request`).pathname })
    service.advance(5)
    const after = await waiting
    expect(after.session?.preset).toBe('sd_jwt_baseline')
    expect(after.counts).toMatchObject({ done: 1, questions: 1, incomplete: 1 })
    const [silent] = (await read(id)).steps
    expect(silent).toMatchObject({ state: 'silent', verdict: 'incomplete', reason: expect.stringContaining('person') })
    const tell = (shown: string) => post(`/campaigns/${id}/answer`, { session_id: session?.session_id, shown })
    expect((await tell('error')).status).toBe(200)
    expect((await read(id)).steps[0]).toMatchObject({ state: 'decided', verdict: 'pass', reason: null })
    expect((await tell('went_on')).status).toBe(200)
    expect((await read(id)).steps[0]).toMatchObject({ verdict: 'fail' })
    expect([(await tell('nothing')).status, (await tell('x')).status]).toEqual([409, 400])
  })

  describe('whose wallet is silent where it should refuse', () => {
    /** Makes the wallet fetch the request of the next session and then stay silent. */
    async function beSilent(id: string) {
      const { session } = await next(id)
      await http({ path: new URL(`${session?.session_url}/request`).pathname })
      service.advance(5)
      return session?.session_id
    }
    const verdictsOf = ({ steps }: CampaignView) => steps.map(({ state, verdict }) => `${state} ${verdict}`)
    const caseOf = async (name: string) => {
      const { cases } = (await http({ path: `/coverage?wallet=${name}&version=1` })).object() as unknown as CoverageView
      return cases.find(({ preset }) => preset === 'bad_signature')?.verdict
    }
    const tested = (name: string, body: object) =>
      start({
        wallet: { name, version: '1' },
        silence_seconds: 5,
        presets: ['bad_signature', 'sd_jwt_baseline'],
        ...body,
      })

    it('takes the silence for a refusal where a driver approves everything, and the wallet presents elsewhere', async () => {
      const presets = ['bad_signature', 'user_denies', 'sd_jwt_baseline']
      const id = await tested('Driven', { auto_approve: true, presets })
      const silent = await beSilent(id)
      await beSilent(id)
      await next(id)
      expect(verdictsOf(await read(id))).toEqual(['silent incomplete', 'silent incomplete', 'open null'])
      expect(await caseOf('Driven')).toBe('inconclusive')
      const { ended, view } = await run(id)
      expect(view.auto_approve).toBe(true)
      // The user stops the second session, whatever a driver does.
      expect(verdictsOf(view)).toEqual(['decided pass', 'silent incomplete', 'decided pass'])
      expect([ended.counts.passed, view.counts.passed, view.counts.questions]).toEqual([2, 2, 1])
      expect(await caseOf('Driven')).toBe('passed')
      const session = (await http({ path: `/openid4vp/sessions/${silent}` })).object()
      expect(session).toMatchObject({ status: 'request_refused', checks: { summary: { verdict: 'pass' } } })
      const events = session.events as { readonly type: string; readonly detail: object }[]
      const control = view.steps[2]?.session?.session_id
      expect(events.filter(({ type }) => type === 'vp_silence_counted').map(({ detail }) => detail)).toEqual([
        { control_session_id: control },
      ])
      expect(events.find(({ type }) => type === 'vp_negative_test_result')?.detail).toEqual({
        negative_test: 'bad_signature',
        outcome: 'silent',
      })
      await post(`/campaigns/${id}/answer`, { session_id: silent, shown: 'went_on' })
      expect([verdictsOf(await read(id))[0], await caseOf('Driven')]).toEqual(['decided fail', 'failed'])
    })

    it('takes it for nothing without a driver, without that session, and where that is more than 30 minutes away', async () => {
      const undriven = await tested('Undriven', {})
      await beSilent(undriven)
      expect(verdictsOf((await run(undriven)).view)).toEqual(['silent incomplete', 'decided pass'])
      const alone = await tested('Alone', { auto_approve: true, presets: ['bad_signature'] })
      await beSilent(alone)
      expect(await next(alone)).toMatchObject({ status: 'finished', verdict: 'incomplete' })
      const late = await tested('Late', { auto_approve: true })
      await beSilent(late)
      service.advance(1800)
      expect(verdictsOf((await run(late)).view)).toEqual(['silent incomplete', 'decided pass'])
      for (const name of ['Undriven', 'Alone', 'Late'])
        expect([name, await caseOf(name)]).toEqual([name, 'inconclusive'])
    })
  })

  it('goes on where the tester says that the wallet stopped, and tries a preset again', async () => {
    const id = await start({ presets: ['sd_jwt_baseline', 'mdoc_baseline'] })
    const { session } = await next(id)
    await post(`/campaigns/${id}/answer`, { session_id: session?.session_id, shown: 'error' })
    expect((await read(id)).steps[0]).toMatchObject({ state: 'decided', verdict: 'incomplete' })
    expect((await next(id)).session?.preset).toBe('mdoc_baseline')
    const again = await post(`/campaigns/${id}/again`, { preset: 'sd_jwt_baseline' })
    expect(again.status).toBe(201)
    const { session: second } = await next(id)
    expect(second?.session_id).toBe(again.object().session_id)
    const [step] = (await read(id)).steps
    expect(step?.earlier.map(({ session_id }) => session_id)).toEqual([session?.session_id])
    await post(`/campaigns/${id}/answer`, { session_id: second?.session_id, shown: 'nothing' })
    expect((await next(id)).session?.preset).toBe('mdoc_baseline')
  })

  it('makes a session again whose time ended before any wallet came, and counts it for nothing', async () => {
    const id = await start({ presets: ['sd_jwt_baseline'] })
    const { session } = await next(id)
    service.advance(901)
    const { session: second, status } = await next(id)
    expect(status).toBe('running')
    expect(second?.preset).toBe('sd_jwt_baseline')
    expect(second?.session_id).not.toBe(session?.session_id)
    expect((await read(id)).steps[0]).toMatchObject({ state: 'open', earlier: [] })
  })

  it('is continued by a wallet that was started again, with a fresh session for the one left half done', async () => {
    const id = await start({ presets: ['fault.no_expires_in', 'sd_jwt_baseline'] })
    const { session } = await next(id)
    const url = `${service.baseUrl}/campaigns/${id}`
    const client = campaignClient(url, { http: send, patienceMillis: 0 })
    let sent = 0
    const dying: typeof send = async (request) => {
      if (++sent > 4) throw new Error('killed')
      return send(request)
    }
    const killed = { ...client, again: () => Promise.reject(new Error('killed')) }
    await expect(run(id, { client: killed, http: dying })).rejects.toThrow('killed')
    const { view } = await run(id)
    expect(view.verdict).toBe('pass')
    expect(view.steps[0]?.earlier.map(({ session_id }) => session_id)).toEqual([session?.session_id])
  })

  it.each([
    ['no wallet', { wallet: undefined, campaign: 'smoke' }, '/wallet'],
    ['a wallet without a name', { wallet: { name: ' ', version: '1' }, campaign: 'smoke' }, '/wallet/name'],
    ['neither campaign nor presets', {}, '/campaign'],
    ['both', { campaign: 'smoke', presets: ['sd_jwt_baseline'] }, '/campaign'],
    ['an unknown campaign', { campaign: 'mood' }, '/campaign'],
    ['an unknown preset', { presets: ['sd_jwt_baseline', 'mood'] }, '/presets'],
    ['a preset twice', { presets: ['sd_jwt_baseline', 'sd_jwt_baseline'] }, '/presets'],
    ['no preset', { presets: [] }, '/presets'],
    ['a wait that is too short', { campaign: 'smoke', silence_seconds: 4 }, '/silence_seconds'],
  ])('cannot be started with %s', async (_name, body, pointer) => {
    const answer = await post('/campaigns', { wallet, ...body })
    expect([answer.status, answer.object().error, answer.object().pointer]).toEqual([400, 'invalid_request', pointer])
  })

  it.each(['a\u202eb', 'a\u2066b', 'a\u001b[31mb', 'a\r\nb', 'a\u2028b', '\u200b'])(
    'cannot be started for a wallet whose name cannot be seen, or changes the text around it: %j',
    async (name) => {
      for (const member of ['name', 'version']) {
        const answer = await post('/campaigns', { wallet: { ...wallet, [member]: name }, campaign: 'smoke' })
        expect([answer.status, answer.object().pointer]).toEqual([400, `/wallet/${member}`])
      }
    },
  )

  it('keeps what started it, for the list of runs: what was said, else the program that asked', async () => {
    const rowOf = async (more: object, headers: Fields) => {
      const body = JSON.stringify({ wallet, presets: ['sd_jwt_baseline'], ...more })
      const sent: Fields = [['Content-Type', 'application/json'], ...headers]
      const made = await http({ method: 'POST', path: '/campaigns', headers: sent, body })
      if (made.status !== 201) return made.status
      const stored = await service.container.ports.store.campaign(
        campaignId((made.object() as unknown as CampaignView).campaign_id),
      )
      if (stored === null) throw new Error('It was started.')
      return campaignRow(foldProgress(stored, [])).startedBy
    }
    expect(await rowOf({ started_by: 'CI #1182' }, [['User-Agent', 'curl/8.5.0']])).toBe('CI #1182')
    expect(await rowOf({}, [['User-Agent', 'curl/8.5.0']])).toBe('curl')
    expect(await rowOf({}, [['User-Agent', 'Mozilla/5.0 (X11; Linux x86_64)']])).toBe('person')
    for (const started_by of ['', 'a'.repeat(41), 'CI\n#1182', 7]) expect(await rowOf({ started_by }, [])).toBe(400)
  })

  it('that nobody started is not found, nor the session of another one', async () => {
    const id = await start({ presets: ['sd_jwt_baseline'] })
    const other = await start({ presets: ['sd_jwt_baseline'] })
    const { session } = await next(other)
    const unknown = '00000000-0000-4000-8000-000000000000'
    for (const path of ['', '/next', '/report'])
      expect((await http({ path: `/campaigns/${unknown}${path}` })).object().error).toBe('campaign_not_found')
    const answers = [
      await post(`/campaigns/${id}/answer`, { session_id: session?.session_id, shown: 'error' }),
      await post(`/campaigns/${id}/again`, { preset: 'mdoc_baseline' }),
      await http({ path: `/campaigns/${id}/next?wait=31` }),
      await http({ path: `/campaigns/${id}/next?after=abc` }),
      await http({ path: `/campaigns/${id}/report?format=pdf` }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 400, 400, 400])
  })

  it('lists the built-in ones, and each names presets that there are', async () => {
    const { campaigns } = (await http({ path: '/campaigns' })).object() as unknown as {
      campaigns: { id: string; presets: string[]; cases: number; by_person: number; minutes: number }[]
    }
    expect(campaigns.map(({ id }) => id)).toEqual([
      'baseline',
      'baseline_issuance',
      'baseline_presentation',
      'smoke',
      'quick',
      'refusals',
      'malformed',
      'haip',
      'openid',
      'nonce',
      'lifecycle',
      'status_refusals',
      'metadata',
      'european_laboratory',
      'trust',
      'trust_issuance',
      'trust_lists',
      'european_answers',
      'european_requests',
      'european_refusals',
      'european',
      'european_persons',
      'european_transactions',
      'payments',
      'wallet_units',
      'european_trust',
      'european_prefixes',
      'digital_credentials',
      'full',
    ])
    const known = new Set(presets.map(({ id }) => id))
    for (const one of campaigns) {
      expect(one.presets.filter((preset) => !known.has(preset))).toEqual([])
      expect(new Set(one.presets).size).toBe(one.presets.length)
    }
    expect(campaigns.find(({ id }) => id === 'quick')?.presets).toHaveLength(28)
    // No scope is configured, and no https.
    expect(campaigns.find(({ id }) => id === 'european')).toMatchObject({ cases: 430, by_person: 0, minutes: 146 })
    expect(campaigns.find(({ id }) => id === 'european_persons')).toMatchObject({ cases: 0, by_person: 14 })
  })
})

const judge = (id: string, expected: string, query = '', ask = http) =>
  ask({
    method: 'POST',
    path: `/campaigns/${id}/report${query}`,
    headers: [['Content-Type', 'text/plain']],
    body: expected,
  })

describe('a campaign against what is expected of it', () => {
  it('has an exit code for what changed: a failure of that level, no verdict, or a pass where that is asked for', async () => {
    const id = await start({ presets: ['sd_jwt_baseline', 'bad_signature', 'mdoc_baseline'] })
    for (const [preset, shown] of [
      ['sd_jwt_baseline', 'nothing'],
      ['bad_signature', 'error'],
    ] as const) {
      const { session } = await next(id)
      expect(session?.preset).toBe(preset)
      await http({ path: new URL(`${session?.session_url}/request`).pathname })
      await post(`/campaigns/${id}/answer`, { session_id: session?.session_id, shown })
    }
    const exit = async (expected: string, query?: string) => (await judge(id, expected, query)).object().exit_code
    const quiet = 'sd_jwt_baseline no_verdict\nmdoc_baseline no_verdict'
    expect(await exit('')).toBe(3)
    expect(await exit('sd_jwt_baseline no_verdict')).toBe(3)
    expect(await exit(quiet)).toBe(0)
    expect(await exit('* no_verdict')).toBe(0)
    const stale = `${quiet}\r\nbad_signature vp.negative.rejected`
    expect((await judge(id, stale)).object()).toMatchObject({
      exit_code: 0,
      outcome: 'As expected, except for 1 expected failure that passes.',
      unexpected_passes: [{ line: 3, preset: 'bad_signature', rule: 'vp.negative.rejected' }],
    })
    expect(await exit(stale, '?strict=true')).toBe(4)
    const unseen = `${quiet}\nmdoc_baseline vp.mdoc.digests`
    expect((await judge(id, unseen)).object()).toMatchObject({ exit_code: 0, not_seen: [{ line: 3 }] })
    const junit = (await judge(id, quiet, '?format=junit')).body
    expect(junit).toMatch(/tests="3" failures="0" errors="0" skipped="2"/)
    // Two sessions without a list are errors.
    for (const document of [junit, (await judge(id, '', '?format=junit')).body])
      expect(await junitErrors(document)).toEqual([])
  })

  it.each([
    ['mood vp.negative.rejected', 'Line 1 of the expected failures names no preset of this service.'],
    ['# a\nbad_signature vp.negative.reject', 'Line 2 of the expected failures names no check of this service.'],
    ['bad_signature', 'Line 1 of the expected failures is not a preset and a check.'],
    ['a b c', 'Line 1 of the expected failures is not a preset and a check.'],
  ])('refuses a list with the line %j', async (expected, reason) => {
    const answer = await judge(await start({ presets: ['bad_signature'] }), expected)
    expect([answer.status, answer.object().error_description]).toEqual([400, reason])
  })
})

describe('the comparison of two runs of a wallet', () => {
  const compare = (before: string, after: string) => http({ path: `/comparison?before=${before}&after=${after}` })
  const compared = async (before: string, after: string) => {
    const answer = await compare(before, after)
    expect(answer.status, answer.body).toBe(200)
    return answer.object() as unknown as ComparisonView
  }

  it('puts first what got worse, and tells what got better the other way round', async () => {
    const [good, bad] = [await start({ campaign: 'smoke' }), await start({ campaign: 'smoke' })]
    await run(good)
    const { view } = await run(bad, { misbehave: 'vci.token.iss_checked' })
    const worse = await compared(good, bad)
    expect(worse).toMatchObject({
      kind: 'campaign',
      same_wallet: true,
      before: { id: good, verdict: 'pass', wallet },
      after: { id: bad, verdict: 'fail', wallet },
      counts: { regression: 1, improvement: 0, not_compared: 0 },
    })
    const [step] = worse.steps
    const session = view.steps.find(({ preset }) => preset === 'fault.authz_iss_mismatch')?.session
    expect(step).toMatchObject({
      preset: 'fault.authz_iss_mismatch',
      change: 'regression',
      before: { verdict: 'pass' },
      after: { verdict: 'fail', session_id: session?.session_id },
    })
    expect(step?.rules[0]).toMatchObject({
      id: 'vci.fault.refused',
      change: 'regression',
      before: 'passed',
      after: 'failed',
      level: 'must',
    })
    const better = await compared(bad, good)
    expect(better.counts).toMatchObject({ regression: 0, improvement: 1 })
    expect(better.steps[0]?.rules[0]).toMatchObject({ id: 'vci.fault.refused', change: 'improvement', after: 'passed' })
    const [one, other] = [step?.before?.session_id ?? '', step?.after?.session_id ?? '']
    const sessions = await compared(one, other)
    expect(sessions).toMatchObject({ kind: 'issuance', same_wallet: true, before: { id: one }, after: { id: other } })
    // Requests that name no session are matched by time, so the other observations may differ by now.
    expect(sessions.steps).toEqual([
      expect.objectContaining({ preset: null, change: 'regression', rules: expect.arrayContaining([step?.rules[0]]) }),
    ])
    expect((await compared(one, one)).steps[0]).toMatchObject({ change: 'same', rules: [] })
  })

  it('compares nothing that no wallet came to, and says of which wallet each run is', async () => {
    const one = await start({ presets: ['sd_jwt_baseline', 'mdoc_baseline'] })
    const other = await start({
      presets: ['sd_jwt_baseline', 'bad_signature'],
      wallet: { name: 'Fenwick', version: '1' },
    })
    const { same_wallet, counts, steps } = await compared(one, other)
    expect([same_wallet, counts.not_compared]).toEqual([false, 3])
    expect(steps.map(({ preset, change, before, after }) => [preset, change, before, after])).toEqual(
      ['sd_jwt_baseline', 'bad_signature', 'mdoc_baseline'].map((preset) => [preset, 'not_compared', null, null]),
    )
  })

  it('refuses two runs that have nothing in common, and ids that none has', async () => {
    const campaign = await start({ presets: ['sd_jwt_baseline'] })
    const presentation = (await next(campaign)).session?.session_id ?? ''
    const issuance = String((await post('/sessions', {})).object().session_id)
    const unknown = '00000000-0000-4000-8000-000000000000'
    const pairs = [
      [campaign, presentation],
      [presentation, issuance],
      [campaign, 'x'],
      [unknown, campaign],
    ] as const
    const answers = await Promise.all(pairs.map(([before, after]) => compare(before, after)))
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 404])
    expect((await http({ path: '/comparison' })).status).toBe(400)
  })
})

describe('a session that says what it is a part of', () => {
  const create = (body: object) => post('/openid4vp/sessions', body)

  it('has the whole body of the preset that it names, and names one of its campaign', async () => {
    const { body } = presets.find(({ id }) => id === 'bad_signature') ?? {}
    const whole = { ...body?.({ authorityKeyIdentifier: '', scopeAlias: null }), preset: 'bad_signature' }
    expect((await create(whole)).status).toBe(201)
    const campaign_id = await start({ presets: ['sd_jwt_baseline'] })
    const refused = [
      [{ ...whole, profile: 'openid4vp' }, '/profile'],
      [{ preset: 'mood' }, '/preset'],
      [{ preset: 'fault.authz_error' }, '/preset'],
      [{ ...whole, campaign_id }, '/campaign_id'],
      [{ campaign_id }, '/campaign_id'],
      [{ ...whole, campaign_id: '00000000-0000-4000-8000-000000000000' }, '/campaign_id'],
    ] as const
    for (const [asked, pointer] of refused) {
      const answer = await create(asked)
      expect([answer.status, answer.object().pointer], answer.body).toEqual([400, pointer])
    }
  })
})

describe('the report of a campaign', () => {
  it('is the same bytes each time, in each form, names the versions, and holds no link and no secret', async () => {
    const id = await start({ presets: ['sd_jwt_baseline', 'bad_signature'], wallet: { name: '<b>&"|`', version: '1' } })
    await run(id, { misbehave: 'vp.negative.rejected' })
    for (const format of ['json', 'junit', 'md', 'html']) {
      const [one, other] = [1, 2].map(() => http({ path: `/campaigns/${id}/report?format=${format}` }))
      const { body } = (await one) ?? { body: '' }
      expect((await other)?.body).toBe(body)
      expect(body).toContain('0.1.0')
      expect(body).toContain('bad_signature')
      expect(body).not.toMatch(/openid4vp:\/\/|openid-credential-offer:|eyJhbGci/)
      if (format !== 'json') expect(body).not.toContain('<b>')
    }
    const junit = (await http({ path: `/campaigns/${id}/report?format=junit` })).body
    expect(junit).toMatch(/<testsuites name="Wallet Capture" tests="2" failures="1" errors="0" time="\d+\.\d{3}"/)
    expect(await junitErrors(junit)).toEqual([])
    expect(junit.match(/<testcase /g)).toHaveLength(2)
  })
})

describe('what a person says of an official case', () => {
  const manual = 'WS_RP_MS_ProtocolMessages_013'
  const caseIn = async (wallet: { name: string; version: string }) => {
    const view = (await http({ path: `/coverage?${query(wallet)}` })).object() as unknown as CoverageView
    return { view, one: view.cases.find(({ id }) => id === manual) }
  }
  const query = ({ name, version }: { name: string; version: string }) =>
    new URLSearchParams({ wallet: name, version }).toString()

  it('is read back for its wallet and version only, marked as such, until it is changed and withdrawn', async () => {
    const wallet = { name: 'Entered “by hand”', version: '1' }
    for (const version of ['1', '2']) await start({ presets: ['sd_jwt_baseline'], wallet: { ...wallet, version } })
    const enter = async (result: string, note?: string) =>
      post('/coverage/results', { wallet, case: manual, result, ...(note === undefined ? {} : { note }) })
    const before = await caseIn(wallet)
    expect(before.one).toMatchObject({ verdict: 'manual', entered: null })
    const said = await enter('failed', '=cmd()\n<b>no list</b> eyJhbGciOiJFUzI1NiJ9.eyJhIjoxfQ.c2lnbmF0dXJl')
    expect(said.status, said.body).toBe(201)
    const note = '=cmd()\n<b>no list</b> [token:44]'
    const entered = { result: 'failed', note, by: 'person' }
    expect(said.object()).toMatchObject({ case: manual, wallet, entered })
    const { view, one } = await caseIn(wallet)
    expect(one).toMatchObject({ verdict: 'manual', entered })
    expect(view.counts).toEqual(before.view.counts)
    expect((await caseIn({ ...wallet, version: '2' })).one).toMatchObject({ entered: null })
    const csv = (await http({ path: `/coverage?${query(wallet)}&format=csv` })).body
    expect(csv).toContain(`"failed, entered by a person","'${note}"`)
    expect((await enter('passed')).status).toBe(201)
    expect((await caseIn(wallet)).one).toMatchObject({ entered: { result: 'passed', note: '' } })
    expect((await enter('withdrawn')).object()).toMatchObject({ case: manual, entered: null })
    expect((await caseIn(wallet)).one).toMatchObject({ verdict: 'manual', entered: null })
    const again = await enter('withdrawn')
    expect([again.status, again.object()]).toMatchObject([400, { error: 'invalid_request', pointer: '/result' }])
  })

  it.each([
    [{ case: 'WS_RP_SM_RpIntegrity_027' }, '/case'],
    [{ case: 'mood' }, '/case'],
    [{ case: undefined }, '/case'],
    [{ result: 'manual' }, '/result'],
    [{ note: 'x'.repeat(1001) }, '/note'],
    [{ note: 1 }, '/note'],
    [{ wallet: { name: ' ', version: '1' } }, '/wallet/name'],
    [{ wallet: { name: 'x'.repeat(101), version: '1' } }, '/wallet/name'],
  ])('is refused where it is wrong: %j', async (wrong, pointer) => {
    const wallet = { name: 'Entered “by hand”', version: '1' }
    const answer = await post('/coverage/results', { wallet, case: manual, result: 'passed', ...wrong })
    expect([answer.status, answer.object().pointer], answer.body).toEqual([400, pointer])
    expect(answer.object().error_description).toMatch(/^[ -~]+$/)
  })
})

describe('a preset that makes many things at once', () => {
  const coverageOf = async (name: string) =>
    ((await http({ path: `/coverage?wallet=${name}&version=1` })).object() as unknown as CoverageView).cases.filter(
      ({ id }) => officialCases.some((one) => one.id === id && one.packed === 'unusual_all'),
    )
  const stepsOf = async (id: string) =>
    ((await http({ path: `/campaigns/${id}` })).object() as unknown as CampaignView).steps.map(({ preset }) => preset)

  it('passes what it is about, in one session', async () => {
    const id = await start({ presets: ['unusual_all'], wallet: { name: 'Together', version: '1' } })
    await run(id)
    expect(await stepsOf(id)).toEqual(['unusual_all'])
    const cases = await coverageOf('Together')
    expect(cases.length).toBeGreaterThanOrEqual(11)
    expect(cases.map(({ verdict }) => verdict)).toEqual(cases.map(() => 'passed'))
  })

  it('is followed by those that show alone what it left open, which fail only what they are about', async () => {
    const id = await start({ presets: ['unusual_all'], wallet: { name: 'Alone', version: '1' } })
    await run(id, {
      misbehave: ({ preset }) => (['unusual_all', 'foreign_iss'].includes(preset) ? 'vp.kb.aud' : null),
    })
    const steps = await stepsOf(id)
    expect(steps).toEqual(expect.arrayContaining(['unusual_all', 'foreign_iss']))
    expect(steps[0]).toBe('unusual_all')
    const cases = await coverageOf('Alone')
    const failed = cases.filter(({ verdict }) => verdict === 'failed').map(({ preset }) => preset)
    expect(failed).toEqual(['foreign_iss'])
    expect(cases.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'failed')).toEqual([])
  })
})

describe('a preset that was tried several times', () => {
  it('counts by its newest session, and the earlier ones stay beside it with what they said', async () => {
    const wallet = { name: 'Tried', version: '1' }
    const id = await start({ presets: ['bad_signature'], wallet })
    await run(id, { misbehave: 'vp.negative.rejected' })
    await post(`/campaigns/${id}/again`, { preset: 'bad_signature' })
    await run(id)
    const view = (await http({ path: '/coverage?wallet=Tried&version=1' })).object() as unknown as CoverageView
    const one = view.cases.find((each) => each.id === 'WS_RP_SM_RpIntegrity_027')
    expect(one).toMatchObject({ verdict: 'passed', earlier: [{ verdict: 'failed', remark: null }] })
    expect(one?.sessions).toEqual([one?.session?.session_id, one?.earlier[0]?.session_id])
    expect(String(one?.earlier[0]?.created_at) <= String(one?.session?.created_at)).toBe(true)
    expect(view.campaign_id).toBe(id)
  })
})
