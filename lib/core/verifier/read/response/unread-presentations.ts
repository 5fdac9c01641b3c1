import type { DcqlQuery } from '../../../ground/dcql/dcql-query'
import { isReadFormat } from '../../../ground/formats'
import { say, type Wording } from '../../../ground/values/wording'
import type { VpTokenReading } from '../vp-token-reading'
import type { UnreadPresentation } from './response-reading'

/**
 * The entries for credential queries whose format is not supported. Under an id that matches no understood query, the
 * wallet may have answered one that is not understood: there, only what looks like a known format is examined. What the
 * tester asked for is never the wallet's error. OID4VP-1FINAL-6.1
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

/** True for the entry with this query id and index. */
export const isAmong = (unread: readonly UnreadPresentation[], queryId: string, index: number): boolean =>
  unread.some((one) => one.queryId === queryId && one.index === index)

/** How many characters are enough to recognise the format of a presentation. */
const toldByMax = 4096

/** True for a string that may be CBOR in base64url. OID4VP-1FINALA-B.2.5 */
export const looksLikeMdoc = (text: string): boolean => /^[A-Za-z0-9_=-]{16,}$/.test(text.slice(0, toldByMax))
