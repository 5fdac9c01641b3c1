import { createKeyAttester, type KeyAttester } from '../issuer/credential/attester'

/** The keys and certificates of an issuer that no service trusts. */
export interface ForeignIssuer {
  current: KeyAttester
  /** A second, unrelated issuer. */
  stranger: KeyAttester
  /** The same issuer with expired certificates. */
  expired: KeyAttester
  /** DER of the certificate with which the first issuer signs mobile documents (ISO/IEC 18013-5 table B.3). */
  documentSigner: Buffer
  /** The corresponding expired certificate. */
  expiredDocumentSigner: Buffer
}

/** Makes such an issuer. @param nowMillis - epoch milliseconds */
export async function createForeignIssuer(nowMillis: number): Promise<ForeignIssuer> {
  const [current, stranger, expired] = await Promise.all([
    createKeyAttester(nowMillis),
    createKeyAttester(nowMillis),
    createKeyAttester(nowMillis - 2 * yearMillis),
  ])
  const documentSignerOf = async ({ key, certify }: KeyAttester): Promise<Buffer> =>
    Buffer.from(await certify(key, { extendedKeyUsage: '1.0.18013.5.1.2', country: 'SE' }), 'base64')
  return {
    current,
    stranger,
    expired,
    documentSigner: await documentSignerOf(current),
    expiredDocumentSigner: await documentSignerOf(expired),
  }
}

const yearMillis = 365 * 86_400_000
