import type { StoredEvent } from '../ports/store-types'
import { isObject, type Json, type JsonObject } from '../values/json'
import { jsonBytes } from '../values/json-bytes'
import { cutPair } from './cut-pair'
import { withoutSecrets } from './differences'
import type { MutationTarget } from './mutation'

/** A document as it would be right, and as a wallet gets it; the same where no operation aims at it. */
export interface DocumentPair {
  readonly target: Exclude<MutationTarget, 'signature'>
  /** Of a browser request with several entries. */
  readonly entry?: number
  readonly right: JsonObject
  readonly sent: JsonObject
  /** It is the first that really went out, in place of a sample; as it is kept, without secrets. */
  readonly isReal?: true
  /** It is too long to be kept whole, and cut around what was changed. */
  readonly isCut?: true
}

const later: readonly DocumentPair['target'][] = [
  'request_response',
  'response',
  'token_response',
  'credential_response',
]

/** Whether a document depends on what the wallet does, so that a sample stands for it until the real one went out. */
export const isSample = ({ target, isReal }: Pick<DocumentPair, 'target' | 'isReal'>): boolean =>
  later.includes(target) && isReal !== true

/** Most bytes of a document that an event keeps; longer ones are cut around what was changed. A request with certificates has some 8,000. */
const keptBytesMax = 16_384

/**
 * A document that went out as it is kept in an event, with the right one: without secrets, long ones cut, and nothing
 * of those that are too long even so, e.g. by a thousand changes.
 */
export function keptPair(
  { right, sent }: Pick<DocumentPair, 'right' | 'sent'>,
  isSecret: (name: string) => boolean,
): JsonObject {
  const [before = null, after = null] = withoutSecrets([right, sent], isSecret, false)
  if (fits(before, after)) return { right: before, sent: after }
  const [cutBefore, cutAfter] = cutPair(before, after)
  return fits(cutBefore, cutAfter) ? { right: cutBefore, sent: cutAfter, cut: true } : {}
}

const fits = (...documents: readonly Json[]): boolean => documents.every((one) => jsonBytes(one) <= keptBytesMax)

/**
 * The documents of a session with the first real ones in place of samples. Where an event keeps none, as it was too long,
 * there is none to show: a sample would pass for what was sent.
 */
export function withRealOnes(pairs: readonly DocumentPair[], events: readonly StoredEvent[]): DocumentPair[] {
  return pairs.flatMap((pair): DocumentPair[] => {
    const first = events.find(({ type, detail }) => type === 'mutations_applied' && detail.target === pair.target)
    if (first === undefined) return [pair]
    const { right, sent, cut } = first.detail
    return isObject(right) && isObject(sent)
      ? [
          {
            ...pair,
            right: right as JsonObject,
            sent: sent as JsonObject,
            isReal: true,
            ...(cut === true ? { isCut: true } : {}),
          },
        ]
      : []
  })
}

/** The same without secret values, for readers of evidence: words say what was there. */
export function redactedPair(pair: DocumentPair, isSecret: (name: string) => boolean): DocumentPair {
  const [right = {}, sent = {}] = withoutSecrets([pair.right, pair.sent], isSecret, isSample(pair))
  return { ...pair, right: right as JsonObject, sent: sent as JsonObject }
}
