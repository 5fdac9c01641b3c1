import { defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'

/** How a request arrived: the TLS version by its protocol name, `null` if unknown. */
export interface TransportSubject {
  readonly tlsVersion: string | null
}

/** BCP 195 (RFC 9325 section 3.1.1) requires at least 1.2 and prefers 1.3. */
const goodVersions = ['TLSv1.2', 'TLSv1.3']

export const transportTls = defineCheck<TransportSubject>('vci.transport.tls', {
  title: 'Request uses TLS 1.2 or newer',
  problem: 'The request uses a TLS version older than 1.2',
  clauses: ['OID4VCI-1FINAL-13.9', 'FAPI2-SP-FINAL-5.2.1'],
  level: 'info',
  why: 'Older TLS versions can be broken, and these requests carry tokens. Observed if this service terminates TLS itself, or a trusted proxy reports the version in X-Ssl-Protocol or X-Amzn-Tls-Version.',
  hint: "Configure the wallet's HTTP library for TLS 1.2 and 1.3 only, as BCP 195 requires.",
  run: ({ tlsVersion }) => {
    if (tlsVersion === null)
      return notObserved(say`Neither this service nor a trusted proxy saw the TLS of this request.`)
    if (goodVersions.includes(tlsVersion)) return pass(quote(tlsVersion))
    return violated({ expected: say`TLSv1.2 or TLSv1.3`, actual: quote(tlsVersion) })
  },
})
