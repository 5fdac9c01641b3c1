import { fromUtf8 } from '../values/base64url'
import { say, type Wording } from '../values/wording'
import type { Exchange } from './exchange'
import { boundPassedBy } from './json-bound'
import { type JsonScan, scanJson } from './json-scan'
import { jsonDepthMax, jsonValuesMax } from './limits'

/** A JSON body, read as far as it goes. */
export type JsonBody =
  | { readonly ok: true; readonly value: unknown; readonly duplicates: readonly string[] }
  | { readonly ok: false; readonly reason: 'empty' | 'too_large' | 'not_utf8' | 'not_json' | 'too_deep' | 'too_wide' }

/** What JSON does that passes a bound of limits.ts, to stand after the name of what holds it; `null` within them. */
export function jsonBoundPassed(json: JsonBody): Wording | null {
  if (json.ok) return null
  if (json.reason === 'too_deep') return say`is nested deeper than ${jsonDepthMax} levels`
  return json.reason === 'too_wide' ? say`holds more than ${jsonValuesMax} values` : null
}

/** Reads JSON text within the bounds of limits.ts; never throws. */
export function readJsonText(text: string): JsonBody {
  let value: unknown
  let scan: JsonScan
  const passed = boundPassedBy(text)
  if (passed !== null) return { ok: false, reason: passed }
  try {
    value = JSON.parse(text)
    scan = scanJson(text)
  } catch {
    return { ok: false, reason: 'not_json' }
  }
  if (scan.tooDeep) return { ok: false, reason: 'too_deep' }
  if (scan.tooWide) return { ok: false, reason: 'too_wide' }
  return { ok: true, value, duplicates: scan.duplicates }
}

/** Reads the body of an exchange as JSON, whatever its media type says; never throws. */
export function readJsonBody(exchange: Pick<Exchange, 'body' | 'bodyOverflow'>): JsonBody {
  if (exchange.bodyOverflow) return { ok: false, reason: 'too_large' }
  if (exchange.body.length === 0) return { ok: false, reason: 'empty' }
  const text = fromUtf8(exchange.body)
  if (text === null) return { ok: false, reason: 'not_utf8' }
  return readJsonText(text)
}
