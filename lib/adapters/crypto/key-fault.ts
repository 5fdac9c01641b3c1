import type { KeyObject, X509Certificate } from 'node:crypto'
import { rsaExponentBitsMax, rsaModulusBitsMax } from '@/lib/core/jose/rsa-bounds'

/** Curves with a name and a size that are in use; others take long on purpose, or nobody knows how long. */
const curves = /^(prime256v1|secp(224|256|384|521)[kr]1|brainpoolP(224|256|320|384|512)[rt]1)$/

/**
 * The sentence that says why nothing is checked with the key of a certificate; `null` when it is of a kind and size whose
 * checks are quick. Whoever makes the certificate chooses the key, and so how long every check with it takes.
 */
export function keyFault(certificate: X509Certificate): string | null {
  const key = publicKeyOf(certificate)
  if (key === null) return null
  const { modulusLength = 0, publicExponent = 0n, namedCurve = '' } = key.asymmetricKeyDetails ?? {}
  switch (key.asymmetricKeyType) {
    case 'rsa':
    case 'rsa-pss':
      if (modulusLength > rsaModulusBitsMax)
        return `An RSA key of a certificate is longer than ${rsaModulusBitsMax} bits.`
      return publicExponent.toString(2).length > rsaExponentBitsMax
        ? `The exponent of an RSA key of a certificate is longer than ${rsaExponentBitsMax} bits.`
        : null
    case 'ec':
      return curves.test(namedCurve) ? null : 'A certificate has a key on a curve that is not used here.'
    case 'ed25519':
    case 'ed448':
    case 'x25519':
    case 'x448':
      return null
    default:
      return 'A certificate has a key of a kind that is not used here.'
  }
}

/** `null` for what OpenSSL has no key of; nothing is verified with it. */
function publicKeyOf(certificate: X509Certificate): KeyObject | null {
  try {
    return certificate.publicKey
  } catch {
    return null
  }
}
