import { readPageLink } from './verifier/dc-api/page-link'

/** What a link can ask a wallet to do. */
export type Protocol = 'issuance' | 'presentation'

/**
 * What a link asks for, judged by its parameters, since the user chooses the scheme: a credential offer has its own
 * parameter (OID4VCI-1FINAL-4.1), an authorization request has a client and a request object (OID4VP-1FINAL-5). Without
 * either, the scheme decides. A page that asks through its browser is known by its path. Null when that is unknown too.
 */
export function protocolOf(link: string): Protocol | null {
  if (readPageLink(link) !== null) return 'presentation'
  const [address = '', query = ''] = link.trim().split(/\?(.*)/s)
  const parameters = new URLSearchParams(query.split('#')[0])
  if (parameters.has('credential_offer') || parameters.has('credential_offer_uri')) return 'issuance'
  if (parameters.has('client_id') || parameters.has('request_uri') || parameters.has('request')) return 'presentation'
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase() ?? ''
  if (['openid-credential-offer', 'haip-vci'].includes(scheme)) return 'issuance'
  return ['openid4vp', 'haip-vp'].includes(scheme) ? 'presentation' : null
}
