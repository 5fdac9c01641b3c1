import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  type X509Certificate,
} from 'node:crypto'
import type { Signer } from '@/lib/core/shared/ports/ports'
import { type EpochMillis, epochMillis } from '@/lib/core/shared/time/time'
import { KeyFileError } from './key-file-error'

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

/** A signer with its certificates, leaf first, valid from their latest `notBefore`. */
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

/** Whether a certificate is for the public half of this key. */
export const belongsTo = (certificate: X509Certificate, key: KeyObject): boolean =>
  certificate.publicKey.equals(createPublicKey(key))

/** Bytes of input for a private key: 128 bits more than the group order, so that the result is unbiased. */
const keyBytes = 48

/** Order of the group of P-256. SP 800-186 section 3.2.1.3 */
const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')

/** Derives a P-256 private key from a secret and a purpose: the bits modulo (n - 1), plus 1. FIPS 186-5 A.2.1 */
export function derivedKey(secret: Uint8Array, info: string): KeyObject {
  const bits = Buffer.from(hkdfSync('sha256', secret, '', info, keyBytes)).toString('hex')
  const d = Buffer.from(((BigInt(`0x${bits}`) % (order - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(d)
  const point = pair.getPublicKey()
  return createPrivateKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: d.toString('base64url'),
    },
    format: 'jwk',
  })
}

/**
 * Makes a P-256 key pair: the public JWK members and the private `d`, always 32 bytes long. RFC 7518 section 6.2.2.1
 *
 * Avoids `generateKeyPairSync`, because exporting its key object can deadlock the process: the export holds the key's
 * lock, and a garbage collection during it takes the same lock to delete the job that made the key.
 */
export function newP256Key(): { readonly publicJwk: Signer['publicJwk']; readonly d: string } {
  const pair = createECDH('prime256v1')
  // One byte for "uncompressed", then both coordinates. SEC 1 section 2.3.3
  const point = pair.generateKeys()
  return {
    publicJwk: { kty: 'EC', crv: 'P-256', x: base64url(point.subarray(1, 33)), y: base64url(point.subarray(33)) },
    d: base64url(Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)),
  }
}

const base64url = (bytes: Buffer): string => bytes.toString('base64url')
