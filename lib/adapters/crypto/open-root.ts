import { createPublicKey, type KeyObject, type X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import type { EpochMillis } from '@/lib/core/ground/time/time'
import { parseCertificates } from './certificate-file'
import { rootProfile } from './certificate-profiles'
import { createKeyFile, KeyFileError, readKeyFile } from './key-files'
import { makeCertificate } from './make-certificate'
import { presentPrivateKeyFile, privateKeyFile } from './private-key-file'

/** The installation's test root. */
export interface Root {
  readonly certificate: X509Certificate
  /** `null` if the operator installed their own root and keeps its key elsewhere. */
  readonly privateKey: KeyObject | null
  readonly keyPath: string
}

/**
 * Opens the root in this directory, or creates one. The key is created first, so that a second process uses the same
 * key.
 */
export async function openRoot(directory: string, now: EpochMillis): Promise<Root> {
  const keyPath = join(directory, 'root-ca.key.pem')
  const path = join(directory, 'root-ca.cert.pem')
  const present = await readKeyFile(path)
  const privateKey = present === null ? await privateKeyFile(keyPath) : await presentPrivateKeyFile(keyPath)
  const pem = present ?? (await createKeyFile(path, await newRootPem(await privateKeyFile(keyPath), now)))
  const [certificate] = parseCertificates(path, pem)
  if (!certificate.ca) throw new KeyFileError(`The certificate in ${path} is not a certificate authority.`)
  if (Date.parse(certificate.validTo) <= now) throw new KeyFileError(`The root certificate in ${path} has expired.`)
  if (privateKey !== null && !certificate.publicKey.equals(createPublicKey(privateKey))) {
    throw new KeyFileError(`The root certificate ${path} does not belong to the key ${keyPath}.`)
  }
  return { certificate, privateKey, keyPath }
}

const newRootPem = async (privateKey: KeyObject, now: EpochMillis): Promise<string> =>
  (await makeCertificate(privateKey, { privateKey, certificate: null }, rootProfile(now))).toString()
