import { WalletStop } from '../../errors'
import { isObject } from '../../json'

/** The protocols that this wallet supports through a browser (OID4VP-1FINALA-A.1, ISO18013-7-C). */
export const browserProtocols = [
  'openid4vp-v1-unsigned',
  'openid4vp-v1-signed',
  'openid4vp-v1-multisigned',
  'org-iso-mdoc',
] as const

export type BrowserProtocol = (typeof browserProtocols)[number]

/** One entry of a browser request. */
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
 * The first supported entry, or that of the wanted protocol; null if there is none, as a platform would then find no
 * wallet.
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

/** A verifier's page that uses the browser, and its addresses. */
export interface PageLink {
  /** Origin of the page, as the platform tells a wallet (OID4VP-1FINALA-A.2). */
  origin: string
  /** Where the page gets its request for the browser. */
  requestUrl: string
  /** Where the page posts the browser's result. */
  resultUrl: string
  /** Where a wallet without a browser would post a response of the same session. */
  responseUrl: string
}

/** The page that a link opens; null for any other link. */
export function readPageLink(link: string): PageLink | null {
  const url = URL.canParse(link.trim()) ? new URL(link.trim()) : null
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  const [, base, id] = /^(.*)\/present\/([0-9a-zA-Z-]+)\/?$/.exec(url.pathname) ?? []
  if (base === undefined || id === undefined) return null
  const session = `${url.origin}${base}/openid4vp/sessions/${id}`
  return {
    origin: url.origin,
    requestUrl: `${session}/dc-api`,
    resultUrl: `${session}/dc-api/result`,
    responseUrl: `${session}/response`,
  }
}
