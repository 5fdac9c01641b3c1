import { createKeyAttester, type KeyAttester } from '../issuance/credential/attester'

const yearMillis = 365 * 86_400_000

/** An issuer that no service knows: its keys with their certificates. */
export interface ForeignIssuer {
  current: KeyAttester
  /** Another one, which has nothing to do with it. */
  stranger: KeyAttester
  /** The same in the past: all its certificates have expired. */
  expired: KeyAttester
  /** DER: the certificate that lets the first one sign mobile documents (ISO/IEC 18013-5 table B.3). */
  documentSigner: Buffer
  /** The same of the one in the past. */
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
