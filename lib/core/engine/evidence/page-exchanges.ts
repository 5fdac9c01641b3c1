import type { StoredExchange } from '../../ground/ports/store-types'
import type { PausableWork } from '../../ground/time/pausable-work'
import { withoutContent } from '../sessions/without-content'
import { jsonBytes } from './json-bytes'
import { projectExchange, projectRawRequest } from './project-exchange'

/**
 * Which exchanges to show: those after the one with an id (`null`: from the first), or at most `newestMax` of the
 * newest.
 */
export type ShownExchanges = { readonly after: string | null } | { readonly newestMax: number }

/** Bytes for the exchanges of a page. */
export interface PageRoom {
  /** What they may take in any case. */
  readonly bytesMin: number
  /** What they may take in all. Called once they take more than `bytesMin`, for it is expensive to find out. */
  readonly bytesMax: () => number
}

/**
 * The exchanges that fit into a number of bytes in a read-back, oldest first. One that is too large for any page is
 * shown without its content, so that paging always makes progress.
 */
export function* pageInSteps(
  exchanges: readonly StoredExchange[],
  { show, ...room }: PageRoom & { readonly show: ShownExchanges },
): PausableWork<readonly StoredExchange[]> {
  if ('newestMax' in show) return (yield* firstThatFit(exchanges.slice(-show.newestMax).reverse(), room)).reverse()
  const from = show.after === null ? 0 : exchanges.findIndex(({ id }) => id === show.after) + 1
  return yield* firstThatFit(exchanges.slice(from), room)
}

/** Exchanges to measure per step. */
const perStep = 20

function* firstThatFit(
  exchanges: readonly StoredExchange[],
  { bytesMin, bytesMax }: PageRoom,
): PausableWork<StoredExchange[]> {
  const page: StoredExchange[] = []
  let left = bytesMin
  let isMeasured = false
  for (const exchange of exchanges) {
    left -= jsonBytes(projectExchange(exchange)) + jsonBytes(projectRawRequest(exchange)) + 2
    if (left < 0 && !isMeasured) {
      yield
      left += Math.max(bytesMin, bytesMax()) - bytesMin
      isMeasured = true
      yield
    }
    if (left < 0) return page.length > 0 ? page : [withoutContent(exchange)]
    page.push(exchange)
    if (page.length % perStep === 0) yield
  }
  return page
}
