import { readJsonText } from '../../../http/read-json'
import { isObject } from '../../../values/json'
import { disclosuresMax } from './read-numeric-date'
import type { SdJwtShape } from './sd-jwt-vc-reading'

/** A presentation split at its tildes. */
export interface SplitPresentation {
  readonly shape: SdJwtShape
  readonly issuerJwt: string
  readonly disclosures: readonly string[]
  /** Empty without a Key Binding JWT. */
  readonly kbJwt: string
  /** The input of `sd_hash`: everything up to and including the last tilde. RFC9901-4.3.1 */
  readonly sdJwt: string
}

/**
 * Splits a presentation. Empty Disclosures are left out and reported. Never throws. RFC9901-4
 * @param most - Disclosures to read
 */
export function splitPresentation(text: string, most = disclosuresMax): SplitPresentation {
  const lastTilde = text.lastIndexOf('~')
  const sdJwt = text.slice(0, lastTilde + 1)
  const middle = lastTilde < 0 ? [] : sdJwt.slice(0, -1).split('~', most + 2)
  const [issuerJwt = text, ...all] = middle
  const considered = all.slice(0, most)
  return {
    shape: {
      kind:
        lastTilde >= 0 && issuerJwt.split('.', 4).length === 3
          ? 'compact'
          : isJsonSerialisation(text)
            ? 'json_serialisation'
            : 'other',
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is the whole of ASCII.
      ascii: /^[\x00-\x7f]*$/.test(text),
      parts: lastTilde < 0 ? 1 : middle.length + 1,
      emptyDisclosures: considered.flatMap((part, place) => (part === '' ? [place] : [])),
      tooMany: all.length > most,
      endsWithTilde: text.endsWith('~'),
    },
    issuerJwt,
    disclosures: considered.filter((part) => part !== ''),
    kbJwt: lastTilde < 0 ? '' : text.slice(lastTilde + 1),
    sdJwt,
  }
}

/** RFC9901-8 */
function isJsonSerialisation(text: string): boolean {
  if (!text.startsWith('{')) return false
  const json = readJsonText(text)
  return json.ok && isObject(json.value) && Object.hasOwn(json.value, 'payload')
}
