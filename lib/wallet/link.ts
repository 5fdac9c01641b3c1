/** The two things that a link can ask a wallet for. */
export type Protocol = 'issuance' | 'presentation'

/**
 * What a link asks for, by its parameters, since schemes are the user's choice: a credential offer names itself
 * (OID4VCI-1FINAL-4.1), an authorization request has a client and a request object (OID4VP-1FINAL-5). A link without
 * either is told by its scheme, and null when that says nothing.
 */
export function protocolOf(link: string): Protocol | null {
  const [address = '', query = ''] = link.trim().split(/\?(.*)/s)
  const parameters = new URLSearchParams(query.split('#')[0])
  if (parameters.has('credential_offer') || parameters.has('credential_offer_uri')) return 'issuance'
  if (parameters.has('client_id') || parameters.has('request_uri') || parameters.has('request')) return 'presentation'
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase() ?? ''
  if (['openid-credential-offer', 'haip-vci'].includes(scheme)) return 'issuance'
  return ['openid4vp', 'haip-vp'].includes(scheme) ? 'presentation' : null
}
