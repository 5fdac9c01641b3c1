import { area, of } from '../../engine/checks/area'
import { decidedBy, notObserved, pass, violated } from '../../engine/checks/check'
import {
  isServed,
  offerGone,
  type UnservedSubject,
  unservedReasons,
  verifierAddress,
} from '../../engine/judgements/unserved'
import type { SessionEvidence } from '../../engine/sessions/session-evidence'
import type { StoredExchange } from '../../shared/ports/store-types'
import { isObject, type Json } from '../../shared/values/json'
import { quote, say } from '../../shared/values/wording'

const attestationHeaders = ['oauth-client-attestation', 'oauth-client-attestation-pop']

/** Proxies and servers commonly accept up to 8 kB of header fields. */
const charactersMax = 8 * 1024

/** Length of a header value as received; redaction keeps it. A repeated header is an array of values. */
const lengthOf = (value: Json | undefined): number => {
  if (typeof value === 'string') return value.length
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + lengthOf(one), 0)
  return isObject(value) && typeof value.length === 'number' ? value.length : 0
}

const sizeOf = ({ headers }: StoredExchange): number =>
  attestationHeaders.reduce((sum, name) => sum + lengthOf(headers[name]), 0)

/** The connection of a request: TLS version by protocol name, `null` if unknown. */
export interface TransportSubject {
  readonly tlsVersion: string | null
}

/** BCP 195 (RFC 9325 section 3.1.1) requires at least 1.2 and prefers 1.3. */
const goodVersions = ['TLSv1.2', 'TLSv1.3']

export const transportSession = area(
  'vci.transport',
  { subject: of<SessionEvidence>() },
  {
    header_size: {
      title: 'Attestation headers stay below 8 kB',
      problem: 'The attestation headers are 8 kB or larger',
      clauses: ['ABCA-10.4'],
      level: 'info',
      why: 'Many servers and proxies refuse a request whose header fields are longer than that, without saying why.',
      hint: 'Shorten the certificate chain and the claims of the client attestation until both headers fit into 8 kB.',
      run: ({ exchanges }) => {
        const sized = exchanges
          .filter(({ origin, headers }) => origin === 'wallet' && attestationHeaders.some((name) => name in headers))
          .map((exchange) => ({ exchange, size: sizeOf(exchange) }))
          .sort((a, b) => b.size - a.size)
        const [largest] = sized
        if (largest === undefined) return notObserved(say`No attestation header was sent.`)
        const { exchange, size } = largest
        if (size < charactersMax) return decidedBy(exchange, pass(say`${size} characters`))
        return decidedBy(
          exchange,
          violated({ expected: say`fewer than ${charactersMax} characters`, actual: say`${size} characters` }),
        )
      },
    },
  },
)

/** Checks of the connection; they judge every wallet request and refuse none. */
export const transportChecks = Object.values(
  area(
    'vci.transport',
    { subject: of<TransportSubject>() },
    {
      tls: {
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
      },
    },
  ),
)

/** Checks of requests that no rule of an endpoint refused. */
export const servedChecks = Object.values(
  area(
    'vci.transport',
    { subject: of<UnservedSubject>() },
    {
      served: {
        title: 'Request is one that its address takes',
        reasons: { ...unservedReasons('the metadata of the issuer'), ...offerGone, ...verifierAddress },
        clauses: ['RFC9110-15.5'],
        level: 'info',
        why: 'Before any rule of a flow is asked, a request needs an address that exists, a method that it takes, and a size that it can hold.',
        run: isServed,
      },
    },
  ),
)
