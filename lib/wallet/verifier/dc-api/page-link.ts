/** The page of a verifier that asks through its browser, and the addresses that belong to it. */
export interface PageLink {
  /** Of the page, as the platform tells a wallet (OID4VP-1FINALA-A.2). */
  origin: string
  /** Where the page gets the request that it hands to the browser. */
  requestUrl: string
  /** Where the page posts what the browser gave it. */
  resultUrl: string
  /** Where a wallet would post a response of the same session that no browser carries. */
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
