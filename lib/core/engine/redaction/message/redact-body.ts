import { readJsonText } from '../../../ground/http/read-json'
import type { PausableWork } from '../../../ground/time/pausable-work'
import { fromUtf8 } from '../../../ground/values/base64url'
import type { Json, JsonObject } from '../../../ground/values/json'
import type { Names } from '../names/names'
import { isJson } from '../names/own-members'
import type { Place } from '../place'
import type { Redaction } from '../redaction'
import { isCompactToken } from '../tokens/token-text'
import { boundValues } from '../values/bound-values'
import { redactSensitiveText, redactUnknown } from '../values/redact-sensitive'
import { redactVisible } from '../values/redact-text'
import { memberInSteps } from './redact-json'
import { looksLikeForm, parametersInSteps } from './redact-parameters'

/** A body as received. `bytes` is null if it exceeded the limit and only its length is known. Lengths in bytes. */
export interface BodyInput {
  readonly bytes: Uint8Array | null
  readonly length: number
  readonly contentType: string | null
  /** Its JSON value, if already parsed. */
  readonly json?: Json
}

/**
 * Redacts a body by its content, whatever type it declares: a token, JSON or a form. Anything else is never kept as
 * text, only as `{unparsed, length, content_type}`. `null` for no body. Never throws. Works in steps, like
 * memberInSteps.
 */
export function* redactBody(input: BodyInput, place: Place, redaction: Redaction): PausableWork<Json> {
  if (input.length === 0) return null
  const text = input.bytes && fromUtf8(input.bytes)
  if (text === null) return unparsed(input, redaction.profile.names)
  const mediaType = (input.contentType?.split(';', 1)[0] ?? '').trim().toLowerCase()
  if (/^application\/(?:[\w.-]+\+)?jwt$/.test(mediaType) || isCompactToken(text))
    return redactSensitiveText('', text.trim(), place, redaction)
  const value = input.json ?? parsed(text)
  if (isJson(value)) return yield* redactJson(value, place, redaction)
  if (/^\s*[{["]/.test(text)) return unparsed(input, redaction.profile.names)
  const isForm = mediaType === 'application/x-www-form-urlencoded' || looksLikeForm(text, redaction.profile.names)
  return isForm ? yield* parametersInSteps(text.trim(), place, redaction) : unparsed(input, redaction.profile.names)
}

/** `undefined` for what is not JSON. */
function parsed(text: string): unknown {
  const read = readJsonText(text)
  return read.ok ? read.value : undefined
}

/** Redacts a body that is already a JSON value, in the same steps. */
export function* redactJson(value: Json, place: Place, redaction: Redaction): PausableWork<Json> {
  if (typeof value === 'number') return redactUnknown(value, redaction)
  return yield* memberInSteps('', boundValues(value), place, redaction)
}

/** What to keep of an unreadable body: none of its content. `length` in bytes. */
export const unparsed = (
  { length, contentType }: Pick<BodyInput, 'length' | 'contentType'>,
  names: Names,
): JsonObject => ({
  unparsed: true,
  length,
  content_type: contentType === null ? null : redactVisible(contentType, names).slice(0, 256),
})
