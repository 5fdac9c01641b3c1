import { defineCheck, notObserved, pass, violated } from '../../check'

/** How a request came: the TLS version by its name in the protocol, `null` where nobody can tell. */
export interface TransportSubject {
  readonly tlsVersion: string | null
}

/** BCP 195 (RFC 9325 section 3.1.1) has 1.2 as the least and prefers 1.3. */
const goodVersions = ['TLSv1.2', 'TLSv1.3']

export const transportTls = defineCheck<TransportSubject>('vci.transport.tls', {
  title: 'The request comes by TLS 1.2 or newer',
  clauses: ['OID4VCI-1FINAL-13.9', 'FAPI2-SP-FINAL-5.2.1'],
  level: 'info',
  why: 'Older versions of TLS can be broken, and tokens travel in these requests. Seen where this service ends TLS itself, or a trusted proxy names the version in X-Ssl-Protocol or X-Amzn-Tls-Version.',
  hint: 'Let the HTTP library of the wallet offer TLS 1.2 and 1.3 and nothing older, as BCP 195 asks.',
  run: ({ tlsVersion }) => {
    if (tlsVersion === null) return notObserved('Neither this service nor a trusted proxy saw the TLS of this request.')
    if (goodVersions.includes(tlsVersion)) return pass(tlsVersion)
    return violated({ expected: 'TLSv1.2 or TLSv1.3', actual: tlsVersion })
  },
})
