import type { TrustListState } from '@/lib/core/shared/ports/trust'
import { toIso } from '@/lib/core/shared/time/time'
import type { Log } from '../basics/log'
import type { Container } from '../container'

/** For a service that relies on no lists. */
export const noTrustLists: Container['trustLists'] = {
  version: () => 0,
  anchors: () => null,
  states: () => [],
  refresh: async () => undefined,
  due: () => null,
}

/** Tells operators how a list of trusted entities stands. */
export const logTrustList =
  (log: Pick<Log, 'info' | 'warn'>) =>
  ({ location, purpose, inForce, problems }: TrustListState): void => {
    const list = {
      location,
      purpose,
      ...(inForce === null ? {} : { sequence: inForce.sequence, nextUpdate: toIso(inForce.nextUpdate) }),
    }
    const why = { ...list, problems: problems.join(' ') }
    if (problems.length === 0) log.info(list, 'a list of trusted entities is in force')
    else if (inForce === null) log.warn(why, 'a list of trusted entities is not valid, and anchors nothing')
    else log.warn(why, 'a list of trusted entities is not valid; the release before it is still in force')
  }

/** How often it is looked whether a list is due. */
const everyMillis = 15_000

/** Reads lists of trusted entities again when they are due. Returns a function that stops it. */
export function keepTrustLists({ trustLists, ports }: Pick<Container, 'trustLists' | 'ports'>): () => void {
  const timer = setInterval(() => {
    const due = trustLists.due()
    if (due !== null && due <= ports.now()) void trustLists.refresh()
  }, everyMillis)
  timer.unref()
  return () => clearInterval(timer)
}
