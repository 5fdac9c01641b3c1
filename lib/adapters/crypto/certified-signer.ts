import { createPublicKey, type KeyObject, type X509Certificate } from 'node:crypto'
import type { Signer } from '@/lib/core/ground/ports/ports'
import { type EpochMillis, epochMillis } from '@/lib/core/ground/time/time'
import { KeyFileError } from './key-files'
import { signer } from './signer'

/** A signer with its certificates, leaf first. Its signatures are valid from the latest `notBefore` of them. */
export function certifiedSigner(key: KeyObject, chain: readonly X509Certificate[]): Signer {
  const validFrom = epochMillis(Math.max(...chain.map((certificate) => Date.parse(certificate.validFrom))))
  return signer(
    key,
    chain.map(({ raw }) => raw.toString('base64')),
    validFrom,
  )
}

/**
 * A signer with the operator's own certificate, possibly with intermediates; a trust anchor at the end is not sent
 * (HAIP-6.1.1). `path` names the file in the KeyFileError that is thrown when key and certificate do not match.
 */
export function ownSigner({
  path,
  chain,
  key,
  now,
}: {
  readonly path: string
  readonly chain: readonly X509Certificate[]
  readonly key: KeyObject
  readonly now: EpochMillis
}): Signer {
  const [leaf, ...others] = chain
  if (leaf === undefined || !belongsTo(leaf, key)) {
    throw new KeyFileError(`The certificate file ${path} does not belong to the key beside it.`)
  }
  if (Date.parse(leaf.validTo) <= now) throw new KeyFileError(`The certificate in ${path} has expired.`)
  const intermediates = others.filter((certificate) => !certificate.verify(certificate.publicKey))
  return certifiedSigner(key, [leaf, ...intermediates])
}

/** Whether the certificate is for the public half of this key. */
export const belongsTo = (certificate: X509Certificate, key: KeyObject): boolean =>
  certificate.publicKey.equals(createPublicKey(key))
