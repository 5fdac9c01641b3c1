import type { KeyObject, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { addSeconds, type EpochMillis } from '@/lib/core/ground/time/time'
import { hostOf } from './certificate-profiles'
import { belongsTo } from './certified-signer'
import type { DistinguishedName } from './make-certificate'
import type { Root } from './open-root'

/** Whether a leaf is for this key, was issued by the root, is valid now, and is not due for renewal. */
export const isCurrent = ({
  certificate,
  key,
  root,
  now,
  renewalSeconds,
}: {
  readonly certificate: X509Certificate
  readonly key: KeyObject
  readonly root: Pick<Root, 'certificate'>
  readonly now: EpochMillis
  readonly renewalSeconds: number
}): boolean =>
  belongsTo(certificate, key) &&
  certificate.checkIssued(root.certificate) &&
  certificate.verify(root.certificate.publicKey) &&
  Date.parse(certificate.validFrom) <= now &&
  addSeconds(now, renewalSeconds) <= Date.parse(certificate.validTo)

/** Whether a certificate has exactly this subject, which marks it as ours; any other belongs to the operator. */
export const hasSubject = (certificate: X509Certificate, subject: DistinguishedName): boolean =>
  certificate.subject === subject.map(([type, value]) => `${namedByNode[type] ?? type}=${value}`).join('\n')

/** Parts of a name that Node calls by a word of its own, by what profiles call them. */
const namedByNode: Readonly<Record<string, string>> = { '2.5.4.97': 'organizationIdentifier' }

/** Whether a certificate names the host of the service, as an IP address if it is one. */
export function namesHost(certificate: X509Certificate, baseUrl: string): boolean {
  const host = hostOf(baseUrl)
  return (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined
}
