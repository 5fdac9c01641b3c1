import { bytesOf, itemsOf } from '../../../cbor/cbor-item'
import type { ReadCertificates } from '../../../ports/ports'
import type { EpochMillis } from '../../../time/time'
import { toBase64 } from '../../../values/base64'
import { readIssuerChain } from '../../sd-jwt-vc/read-presentation/read-issuer-chain'
import type { X5chainReading } from './mso-mdoc-reading'
import type { CoseParts } from './read-cose'

/** Reads the certificates of a COSE header; `null` without one. Never throws. RFC9360-2 */
export function readX5chain(
  x5chain: CoseParts['x5chain'],
  { now, readCertificates }: { readonly now: EpochMillis; readonly readCertificates: ReadCertificates },
): X5chainReading | null {
  if (x5chain === null) return null
  const { item, header } = x5chain
  const entries = item.kind === 'bytes' ? [item] : (itemsOf(item) ?? [])
  const x5c = entries.map((entry) => {
    const bytes = bytesOf(entry)
    return bytes && toBase64(bytes)
  })
  const chain = readIssuerChain({ header: { x5c }, claims: null, now, readCertificates })
  return chain && { ...chain, form: item.kind === 'bytes' || item.kind === 'array' ? item.kind : 'other', header }
}
