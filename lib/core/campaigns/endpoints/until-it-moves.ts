import type { RequestContext } from '../../engine/endpoints/request-context'
import { loadEvidence, nothingNearby } from '../../engine/evidence/load-evidence'
import type { SessionEvidence } from '../../engine/sessions/session-evidence'
import type { Wait } from '../../ground/ports/ports'
import type { Session } from '../../ground/ports/store-types'
import { type EpochMillis, epochMillis } from '../../ground/time/time'
import { sessionState } from '../session-state'

/** Milliseconds between checks for what another web process wrote. Our own commits wake a request at once. */
const lookEveryMillis = 5000
/** The end of a silence is reported at most this many milliseconds late. */
const precisionMillis = 250

/**
 * Waits until an open session of a campaign ends or the campaign gets another session. Returns false at the deadline or
 * when the client disconnects. Reads evidence only when something was added, and keeps none in memory while it waits.
 */
export async function untilItMoves(
  session: Session,
  { wait, deadline }: { readonly wait: Wait; readonly deadline: EpochMillis },
  { ports }: RequestContext,
): Promise<boolean> {
  // Only this session matters, so nearby exchanges do not.
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

/**
 * When time alone will end an open session, or the deadline if that comes first. A session that has already ended ends
 * now.
 */
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
