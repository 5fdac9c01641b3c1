import type { RequestContext } from '../../engine/endpoints/request-context'
import { loadEvidence, nothingNearby } from '../../engine/evidence/load-evidence'
import type { SessionEvidence } from '../../engine/sessions/session-evidence'
import type { Wait } from '../../ground/ports/ports'
import type { Session } from '../../ground/ports/store-types'
import { type EpochMillis, epochMillis } from '../../ground/time/time'
import { sessionState } from '../session-state'

/** Milliseconds between two looks for what another web process wrote. Our own commits wake a request at once. */
const lookEveryMillis = 5000
/** Milliseconds by which the end of a silence is told too late at most. */
const precisionMillis = 250

/**
 * Waits until an open session of a campaign has ended, or the campaign got another one. False at the deadline, and when
 * the client has gone. Evidence is read only when something was added to it, and is not held meanwhile.
 */
export async function untilItMoves(
  session: Session,
  { wait, deadline }: { readonly wait: Wait; readonly deadline: EpochMillis },
  { ports }: RequestContext,
): Promise<boolean> {
  // Waits for this session alone, so nothing nearby is of interest.
  const readMark = () => ports.store.evidenceMark(session.sessionId, nothingNearby)
  for (;;) {
    const mark = await readMark()
    const endsAt = endOf({ ...(await loadEvidence(session, ports)), now: ports.now() }, deadline)
    for (let isSame = true; isSame; isSame = (await readMark()) === mark) {
      const now = ports.now()
      if (endsAt <= now) return endsAt < deadline
      const end = await wait.next(Math.min(endsAt - now, lookEveryMillis))
      if (end === 'gone') return false
      if (end === 'campaign') return true
      if (end === 'session') break
    }
  }
}

/** When an open session ends by time alone; the deadline where that is not before it. A session that has ended ends now. */
function endOf(evidence: SessionEvidence, deadline: EpochMillis): EpochMillis {
  const isOpenAt = (at: number): boolean => sessionState({ ...evidence, now: epochMillis(at) }) === 'open'
  if (isOpenAt(deadline)) return deadline
  let [open, ended] = [evidence.now - 1, Number(deadline)]
  while (ended - open > precisionMillis) {
    const middle = (open + ended) / 2
    if (isOpenAt(middle)) open = middle
    else ended = middle
  }
  return epochMillis(Math.ceil(ended))
}
