import { decidedBy, defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import type { SessionEvidence } from '../../../engine/sessions/session-evidence'
import type { StoredExchange } from '../../../ground/ports/store-types'
import { isObject, type Json } from '../../../ground/values/json'
import { say } from '../../../ground/values/wording'

const attestationHeaders = ['oauth-client-attestation', 'oauth-client-attestation-pop']
/** Proxies and servers commonly accept at most 8 kB of header fields. */
const charactersMax = 8 * 1024

/** Length of a header value as received; redaction keeps it. A header sent twice has an array of values. */
const lengthOf = (value: Json | undefined): number => {
  if (typeof value === 'string') return value.length
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + lengthOf(one), 0)
  return isObject(value) && typeof value.length === 'number' ? value.length : 0
}

const sizeOf = ({ headers }: StoredExchange): number =>
  attestationHeaders.reduce((sum, name) => sum + lengthOf(headers[name]), 0)

export const transportHeaderSize = defineCheck<SessionEvidence>('vci.transport.header_size', {
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
})
