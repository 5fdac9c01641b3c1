import { verify, X509Certificate } from 'node:crypto'
import type { CallbackContext } from '@openid4vc/oauth2'

/**
 * For an independent wallet library: verifies an ES256 JWT with the leaf of its `x5c`, using only Node. Does not decide
 * whether the chain is trusted.
 */
export const verifyByLeaf: CallbackContext['verifyJwt'] = async (signer, { compact }) => {
  if (signer.method !== 'x5c') return { verified: false }
  const leaf = new X509Certificate(Buffer.from(signer.x5c[0] ?? '', 'base64'))
  const [header, payload, signature = ''] = compact.split('.')
  const verified = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key: leaf.publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { kty = '', crv = '', x = '', y = '' } = leaf.publicKey.export({ format: 'jwk' })
  return verified ? { verified, signerJwk: { kty, crv, x, y } } : { verified }
}
