import type { KeyObject, X509Certificate } from 'node:crypto'
import { isRsaExponent, rsaExponentBitsMax, rsaModulusBitsMax } from '@/lib/core/ground/jose/jwk'
import { say, type Wording } from '@/lib/core/ground/values/wording'

/** Named curves of common sizes. Others are slow or their cost is unknown. */
const curves = /^(prime256v1|secp(224|256|384|521)[kr]1|brainpoolP(224|256|320|384|512)[rt]1)$/

/**
 * Explains in one sentence why we refuse to verify signatures with a certificate's key; `null` if its type and size
 * keep verification fast. The sender chooses the key, and so decides what each verification costs.
 */
export function keyError(certificate: X509Certificate): Wording | null {
  const key = publicKeyOf(certificate)
  if (key === null) return null
  const { modulusLength = 0, publicExponent = 0n, namedCurve = '' } = key.asymmetricKeyDetails ?? {}
  switch (key.asymmetricKeyType) {
    case 'rsa':
    case 'rsa-pss':
      if (modulusLength > rsaModulusBitsMax)
        return say`An RSA key of a certificate is longer than ${rsaModulusBitsMax} bits.`
      if (!isRsaExponent(publicExponent)) return say`The exponent of an RSA key of a certificate is even, or below 3.`
      return publicExponent.toString(2).length > rsaExponentBitsMax
        ? say`The exponent of an RSA key of a certificate is longer than ${rsaExponentBitsMax} bits.`
        : null
    case 'ec':
      return curves.test(namedCurve) ? null : say`A certificate has a key on a curve that is not used here.`
    case 'ed25519':
    case 'ed448':
    case 'x25519':
    case 'x448':
      return null
    default:
      return say`A certificate has a key of a kind that is not used here.`
  }
}

/** `null` for key types that OpenSSL does not know; no signature is verified with those. */
function publicKeyOf(certificate: X509Certificate): KeyObject | null {
  try {
    return certificate.publicKey
  } catch {
    return null
  }
}
