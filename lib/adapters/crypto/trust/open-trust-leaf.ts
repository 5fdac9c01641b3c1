import { createPublicKey, type KeyObject, type X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import type { Signer } from '@/lib/core/shared/ports/ports'
import { addSeconds, type EpochMillis } from '@/lib/core/shared/time/time'
import { KeyFileError } from '../key-file-error'
import { createKeyFile, parseCertificates, privateKeyFile, readKeyFile, replaceKeyFile } from '../key-files'
import { type CertificateProfile, makeCertificate } from '../make-certificate'
import { hasSubject, isCurrent } from '../open-leaf'
import { belongsTo, certifiedSigner, ownSigner } from '../signer'
import { authorityProfile, trustRenewalSeconds } from './trust-profiles'

/** A self-signed certificate authority of the trust framework. */
export interface Authority {
  /** Used in URLs and file names, e.g. `access-ca`. */
  readonly name: string
  readonly privateKey: KeyObject
  readonly certificate: X509Certificate
}

/**
 * Opens an authority in a directory, `{name}.{key,cert}.pem`, or creates it. The key is created first, so that two
 * processes that start together use the same. Throws KeyFileError when files do not match or it has expired.
 */
export async function openAuthority({
  directory,
  name,
  commonName,
  now,
}: {
  readonly directory: string
  readonly name: string
  readonly commonName: string
  readonly now: EpochMillis
}): Promise<Authority> {
  const privateKey = await privateKeyFile(join(directory, `${name}.key.pem`))
  const path = join(directory, `${name}.cert.pem`)
  const made = () => makeCertificate(privateKey, { privateKey, certificate: null }, authorityProfile(commonName, now))
  const pem = (await readKeyFile(path)) ?? (await createKeyFile(path, (await made()).toString()))
  const [certificate] = parseCertificates(path, pem)
  if (!certificate.ca) throw new KeyFileError(`The certificate in ${path} is not a certificate authority.`)
  if (Date.parse(certificate.validTo) <= now) throw new KeyFileError(`The certificate in ${path} has expired.`)
  if (!certificate.publicKey.equals(createPublicKey(privateKey)))
    throw new KeyFileError(`The certificate ${path} does not belong to the key beside it.`)
  return { name, privateKey, certificate }
}

/** A signer with the private key behind it. */
export interface TrustLeaf {
  readonly key: KeyObject
  readonly signer: Signer
}

/**
 * Opens a signer of the trust framework, `{name}.{key,cert}.pem`. The key is created once. The certificate is reissued
 * for the same key when the authority or the certified names have changed, or when it expires in less than 200 days;
 * without an authority it is self-signed. The operator's own certificate is used unchanged. Throws KeyFileError when
 * files do not match.
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
  /** Whether a certificate has the names that it should. */
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
  // If two processes create the first certificate, both use the winner's.
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
