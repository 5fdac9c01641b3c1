import type { DcqlQuery } from '../../../shared/dcql/dcql-query'
import { isReadFormat } from '../../../shared/formats'
import type { PresentationInput } from '../../../shared/formats/reading-of-presentation'
import { readJwt } from '../../../shared/jose/jwt'
import { isObject } from '../../../shared/values/json'
import { say, type Wording } from '../../../shared/values/wording'
import type { VpTokenReading } from '../read-vp-token'
import type { UnreadPresentation } from './response-reading'

/**
 * Entries for credential queries in unsupported formats. Under an id that matches no understood query, the wallet may
 * have answered one that is not understood; there, only what looks like a known format is examined. A tester's query is
 * never blamed on the wallet. OID4VP-1FINAL-6.1
 */
export function unreadIn({ entries }: Pick<VpTokenReading, 'entries'>, query: DcqlQuery | null): UnreadPresentation[] {
  const because = (queryId: string, text: string | null): Wording | null => {
    const asked = query?.credentials.find(({ id }) => id === queryId)
    if (asked !== undefined)
      return isReadFormat(asked.format) ? null : say`The query asks for ${asked.format}, which is not read here.`
    if (query?.whole) return null
    if (text !== null && (text.includes('~') || looksLikeMdoc(text))) return null
    return say`It matches no query that is understood, and its format is not read here.`
  }
  return entries.flatMap(({ queryId, elements }) =>
    elements.flatMap(({ index, text }) => {
      const reason = because(queryId, text)
      return reason === null ? [] : [{ queryId, index, because: reason }]
    }),
  )
}

/** True if the entry with this query id and index is listed. */
export const isAmong = (unread: readonly UnreadPresentation[], queryId: string, index: number): boolean =>
  unread.some((one) => one.queryId === queryId && one.index === index)

/** Characters sufficient to recognise a presentation's format. */
const toldByMax = 4096

/** True for a string that may be CBOR in base64url. OID4VP-1FINALA-B.2.5 */
export const looksLikeMdoc = (text: string): boolean => /^[A-Za-z0-9_=-]{16,}$/.test(text.slice(0, toldByMax))

/**
 * Other presentations of a response, by text, for mix-ups. Used only for hints, so keys are read on demand, each once.
 */
export function otherPresentations(
  texts: readonly string[],
): (text: string) => Pick<PresentationInput, 'otherForms' | 'otherKeys'> {
  const keys = new Map<string, unknown>()
  const keyOf = (text: string): unknown => {
    if (!keys.has(text)) keys.set(text, confirmedKey(text))
    return keys.get(text)
  }
  return (text) => {
    const others = texts.filter((other) => other !== text)
    const issued = text.slice(0, text.indexOf('~') + 1)
    return {
      otherForms: issued === '' ? [] : others.filter((other) => other.startsWith(issued)),
      otherKeys: () =>
        others.map((other) => ({ name: say`the holder key of another credential in the response`, jwk: keyOf(other) })),
    }
  }
}

/** The `cnf` key of an SD-JWT VC; `undefined` for anything else. RFC7800-3.2 */
function confirmedKey(text: string): unknown {
  const [issuerJwt = ''] = text.split('~', 1)
  const read = readJwt(issuerJwt)
  return read.readable && isObject(read.claims.cnf) ? read.claims.cnf.jwk : undefined
}
