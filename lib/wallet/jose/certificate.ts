import { X509Certificate } from 'node:crypto'
import { WalletStop } from '../errors'

/**
 * Parses a certificate of an `x5c` header: base64 of DER, not base64url (RFC7515-4.1.6).
 *
 * @throws WalletStop when it is malformed, or its key cannot be read
 */
export function readCertificate(base64: string): X509Certificate {
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'))
    // Node reads the key only when it is asked for it, and throws then.
    void certificate.publicKey.asymmetricKeyType
    return certificate
  } catch {
    throw new WalletStop('x5c holds something that is not a certificate')
  }
}
