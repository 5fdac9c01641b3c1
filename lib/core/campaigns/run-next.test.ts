import { expect, it } from 'vitest'
import type { presetsFor } from './campaign-offer'
import { type JudgedCase, playedByProgram, type Run } from './official-cases/case-verdict'
import { newestEdition } from './official-cases/editions'
import { isDecidable } from './official-cases/official-case'
import { pairedCase } from './official-cases/paired-cases'
import { foldCoverage } from './official-cases/wallet-coverage'
import { paymentTemplate } from './payment-template'
import { runNext } from './run-next'
import { readTemplate } from './transaction-template'

const installation = { baseUrl: 'https://capture.example', namesHost: true, hasScope: false }
const none = foldCoverage([]).cases

/** All cases, with this verdict for the wanted ones. */
const withVerdict = (wanted: ReadonlySet<string>, verdict: 'passed' | 'inconclusive') =>
  none.map((one) => (wanted.has(one.official.id) ? { ...one, judged: { ...one.judged, verdict } } : one))

const idsOf = ({ offer }: NonNullable<ReturnType<typeof runNext>['next']>) => offer.cases.map(({ id }) => id)

it('names the campaign with the most undecided cases a session, until none is left', () => {
  const done = new Set<string>()
  const order: string[] = []
  for (;;) {
    const { next } = runNext(withVerdict(done, 'passed'), [], installation)
    if (next === null) break
    order.push(`${next.campaign.id} ${next.undecided}/${next.offer.presets.length}`)
    for (const id of idsOf(next)) done.add(id)
  }
  expect(order.slice(0, 3)).toEqual(['smoke 82/7', 'quick 91/28', 'european_prefixes 30/21'])
  // The rest needs a transaction or a scope.
  const left = none.filter(
    ({ official, judged }) =>
      judged.verdict === 'not_run' && official.population === 'wallet' && !done.has(official.id),
  )
  expect(new Set(left.map(({ official }) => official.condition))).toEqual(new Set(['transaction_type', 'scope']))
})

it('counts inconclusive cases as undecided, and none about who issued the credential', () => {
  const smoke = runNext(none, [], installation).next
  const all = new Set(none.map(({ official }) => official.id))
  expect(runNext(withVerdict(all, 'inconclusive'), [], installation).next?.undecided).toBe(smoke?.undecided)
  const wallets = new Set(none.flatMap(({ official }) => (official.population === 'wallet' ? [official.id] : [])))
  expect(runNext(withVerdict(wallets, 'passed'), [], installation).next).toBeNull()
})

it('runs no case again that the wallet itself left open, and says so once nothing else is left', () => {
  const own = new Set(none.flatMap(({ official }) => (official.preset === 'by_value' ? [official.id] : [])))
  const run = {
    sessionId: 'one',
    preset: 'by_value',
    reason: 'The wallet did not reach the end.',
    found: {},
  } as unknown as Run
  const after = (judged: Partial<JudgedCase>, status: string) => {
    const cases = none.map((one) =>
      own.has(one.official.id)
        ? {
            ...one,
            judged: { ...one.judged, verdict: 'inconclusive', run: { ...run, status }, ...judged } as JudgedCase,
          }
        : { ...one, judged: { ...one.judged, verdict: 'passed' as const } },
    )
    const { next, reason } = runNext(cases, [], installation)
    return [next === null ? null : next.undecided > 0, reason]
  }
  expect(own.size).toBeGreaterThan(0)
  const stays = own.size === 1 ? '1 case stays' : `${own.size} cases stay`
  const cause = { check: 'vp.kb.alg', sessionId: 'one', exchangeId: null, subject: null }
  expect(after({ remark: run.reason }, 'request_retrieved')).toEqual([true, null])
  for (const [judged, status] of [
    [{ remark: 'The session did not come so far.', cause }, 'presentation_invalid'],
    [{ remark: run.reason }, 'wallet_error'],
    [{ remark: 'A person saw a warning in place of a refusal.' }, 'request_retrieved'],
  ] as const) {
    const [next, reason] = after(judged, status)
    expect([next, String(reason).startsWith(`${stays} inconclusive`)]).toEqual([null, true])
  }
  expect(after({ verdict: 'passed' }, 'presentation_validated')[1]).toMatch(/^No built-in campaign/)
})

it('has sessions about a transaction once a campaign of the wallet had one', () => {
  const of = (campaigns: Parameters<typeof runNext>[1]) => {
    const found = runNext(none, campaigns, installation).byCampaign.find(
      ({ campaign }) => campaign.id === 'european_transactions',
    )
    return [found?.offer.presets.length, found?.offer.cases.length]
  }
  expect(of([])).toEqual([5, 9])
  expect(of([{ transactionTemplate: readTemplate(paymentTemplate) }])).toEqual([13, 17])
})

it('lists the campaigns that together hold each case that can be decided', () => {
  const { byCampaign } = runNext(none, [], { ...installation, hasScope: true })
  expect(byCampaign.map(({ campaign, offer }) => [campaign.id, offer.cases.length, offer.byPerson.length])).toEqual([
    ['malformed', 46, 0],
    ['european_laboratory', 35, 0],
    ['european_answers', 295, 0],
    ['european_requests', 36, 0],
    ['european_refusals', 61, 0],
    ['european_persons', 0, 14],
    ['european_transactions', 9, 0],
    ['european_prefixes', 30, 0],
    ['digital_credentials', 8, 0],
  ])
})

it('begins with both baselines where the edition has them, and names the two campaigns that hold it', () => {
  const { cases } = foldCoverage([], null, newestEdition)
  const { byCampaign, next } = runNext(cases, [], installation, newestEdition)
  expect(next?.campaign.id).toBe('baseline')
  expect(byCampaign.map(({ campaign }) => campaign.id)).toEqual(['baseline_issuance', 'baseline_presentation'])
  const held = new Set(byCampaign.flatMap(({ offer }) => offer.cases.map(({ id }) => id)))
  expect(
    cases.flatMap(({ official }) => (isDecidable(official) && !held.has(official.id) ? [official.applies_if] : [])),
  ).toEqual(Array(3).fill('par_request_object'))
})

it('puts the baseline first in an edition without one too, where the newest edition has a case of it that was never run', () => {
  expect(runNext(none, [], installation, undefined, { baselineFirst: true }).next?.campaign.id).toBe('baseline')
  expect(runNext(none, [], installation).next?.campaign.id).toBe('smoke')
})

it('counts the sessions that a campaign adds for what was declared, and their cases', () => {
  const { cases } = foldCoverage([], null, newestEdition)
  const of = (declared: Parameters<typeof presetsFor>[1]) => {
    const { byCampaign, next } = runNext(cases, [], installation, newestEdition, { declared })
    const [{ offer } = next as never] = byCampaign
    return [next?.offer.presets.length, offer.presets.length, offer.cases.length]
  }
  const [both = 0, issuance = 0, decided = 0] = of({})
  expect(of({ par_request_object: true })).toEqual([both + 1, issuance + 1, decided + 3])
  const declared = { par_request_object: true, proof_types: ['jwt', 'attestation'] }
  expect(of(declared)).toEqual([both + 2, issuance + 2, decided + 3])
  expect(of({ par_request_object: false, proof_types: ['jwt'] })).toEqual([both, issuance, decided])
})

it('leaves a case that the session of a baseline left open to the campaign that decides it', () => {
  const id = 'WS_AP_MS_ProtocolMessages_037a'
  const { openRemark = null } = pairedCase(id)
  const nextWith = (remark: string | null) => {
    const { cases } = foldCoverage([], null, newestEdition)
    const judged = cases.map((one) => ({
      ...one,
      judged: {
        ...one.judged,
        ...(one.official.id === id ? { verdict: 'inconclusive', remark } : { verdict: 'passed' }),
      },
    }))
    const { next } = runNext(judged as typeof cases, [], installation, newestEdition)
    return [next?.campaign.id, next?.undecided]
  }
  expect(nextWith(openRemark)).toEqual(['wallet_units', 1])
  expect(nextWith(null)).toEqual(['baseline', 1])
})

it('leaves out what a program ran in place of a browser, and says which kind of run it needs', () => {
  const ofBrowser = new Set(['dc_signed_sd_jwt', 'dc_mode_plain'])
  const { cases } = foldCoverage([], null, newestEdition)
  const after = (remark: string | null, rest: JudgedCase['verdict'] = 'passed') => {
    const judged = cases.map((one) => ({
      ...one,
      judged: ofBrowser.has(one.official.preset ?? '') ? { ...one.judged, remark } : { ...one.judged, verdict: rest },
    }))
    const { next, reason } = runNext(judged, [], installation, newestEdition)
    return [next?.undecided ?? null, reason]
  }
  expect(after(null)).toEqual([3, null])
  expect(after(playedByProgram)).toEqual([
    null,
    '3 cases need a real browser: a program played it, which decides nothing.',
  ])
  const [all, none] = [after(null, 'not_run'), after(playedByProgram, 'not_run')]
  expect(Number(all[0]) - Number(none[0])).toBe(3)
})
