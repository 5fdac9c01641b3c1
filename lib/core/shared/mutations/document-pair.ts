import type { StoredEvent } from '../ports/store-types'
import { isObject, type JsonObject } from '../values/json'
import { jsonBytes } from '../values/json-bytes'
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

/** Most bytes of a document that an event keeps; longer ones are told by their differences alone. */
const keptBytesMax = 4096

/** A document that went out as it is kept in an event, with the right one: without secrets, and nothing of long ones. */
export function keptPair(
  { right, sent }: Pick<DocumentPair, 'right' | 'sent'>,
  isSecret: (name: string) => boolean,
): JsonObject {
  const kept = withoutSecrets([right, sent], isSecret, false)
  return kept.some((one) => jsonBytes(one) > keptBytesMax) ? {} : { right: kept[0] ?? null, sent: kept[1] ?? null }
}

/** The documents of a session with the first real ones in place of samples, where its events keep them. */
export function withRealOnes(pairs: readonly DocumentPair[], events: readonly StoredEvent[]): DocumentPair[] {
  return pairs.map((pair) => {
    const first = events.find(({ type, detail }) => type === 'mutations_applied' && detail.target === pair.target)
    const { right, sent } = first?.detail ?? {}
    return isObject(right) && isObject(sent)
      ? { ...pair, right: right as JsonObject, sent: sent as JsonObject, isReal: true }
      : pair
  })
}

/** The same without secret values, for readers of evidence: words say what was there. */
export function redactedPair(pair: DocumentPair, isSecret: (name: string) => boolean): DocumentPair {
  const [right = {}, sent = {}] = withoutSecrets([pair.right, pair.sent], isSecret, isSample(pair))
  return { ...pair, right: right as JsonObject, sent: sent as JsonObject }
}
