import type { CertificateFacts } from '../ports/certificate-facts'
import type { ReadCertificates } from '../ports/ports'
import { quote } from '../values/wording'

/** Most certificates of one `x5c` that are looked into. */
const certificatesMax = 10

/** Reads an `x5c` header parameter; `null` when it is absent. Never throws. RFC7515-4.1.6 */
export function readX5c(value: unknown, readCertificates: ReadCertificates): CertificateFacts | null {
  if (value === undefined) return null
  const unreadable = (reason: string, count: number): CertificateFacts => ({
    readable: false,
    reason: quote(reason),
    count,
  })
  if (!Array.isArray(value)) return unreadable('The parameter is not an array.', 0)
  if (value.length === 0) return unreadable('The array is empty.', 0)
  if (value.length > certificatesMax)
    return unreadable(`There are more than ${certificatesMax} certificates.`, value.length)
  const texts = value.filter((entry): entry is string => typeof entry === 'string')
  if (texts.length < value.length) return unreadable('An entry is not a string.', value.length)
  return readCertificates(texts)
}
