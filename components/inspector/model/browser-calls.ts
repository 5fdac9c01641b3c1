import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { carrierWords } from './browser-words'

type ReadCall = NonNullable<PresentationSessionView['dc_api']>['calls'][number]

/** What a page said of one call of its browser, in words. */
export interface BrowserCall {
  /** RFC 3339. */
  readonly at: string
  readonly what: string
  /** Who carried it and where the page was, as far as that is worth telling. */
  readonly how: string
}

/** What each outcome means; an error has its name besides. */
const outcomes = {
  answer: 'the wallet responded',
  error: 'nothing came back',
  unsupported: 'the browser could not be called',
  left: 'the page was left',
} as const

/** Says one of `calls` in words; `origin` is ours, which is told only where the page was elsewhere. */
export function browserCall(call: ReadCall, origin: string): BrowserCall {
  const { at, outcome, error_name: error, elapsed_ms: millis, page_origin: page } = call
  const carried = carrierWords(call.carrier, call.user_agent)
  return {
    at,
    what: [
      outcome === null ? 'nothing came of it yet' : outcomes[outcome],
      ...(error === null ? [] : [error]),
      ...(millis === null || millis === 0 ? [] : [`after ${(millis / 1000).toFixed(1)} s`]),
    ].join(', '),
    how: [
      ...(carried === null ? [] : [carried]),
      ...(page === null || page === origin ? [] : [`from a page at ${page}`]),
    ].join(', '),
  }
}
