import { expect } from 'vitest'
import type { FlowModel, SessionHead } from '@/components/inspector/model/flow-model'
import { inspectSession } from '@/components/inspector/model/inspect-session'
import { judgeChecks } from '@/components/inspector/model/judged-check'
import { pillWords, tabWords } from '@/components/inspector/model/pill-words'
import { steps } from '@/components/inspector/model/steps'
import { timeline } from '@/components/inspector/model/timeline'
import type { SummaryView } from '@/lib/core/evidence/session-view'

/** A read-back with its whole summary, as the interface gives it. */
type Judged = SessionHead & { readonly checks: { readonly summary: SummaryView } }

const reportWords = { pass: 'Passed', fail: 'Failed', incomplete: 'Incomplete' } as const

/**
 * Headline, pill, tab, rail, rows and strip of the session's page, `summary.verdict` of the interface and the report over
 * HTTP all say the same.
 * @param reportUrl without a format
 * @param wrongOnPurpose true where the service makes an answer wrong on purpose: what is refused then no check refuses
 */
export async function expectOneVerdict<Session extends Judged>(
  session: Session,
  {
    flow,
    reportUrl,
    wrongOnPurpose,
  }: { readonly flow: FlowModel<Session>; readonly reportUrl: string; readonly wrongOnPurpose: boolean },
): Promise<void> {
  const { verdict: member, must, counts, mixed_traffic: mixed } = session.checks.summary
  const inspected = inspectSession(flow, { session, intended: {} })
  const { tone, words } = inspected.verdict
  const pill = pillWords(inspected, flow)
  expect(member === 'fail').toBe(must.fail > 0)
  if (member === 'fail') expect(tone).toBe('fail')
  if (member === 'pass') expect(['pass', 'warn']).toContain(tone)
  if (tone === 'pass') expect([member, must.fail]).toEqual(['pass', 0])
  // A pill is green only where the headline is; the tab repeats the headline, or what is waited for while there is none.
  if (pill.tone === 'pass') expect(tone).toBe('pass')
  if (tone === 'pass') expect(pill.tone).toBe('pass')
  expect(tabWords(inspected, flow)).toBe(tone === 'open' ? pill.words : words)
  // Red is what the interface calls failed, and nothing else: headline, pill and rail.
  expect(tone === 'fail').toBe(member === 'fail')
  if (tone !== 'fail') expect(pill.tone).not.toBe('fail')
  const rail = steps(inspected, flow)
  if (rail.some(({ state }) => state === 'refused')) expect(tone).toBe('fail')
  // The row of the request that stopped the wallet says so, and it is one that a check refused.
  const decided = timeline(inspected, flow).filter((row) => row.type === 'exchange' && row.decided)
  const isStopped = rail.some(({ state }) => state === 'refused' || state === 'held')
  expect(decided.length).toBeLessThanOrEqual(1)
  if (isStopped && !wrongOnPurpose) expect(decided).toHaveLength(1)
  const { conformance } = session.checks
  const refusing = conformance.filter(({ rejected }) => rejected).map(({ exchange_id }) => exchange_id)
  for (const row of decided) expect(row.type === 'exchange' && refusing.includes(row.exchange.id)).toBe(true)
  // What the strip shows red is what the counts say.
  const strip = judgeChecks(conformance, [], mixed)
  expect(strip.filter(({ level, status }) => level === 'must' && status === 'fail')).toHaveLength(must.fail)
  for (const status of ['fail', 'warn'] as const)
    expect([status, strip.filter((check) => check.status === status).length]).toEqual([status, counts[status]])
  // A must that was most likely broken is never behind a green headline.
  const breaches = conformance.filter(({ softened, level }) => softened === 'inferred' && level === 'must')
  if (breaches.length > 0 && !mixed) expect([member, tone]).not.toContain('pass')
  await expectSameReport(reportUrl, session.checks.summary)
}

async function expectSameReport(reportUrl: string, { verdict, must, counts }: SummaryView): Promise<void> {
  const answer = await fetch(`${reportUrl}?format=html`)
  expect(answer.status).toBe(200)
  const html = await answer.text()
  const word = reportWords[verdict]
  expect(html).toMatch(new RegExp(`<title>${word}: `))
  expect(html).toMatch(new RegExp(`<p class="verdict [a-z]+">${word}: .*${must.pass} MUST passed, ${must.fail} failed`))
  const counted = (heading: string) => Number(new RegExp(`<h2>${heading} \\((\\d+)\\)</h2>`).exec(html)?.[1] ?? 0)
  expect([counted('Failed'), counted('Warnings')]).toEqual([counts.fail, counts.warn])
}
