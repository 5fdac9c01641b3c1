import type { Redaction } from '../../engine/redaction/redaction'
import { isUnmistakableToken } from '../../engine/redaction/tokens/token-text'
import { hideUnknown } from '../../engine/redaction/values/hide-value'
import { scrubVisible } from '../../engine/redaction/values/scrub-text'
import type { Json } from '../../ground/values/json'

/** Longest text of a claim that is shown: an issuer, a type, a hash. */
const charactersMax = 512

/** A claim that is evidence, shown where it is the text that it should be; anything else is hidden. */
export function showText(value: Json, redaction: Redaction): Json {
  if (typeof value !== 'string' || value.length > charactersMax || isUnmistakableToken(value)) {
    return hideUnknown(value, redaction)
  }
  return scrubVisible(value, redaction.profile.names)
}

/** showText for a claim that may be one text or a list of texts. */
export const showTexts = (value: Json, redaction: Redaction): Json =>
  Array.isArray(value) ? value.map((item) => showText(item, redaction)) : showText(value, redaction)

/** A claim that is evidence, shown where it is the number that it should be. */
export const showNumber = (value: Json, redaction: Redaction): Json =>
  typeof value === 'number' ? value : hideUnknown(value, redaction)
