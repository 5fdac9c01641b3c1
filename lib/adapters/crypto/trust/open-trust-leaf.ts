import type { KeyObject, X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import type { Signer } from '@/lib/core/ground/ports/ports'
import { addSeconds, type EpochMillis } from '@/lib/core/ground/time/time'
import { parseCertificates } from '../certificate-file'
import { belongsTo, certifiedSigner, ownSigner } from '../certified-signer'
import { hasSubject, isCurrent } from '../is-current'
import { createKeyFile, readKeyFile, replaceKeyFile } from '../key-files'
import { type CertificateProfile, makeCertificate } from '../make-certificate'
import { privateKeyFile } from '../private-key-file'
import type { Authority } from './open-authority'
import { trustRenewalSeconds } from './trust-profiles'

/** A signer with the private key behind it. */
export interface TrustLeaf {
  readonly key: KeyObject
  readonly signer: Signer
}

/**
 * Opens a signer of the trust framework, `{name}.{key,cert}.pem`. The key is made once. Its certificate is made again for
 * the same key when the authority or what it names has changed, or when it expires in less than 200 days; without an
 * authority it signs itself. The operator's own certificate is used unchanged. Throws KeyFileError when files do not
 * match.
 */
export async function openTrustLeaf({
  directory,
  name,
  authority,
  profile,
  isStillRight = () => true,
  now,
}: {
  readonly directory: string
  readonly name: string
  readonly authority: Authority | null
  readonly profile: CertificateProfile
  /** Whether a certificate names what it should. */
  readonly isStillRight?: (certificate: X509Certificate) => boolean
  readonly now: EpochMillis
}): Promise<TrustLeaf> {
  const key = await privateKeyFile(join(directory, `${name}.key.pem`))
  const path = join(directory, `${name}.cert.pem`)
  const pem = await readKeyFile(path)
  const chain = pem === null ? null : parseCertificates(path, pem)
  if (chain !== null && !hasSubject(chain[0], profile.subject))
    return { key, signer: ownSigner({ path, chain, key, now }) }
  const present = chain?.[0] ?? null
  if (present !== null && isUpToDate(present, key, authority, now) && isStillRight(present))
    return { key, signer: certifiedSigner(key, [present]) }
  const issuer = authority ?? { privateKey: key, certificate: null }
  const made = (await makeCertificate(key, issuer, profile)).toString()
  // Of two processes that make the first one together, both use the winner's.
  const kept = present === null ? await createKeyFile(path, made) : made
  if (present !== null) await replaceKeyFile(path, made)
  return { key, signer: certifiedSigner(key, [parseCertificates(path, kept)[0]]) }
}

function isUpToDate(
  certificate: X509Certificate,
  key: KeyObject,
  authority: Authority | null,
  now: EpochMillis,
): boolean {
  if (authority !== null)
    return isCurrent({ certificate, key, root: authority, now, renewalSeconds: trustRenewalSeconds })
  return belongsTo(certificate, key) && addSeconds(now, trustRenewalSeconds) <= Date.parse(certificate.validTo)
}
