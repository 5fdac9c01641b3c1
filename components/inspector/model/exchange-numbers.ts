import type { ExchangeView } from '@/lib/core/evidence/session-view'

/**
 * Places of the exchanges in their session, from 1, by id; `earlier` ones came before those that are given. Where the client had another session at the same time, a request
 * that names none has no number: what another session may have sent neither counts nor moves the numbers of the rest.
 */
export function exchangeNumbers(
  exchanges: readonly Pick<ExchangeView, 'id' | 'correlation'>[],
  mixedTraffic: boolean,
  earlier = 0,
): ReadonlyMap<string, number> {
  const counted = exchanges.filter(({ correlation }) => !mixedTraffic || correlation === 'exact')
  return new Map(counted.map(({ id }, index) => [id, earlier + index + 1]))
}

/** How a sentence names an exchange; `null` for one without a number. */
export const exchangeWords = (number: number | null): string =>
  number === null ? 'an inferred exchange' : `exchange ${number}`
