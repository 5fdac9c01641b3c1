import type { KeyObject, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { addSeconds, type EpochMillis } from '@/lib/core/time'
import { hostOf } from './certificate-profiles'
import { belongsTo } from './certified-signer'
import type { DistinguishedName } from './make-certificate'
import type { Root } from './open-root'

/** True for a leaf over this key that the root issued, that is valid now, and that need not be renewed yet. */
export const isCurrent = ({
  certificate,
  key,
  root,
  now,
  renewalSeconds,
}: {
  readonly certificate: X509Certificate
  readonly key: KeyObject
  readonly root: Root
  readonly now: EpochMillis
  readonly renewalSeconds: number
}): boolean =>
  belongsTo(certificate, key) &&
  certificate.checkIssued(root.certificate) &&
  certificate.verify(root.certificate.publicKey) &&
  Date.parse(certificate.validFrom) <= now &&
  addSeconds(now, renewalSeconds) <= Date.parse(certificate.validTo)

/** True for a certificate with exactly this subject, as we make them; one with another is somebody's own. */
export const hasSubject = (certificate: X509Certificate, subject: DistinguishedName): boolean =>
  certificate.subject === subject.map(([type, value]) => `${type}=${value}`).join('\n')

/** True for a certificate that names the host of the service, by address where it is one. */
export function namesHost(certificate: X509Certificate, baseUrl: string): boolean {
  const host = hostOf(baseUrl)
  return (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined
}
