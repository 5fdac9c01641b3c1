import { join } from 'node:path'
import { type EpochMillis, epochMillis } from '@/lib/core/ground/time/time'
import { parseCertificates } from './certificate-file'
import { leafRenewalSeconds, serverLeafProfile } from './certificate-profiles'
import { isCurrent, namesHost } from './is-current'
import { KeyFileError, readKeyFile, replaceKeyFile } from './key-files'
import { makeCertificate } from './make-certificate'
import type { Root } from './open-root'
import { privateKeyFile } from './private-key-file'

/** The https key and certificate, both as PEM. */
export interface ServerCertificate {
  readonly cert: string
  readonly key: string
}

/**
 * Opens the web server's certificate under the test root, for the service's host. The key is created once. The
 * certificate is reissued for the same key when the host or the root has changed, or when it is about to expire. Throws
 * KeyFileError when the root's key is not available to sign it.
 */
export async function openServerLeaf(request: {
  readonly directory: string
  readonly baseUrl: string
  readonly now: EpochMillis
  readonly root: Root
}): Promise<ServerCertificate> {
  const { directory, baseUrl, now, root } = request
  const privateKey = await privateKeyFile(join(directory, 'server.key.pem'))
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const path = join(directory, 'server.cert.pem')
  const pem = await readKeyFile(path)
  if (pem !== null) {
    const [present] = parseCertificates(path, pem)
    const current = { certificate: present, key: privateKey, root, now, renewalSeconds: leafRenewalSeconds }
    if (isCurrent(current) && namesHost(present, baseUrl)) return { cert: present.toString(), key }
  }
  if (root.privateKey === null) {
    throw new KeyFileError(`The root key ${root.keyPath} is missing, and the web server needs a certificate.`)
  }
  const rootNotAfter = epochMillis(Date.parse(root.certificate.validTo))
  const issuer = { privateKey: root.privateKey, certificate: root.certificate }
  const made = await makeCertificate(privateKey, issuer, serverLeafProfile({ baseUrl, now, rootNotAfter }))
  await replaceKeyFile(path, made.toString())
  return { cert: made.toString(), key }
}
