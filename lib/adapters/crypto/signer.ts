import { createHash, type KeyObject, sign } from 'node:crypto'
import type { Signer } from '@/lib/core/ground/ports/ports'
import type { EpochMillis } from '@/lib/core/ground/time/time'

/**
 * An ES256 signer for a P-256 private key. `x5c` is base64 DER, leaf first, without the trust anchor; without a
 * certificate it is empty and `validFrom` is `null`. `kid` is the RFC 7638 thumbprint. Signing is synchronous: it takes
 * 0.05 ms. Throws for a key of another kind.
 */
export function signer(
  privateKey: KeyObject,
  x5c: readonly string[] = [],
  validFrom: EpochMillis | null = null,
): Signer {
  const publicJwk = p256PublicJwk(privateKey)
  const { crv, kty, x, y } = publicJwk
  return {
    alg: 'ES256',
    // RFC 7638 section 3.2: the required members in lexicographic order.
    kid: createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url'),
    x5c: [...x5c],
    validFrom,
    publicJwk,
    sign: (data) => sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
  }
}

/** The public members of a P-256 key, and nothing else. Throws for a key of another kind. */
export function p256PublicJwk(key: KeyObject): Signer['publicJwk'] {
  if (key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    throw new TypeError('The key is not on the curve P-256.')
  }
  const { x, y } = key.export({ format: 'jwk' })
  if (x === undefined || y === undefined) throw new TypeError('The key has no coordinates.')
  return { kty: 'EC', crv: 'P-256', x, y }
}
