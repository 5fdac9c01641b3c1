import type { Ports } from '../../ground/ports/ports'
import type { Signer } from '../../ground/ports/signer'
import type { Session } from '../../ground/ports/store-types'

/**
 * The signer of a session under an access certificate that is not ours; `null` where none but our own certificates are there,
 * where the key is there no more, or where the first certificate is not for it.
 */
export function ownSigner(
  { options, sealedAccessKey }: Pick<Session, 'options' | 'sealedAccessKey'>,
  x5c: readonly string[],
  { ownAccess }: Pick<Ports, 'ownAccess'>,
): Signer | null {
  if (options.trust_identity !== undefined)
    return ownAccess.identity(options.trust_identity)?.byCertificate(x5c) ?? null
  return sealedAccessKey === undefined ? null : ownAccess.open(sealedAccessKey, x5c)
}
