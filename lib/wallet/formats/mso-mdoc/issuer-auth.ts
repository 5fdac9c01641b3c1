import { verify, type X509Certificate } from 'node:crypto'
import { WalletStop } from '../../errors'
import { readSigningCertificate } from '../../jose/signing-certificate'
import { type CborMap, type CborValue, readCbor } from './cbor'
import { toBeSigned } from './cose-sign1'
import { arrayOf, bytesOf, embeddedOf, mapOf } from './members'

/** Labels of COSE headers: RFC 9052 section 3.1 and RFC 9360 section 2. */
const algorithmLabel = 1
const certificatesLabel = 33

/** ES256, and its fully specified form (RFC 9864 section 2.1). */
const algorithms: CborValue[] = [-7, -9]

/** The extended key usage of certificates that sign mobile documents (ISO 18013-5 table B.3). */
const documentSigner = '1.0.18013.5.1.2'

/** The signed payload, and its signer. */
export interface IssuerAuth {
  mobileSecurityObject: CborMap
  certificate: X509Certificate
  chainTrusted: boolean | null
}

/**
 * Verifies the COSE_Sign1 of an issuer: the certificate, its key usage, and the signature (RFC 9052 section 4.4).
 *
 * @throws WalletStop that says which of these failed
 */
export function verifyIssuerAuth(
  value: CborValue | undefined,
  { nowMillis, trustAnchors }: { nowMillis: number; trustAnchors: string[] },
): IssuerAuth {
  const parts = arrayOf(value, 'issuerAuth')
  if (parts.length !== 4) throw new WalletStop('The issuerAuth of the mdoc is not a COSE_Sign1')
  const protectedHeader = bytesOf(parts[0], 'The protected header')
  const payload = bytesOf(parts[2], 'The payload')
  const header = mapOf(readCbor(protectedHeader), 'The protected header')
  if (!algorithms.includes(header.get(algorithmLabel) ?? null))
    throw new WalletStop('The mdoc is signed with an algorithm that the wallet did not ask for')
  const { leaf, chainTrusted } = readSigningCertificate({
    x5c: certificatesOf(parts),
    nowMillis,
    anchors: trustAnchors,
    of: 'issuer',
  })
  if (!leaf.keyUsage?.includes(documentSigner))
    throw new WalletStop('The certificate of the mdoc is not one for signing mobile documents')
  const signature = bytesOf(parts[3], 'The signature')
  if (
    !verify(
      'sha256',
      toBeSigned(protectedHeader, payload),
      { key: leaf.publicKey, dsaEncoding: 'ieee-p1363' },
      signature,
    )
  )
    throw new WalletStop('The signature of the mdoc does not verify with its certificate')
  const { value: mobileSecurityObject } = embeddedOf(readCbor(payload), 'The payload')
  return { mobileSecurityObject: mapOf(mobileSecurityObject, 'The payload'), certificate: leaf, chainTrusted }
}

/**
 * The certificates in an `issuerAuth`, the signer's first, in base64 of DER (RFC 9360 section 2).
 *
 * @throws WalletStop when there are none
 */
export function certificatesOf(issuerAuth: CborValue | undefined): string[] {
  const [, unprotectedHeader] = arrayOf(issuerAuth, 'issuerAuth')
  const chain = mapOf(unprotectedHeader, 'The unprotected header').get(certificatesLabel)
  return (Array.isArray(chain) ? chain : [chain]).map((entry) => bytesOf(entry, 'x5chain').toString('base64'))
}
