import type { KeyObject, X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { unfitLeaf } from '@/lib/core/campaigns/bundle/signer-certificates'
import type { Clock, StatementSigner } from '@/lib/core/shared/ports/ports'
import { type EpochMillis, epochMillis } from '@/lib/core/shared/time/time'
import { leafRenewalSeconds, statementLeafProfile, statementSubject } from './certificate-profiles'
import { KeyFileError } from './key-file-error'
import { parseCertificates, privateKeyFile, readKeyFile, replaceKeyFile } from './key-files'
import { makeCertificate } from './make-certificate'
import { hasSubject, isCurrent, onceOpened, type Root, splitAlternativeNames } from './open-leaf'
import { certifiedSigner, ownSigner } from './signer'

interface Request {
  readonly directory: string
  readonly baseUrl: string
  readonly root: Root
  readonly now: Clock
}

/**
 * The signer of evidence bundles, opened on first use: `statement.pem` holds its key, `statement.cert.pem` its
 * certificate under the root. The certificate is reissued for the same key when the service's URL or the root has
 * changed, or when it is about to expire. The operator's own certificate is used unchanged; its file ends with its
 * root. `null` if the root's key is kept elsewhere. Throws KeyFileError when files do not match.
 */
export function openStatementSigner(request: Request): () => Promise<StatementSigner | null> {
  return onceOpened(() => open(request, request.now()))
}

async function open({ directory, baseUrl, root }: Request, now: EpochMillis): Promise<StatementSigner | null> {
  const path = join(directory, 'statement.cert.pem')
  const pem = await readKeyFile(path)
  if (pem === null && root.privateKey === null) return null
  const key = await privateKeyFile(join(directory, 'statement.pem'))
  const chain = pem === null ? null : parseCertificates(path, pem)
  if (chain !== null && !hasSubject(chain[0], statementSubject)) return openOwn({ path, chain, key, now, baseUrl })
  const rootPem = root.certificate.toString()
  if (chain !== null && isUpToDate(chain[0], { key, root, now, baseUrl }))
    return { signer: certifiedSigner(key, [chain[0]]), rootPem }
  if (root.privateKey === null) return null
  const rootNotAfter = epochMillis(Date.parse(root.certificate.validTo))
  const issuer = { privateKey: root.privateKey, certificate: root.certificate }
  const certificate = await makeCertificate(key, issuer, statementLeafProfile({ baseUrl, now, rootNotAfter }))
  await replaceKeyFile(path, certificate.toString())
  return { signer: certifiedSigner(key, [certificate]), rootPem }
}

function openOwn({
  path,
  chain,
  key,
  now,
  baseUrl,
}: {
  readonly path: string
  readonly chain: readonly X509Certificate[]
  readonly key: KeyObject
  readonly now: EpochMillis
  readonly baseUrl: string
}): StatementSigner {
  const root = chain.at(-1)
  if (root === undefined || chain.length < 2 || !root.verify(root.publicKey))
    throw new KeyFileError(`${path} does not end with the root certificate that readers of bundles know.`)
  const unfit = unfitLeaf(chain[0]?.raw ?? new Uint8Array(), baseUrl)
  if (unfit !== null) throw new KeyFileError(`The certificate in ${path} ${unfit}.`)
  return { signer: ownSigner({ path, chain, key, now }), rootPem: root.toString() }
}

const isUpToDate = (
  certificate: X509Certificate,
  {
    key,
    root,
    now,
    baseUrl,
  }: Pick<Request, 'root' | 'baseUrl'> & { readonly key: KeyObject; readonly now: EpochMillis },
): boolean =>
  isCurrent({ certificate, key, root, now, renewalSeconds: leafRenewalSeconds }) &&
  splitAlternativeNames(certificate.subjectAltName ?? '').includes(`URI:${baseUrl}`)
