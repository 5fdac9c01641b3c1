import { createPublicKey, type KeyObject, type X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import type { EpochMillis } from '@/lib/core/ground/time/time'
import { parseCertificates } from '../certificate-file'
import { createKeyFile, KeyFileError, readKeyFile } from '../key-files'
import { makeCertificate } from '../make-certificate'
import { privateKeyFile } from '../private-key-file'
import { authorityProfile } from './trust-profiles'

/** A certificate authority of the trust framework, which signs itself. */
export interface Authority {
  /** As in addresses and names of files, e.g. `access-ca`. */
  readonly name: string
  readonly privateKey: KeyObject
  readonly certificate: X509Certificate
}

/**
 * Opens the authority of this name in a directory, `{name}.{key,cert}.pem`, or makes one. The key is made first, so that
 * of two processes that do so together both use the same. Throws KeyFileError when files do not match or it has expired.
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
