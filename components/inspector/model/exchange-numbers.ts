import type { ExchangeView } from '@/lib/core/engine/evidence/session-view'

/**
 * Numbers of the exchanges in their session, from 1, by id; `earlier`: how many came before the given ones. If the
 * client had another session at the same time, a request that names no session has no number, so that requests of
 * another session do not shift the numbers.
 */
export function exchangeNumbers(
  exchanges: readonly Pick<ExchangeView, 'id' | 'correlation'>[],
  mixedTraffic: boolean,
  earlier = 0,
): ReadonlyMap<string, number> {
  const counted = exchanges.filter(({ correlation }) => !mixedTraffic || correlation === 'exact')
  return new Map(counted.map(({ id }, index) => [id, earlier + index + 1]))
}

/**
 * How many of the recorded exchanges have a number; `shown` are the newest of them. Expected exchanges continue from
 * it.
 */
export const numberedCount = (recorded: number, shown: readonly { readonly number: number | null }[]): number =>
  recorded - shown.filter(({ number }) => number === null).length

/** How text refers to an exchange; `null` for one without a number. */
export const exchangeWords = (number: number | null): string =>
  number === null ? 'an inferred exchange' : `exchange ${number}`
