import { WalletStop } from '../../errors'
import { isObject } from '../../json'

/** The protocols that this wallet answers through a browser (OID4VP-1FINALA-A.1, ISO18013-7-C). */
export const browserProtocols = [
  'openid4vp-v1-unsigned',
  'openid4vp-v1-signed',
  'openid4vp-v1-multisigned',
  'org-iso-mdoc',
] as const

export type BrowserProtocol = (typeof browserProtocols)[number]

/** One entry of a request that a browser carries. */
export interface RequestEntry {
  protocol: BrowserProtocol
  data: unknown
}

/**
 * The protocols that a request names, in order.
 *
 * @param digital - the member `digital` of the options of `navigator.credentials.get()`
 */
export const protocolsIn = (digital: unknown): string[] =>
  entriesIn(digital).flatMap(({ protocol }) => (typeof protocol === 'string' ? protocol : []))

/**
 * The first entry that the wallet knows, or that of the wanted protocol; null when there is none, as a platform finds no wallet then.
 *
 * @throws WalletStop when the wanted protocol is not there
 */
export function chooseEntry(digital: unknown, wanted: string | null): RequestEntry | null {
  for (const { protocol, data } of entriesIn(digital)) {
    const known = browserProtocols.find((one) => one === protocol)
    if (known !== undefined && (wanted === null || wanted === known)) return { protocol: known, data }
  }
  if (wanted !== null) throw new WalletStop(`The request has no entry for ${wanted}`)
  return null
}

function entriesIn(digital: unknown): { protocol?: unknown; data?: unknown }[] {
  const requests = isObject(digital) ? digital.requests : null
  return Array.isArray(requests) ? requests.filter(isObject) : []
}
