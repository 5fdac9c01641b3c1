import type { EnteredResult } from '../../shared/ports/store-types'
import type { JudgedCase } from './case-verdict'
import { editionOf } from './editions'
import { type OfficialCase, takesEntry } from './official-case'

/**
 * Whether a wallet that fails a case sends nothing, so that its failure leaves nothing on record: then somebody who saw it
 * may state it.
 */
export const leavesNoRecord = (one: OfficialCase): boolean => editionOf(one).unrecorded.has(one.id)

/** Whether a result may be entered for a case: no session decides it, or none shows its failure. */
export const mayBeEntered = (one: OfficialCase): boolean => takesEntry(one) || leavesNoRecord(one)

const statedWords = {
  person: 'A person stated that the wallet did not start.',
  driver: 'A driver stated that the wallet did not start.',
} as const

/** The remark on a case whose session shows what was stated not to be. */
const outweighed = 'It was stated that the wallet did not start, and its session shows that it did.'

/** What to do once the session of a case ran out without a request. */
const nobodyAsked =
  'No wallet asked for what its newest session offered: if you opened the link, enter that the wallet did not start.'

/**
 * The verdict of a case whose failure leaves no record: failed by what was stated, unless a session shows that the wallet
 * did start, which says so. `ranOut`: the presets whose newest session ran out before any wallet used it.
 */
export function withStatement(
  official: OfficialCase,
  judged: JudgedCase,
  entry: EnteredResult | undefined,
  ranOut: ReadonlySet<string>,
): JudgedCase {
  if (!leavesNoRecord(official) || judged.verdict === 'not_applicable') return judged
  const { run } = judged
  const started = official.checks.some((id) => ['pass', 'warn', 'fail'].includes(run?.found[id]?.status ?? ''))
  if (entry?.result !== 'failed') {
    const isWaiting = judged.verdict === 'not_run' && judged.remark === null && ranOut.has(official.preset ?? '')
    return isWaiting ? { ...judged, remark: nobodyAsked } : judged
  }
  if (started) return { ...judged, remark: [judged.remark, outweighed].filter((words) => words !== null).join(' ') }
  const [check = ''] = official.checks
  const sessionId = entry.evidence?.find((one) => one.session_id !== undefined)?.session_id ?? ''
  return {
    verdict: 'failed',
    remark: statedWords[entry.by ?? 'person'],
    run: null,
    failed: check,
    cause: { check, sessionId, exchangeId: null, subject: null },
    statedBy: entry.by ?? 'person',
  }
}
