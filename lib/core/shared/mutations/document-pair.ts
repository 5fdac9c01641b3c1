import type { JsonObject } from '../values/json'
import { withoutSecrets } from './differences'
import type { MutationTarget } from './mutation'

/** A document as it would be right, and as a wallet gets it; the same where no operation aims at it. */
export interface DocumentPair {
  readonly target: Exclude<MutationTarget, 'signature'>
  /** Of a browser request with several entries. */
  readonly entry?: number
  readonly right: JsonObject
  readonly sent: JsonObject
}

const later: readonly DocumentPair['target'][] = [
  'request_response',
  'response',
  'token_response',
  'credential_response',
]

/** Whether a document depends on what the wallet does, so that a sample stands for it. */
export const isSample = ({ target }: Pick<DocumentPair, 'target'>): boolean => later.includes(target)

/** The same without secret values, for readers of evidence: words say what was there. */
export function redactedPair(pair: DocumentPair, isSecret: (name: string) => boolean): DocumentPair {
  const [right = {}, sent = {}] = withoutSecrets([pair.right, pair.sent], isSecret, isSample(pair))
  return { ...pair, right: right as JsonObject, sent: sent as JsonObject }
}
