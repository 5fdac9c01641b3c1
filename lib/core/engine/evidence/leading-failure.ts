import { isInferredRefusal } from './session-outcome'
import type { ConformanceEntry } from './session-view'
import { isInferredBreach } from './summarise'

/**
 * The failed findings in order of time; those that refused a request come first within their exchange. A refusal counts
 * even if its exchange was only inferred, which otherwise never fails; a violated MUST there counts unless the traffic is
 * mixed.
 * @param exchangeIds of the session, oldest first
 */
export function failuresInOrder<Of extends ConformanceEntry>(
  entries: readonly Of[],
  exchangeIds: readonly string[],
  mixedTraffic: boolean,
): Of[] {
  const position = new Map(exchangeIds.map((id, index) => [id, index]))
  const place = ({ exchange_id }: ConformanceEntry) =>
    exchange_id === null ? exchangeIds.length : (position.get(exchange_id) ?? exchangeIds.length)
  return entries
    .filter(
      (entry) => entry.status === 'fail' || isInferredRefusal(entry) || (isInferredBreach(entry) && !mixedTraffic),
    )
    .sort((a, b) => place(a) - place(b) || Number(b.rejected) - Number(a.rejected))
}

/** The failure to tell first: the first that refused a request, otherwise the first of all; `null` if there is none. */
export const leadingFailure = <Of extends Pick<ConformanceEntry, 'rejected'>>(failures: readonly Of[]): Of | null =>
  failures.find(({ rejected }) => rejected) ?? failures[0] ?? null
