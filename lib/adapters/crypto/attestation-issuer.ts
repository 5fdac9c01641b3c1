import type { VerifierKeys } from '@/lib/core/ground/ports/keys'
import type { Clock } from '@/lib/core/ground/ports/ports'
import { epochMillis } from '@/lib/core/ground/time/time'
import { attestationLeafProfile } from './certificate-profiles'
import { certifiedSigner } from './certified-signer'
import { derivedKey } from './derived-key'
import { makeCertificate } from './make-certificate'
import { onceOpened } from './once-opened'
import type { Root } from './open-root'
import { signer } from './signer'

/**
 * The signer of verifier attestations. Its key follows from the installation key, so that it is nowhere at rest and every process
 * has the same; the root certifies it at first need, if its key is here.
 */
export function attestationIssuer({
  installationKey,
  root,
  baseUrl,
  now,
}: {
  readonly installationKey: Uint8Array
  readonly root: Root
  readonly baseUrl: string
  readonly now: Clock
}): VerifierKeys['attestationIssuer'] {
  return onceOpened(async () => {
    const key = derivedKey(installationKey, 'verifier-attestations')
    if (root.privateKey === null) return signer(key)
    const rootNotAfter = epochMillis(Date.parse(root.certificate.validTo))
    const issuer = { privateKey: root.privateKey, certificate: root.certificate }
    return certifiedSigner(key, [
      await makeCertificate(key, issuer, attestationLeafProfile({ baseUrl, now: now(), rootNotAfter })),
    ])
  })
}
