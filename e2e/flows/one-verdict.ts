import { expect } from 'vitest'
import type { SessionHead } from '@/components/inspector/model/flow-model'
import { toneOf, verdictWords } from '@/lib/core/engine/evidence/outcomes'
import type { SummaryView } from '@/lib/core/engine/evidence/session-view'
import { checkById } from '@/lib/core/issuer-and-verifier'
import { checkIdOf } from '@/lib/wallet/misbehaviours/misbehaviour'
import { ofEachKind } from '@/scripts/thorough.mjs'
import { readShownPage, textOf } from './shown-page'

/** A read-back with its whole summary, as the interface returns it. */
type Judged = SessionHead & { readonly checks: { readonly summary: SummaryView } }

/**
 * Ids of the misbehaviours whose session is compared with its page: all in a thorough test, otherwise the first of each
 * area and ending. A page follows from the findings: areas have their own panels, endings the rail, and the check's
 * level headline and pill.
 */
export function drawnOf<Entry extends { readonly id: string; readonly staysUnseen?: true }>(
  entries: readonly Entry[],
  endOf: (entry: Entry) => string,
): ReadonlySet<string> {
  const kindOf = (entry: Entry): string => {
    const id = checkIdOf(entry)
    const area = id.split('.').slice(0, 2).join('.')
    return [area, endOf(entry), checkById(id)?.level, entry.staysUnseen].join(' ')
  }
  return new Set(ofEachKind(entries, kindOf).map(({ id }) => id))
}

/**
 * Headline, pill, tab, rail, rows and strip of the session's page, `summary.verdict` of the interface and the report
 * must all say the same.
 * @param pageUrl of the inspector, in a service that serves the built pages
 * @param reportUrl without a format
 * @param wrongOnPurpose true if the service deliberately answers wrongly: then a refusal need not come from a check
 */
export async function expectOneVerdict(
  session: Judged,
  {
    pageUrl,
    reportUrl,
    wrongOnPurpose,
  }: { readonly pageUrl: string; readonly reportUrl: string; readonly wrongOnPurpose: boolean },
): Promise<void> {
  const { verdict: member, must, counts, mixed_traffic: mixed } = session.checks.summary
  const { conformance } = session.checks
  const { tab, pill, headline, rail, decided, now, ...page } = await readShownPage(pageUrl)
  const reported = await readReport(reportUrl, session)
  const { sentence } = session.outcome
  const colour = toneOf(session.outcome)
  // Pill and tab state the outcome of the interface, and so does the headline once there is one.
  expect([pill.text, tab.startsWith(`${sentence}: `)]).toEqual([sentence, true])
  expect(pill.value).toBe(colour === 'open' ? (session.outcome.over ? 'over' : 'live') : colour)
  if (headline === null) {
    // The page waits for a scan: no wallet has reached the session, so there is no verdict.
    expect([member, must.fail, pill.value, decided]).toEqual(['incomplete', 0, 'live', []])
    return
  }
  const { value: tone, text: words } = headline
  expect([tone, words]).toEqual([colour, sentence])
  // Headline, pill and rail are red exactly when the interface says failed. The headline counts the failures.
  expect(member === 'fail').toBe(must.fail > 0)
  expect(tone === 'fail').toBe(member === 'fail')
  expect(mustsOf(words) + mustsOf(page.also)).toBe(must.fail)
  expect(session.outcome.success).toBe({ pass: true, fail: false, incomplete: null }[member])
  if (rail.includes('refused')) expect(tone).toBe('fail')
  // The row of the request that stopped the wallet says so, and a check refused that request.
  const isStopped = rail.some((state) => state === 'refused' || state === 'held')
  expect(decided.length).toBeLessThanOrEqual(1)
  if (isStopped && !wrongOnPurpose) expect(decided).toHaveLength(1)
  // No endpoint refuses a request with a wrong URL or method; a failed check says why it was refused.
  const unmatched = new Set(session.exchanges.filter(({ operation }) => operation === null).map(({ id }) => id))
  const refusing = conformance.filter(
    ({ rejected, status, exchange_id: id }) => rejected || (status === 'fail' && id !== null && unmatched.has(id)),
  )
  for (const exchangeId of decided) expect(refusing.map(({ exchange_id: id }) => id)).toContain(exchangeId)
  // Header, strip and list show the counts of the interface.
  const { fail: failed = 0, ...others } = counts
  const shown = { warning: others.warn, passed: others.pass, 'not observed': others.not_observed }
  expect(page.counts).toMatchObject(shown)
  expect({ failed: 0, warning: 0, passed: 0, 'not observed': 0, ...page.strip }).toMatchObject({ failed, ...shown })
  expect([...page.failed].sort()).toEqual(reported.sort())
  // While something needs correcting, the page never says that nothing does.
  expect(now).not.toEqual([])
  if (counts.fail + counts.warn + page.failed.length > 0)
    expect(now.filter((words) => words.startsWith('Nothing'))).toEqual([])
  // A probably broken must never appears under a green headline.
  const breaches = conformance.filter(({ softened, level }) => softened === 'inferred' && level === 'must')
  if (breaches.length > 0 && !mixed) expect([member, tone]).not.toContain('pass')
}

/** How many broken musts a phrase counts: those of the specifications, or those of the HAIP profile. */
const mustsOf = (words: string): number => Number(/(\d+) (?:check|HAIP requirement)s? failed/.exec(words)?.[1] ?? 0)

/** Reads the sentences of the failed checks from the report and expects those of the interface. */
async function readReport(reportUrl: string, { outcome, checks }: Judged): Promise<string[]> {
  const { verdict, must, counts } = checks.summary
  const answer = await fetch(`${reportUrl}?format=html`)
  expect(answer.status).toBe(200)
  const html = await answer.text()
  expect(textOf(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '').startsWith(`${outcome.sentence}: `)).toBe(true)
  expect(html).toMatch(
    new RegExp(
      `<p class="verdict [a-z]+">${verdictWords[verdict]}[,:.] .*${counts.pass} passed of \\d+, ${must.pass} of them MUST; ${must.fail} MUST failed`,
    ),
  )
  const counted = (heading: string) => Number(new RegExp(`<h2>${heading} \\((\\d+)\\)</h2>`).exec(html)?.[1] ?? 0)
  expect([counted('Failed'), counted('Warnings')]).toEqual([counts.fail, counts.warn])
  return [...html.matchAll(/<article><h3>(.*?)<\/h3>/gs)].map(([, sentence = '']) => textOf(sentence))
}
