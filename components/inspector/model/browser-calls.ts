import type { JsonObject } from '@/lib/core/ground/values/json'
import { carrierOf, carrierWords } from './browser-words'

/** What a page said of one call of its browser, in words. */
export interface BrowserCall {
  /** RFC 3339; `null` if it is not known. */
  readonly at: string | null
  readonly what: string
  /** Who carried it and where the page was, as far as that is worth telling. */
  readonly how: string
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** What each outcome means; an error has its name besides. */
const outcomes: ReadonlyMap<string, string> = new Map([
  ['answer', 'the wallet responded'],
  ['error', 'nothing came back'],
  ['unsupported', 'the browser could not be called'],
  ['left', 'the page was left'],
])

/** Reads one of `calls`; `origin` is ours, which is told only where the page was elsewhere. */
export function browserCall(call: JsonObject, origin: string): BrowserCall {
  const outcome = text(call.outcome) ?? ''
  const error = text(call.error_name)
  const seconds = typeof call.elapsed_ms === 'number' && call.elapsed_ms > 0 ? call.elapsed_ms / 1000 : null
  const page = text(call.page_origin)
  const carried = carrierWords(carrierOf(call), call.user_agent)
  return {
    at: text(call.at),
    what: [
      outcomes.get(outcome) ?? 'nothing came of it yet',
      ...(error === null ? [] : [error]),
      ...(seconds === null ? [] : [`after ${seconds.toFixed(1)} s`]),
    ].join(', '),
    how: [
      ...(carried === null ? [] : [carried]),
      ...(page === null || page === origin ? [] : [`from a page at ${page}`]),
    ].join(', '),
  }
}
