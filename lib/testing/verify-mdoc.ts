import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto'
import { CoseKey, IssuerSigned, type MdocContext } from '@owf/mdoc'

/** One check of the library, with its result. */
interface MdocCheck {
  readonly check: string
  readonly status: string
  readonly reason?: string | undefined
}

/** An mdoc with the library's verdict. */
export interface JudgedMdoc {
  readonly issuerSigned: IssuerSigned
  readonly checks: readonly MdocCheck[]
}

/**
 * Verifies an mdoc, the string of a credential response, with an independent library and none of our own code. Rejects
 * when the library refuses it outright.
 *
 * @param anchors - DER of the trusted roots
 */
export async function verifyMdoc(credential: string, anchors: readonly Uint8Array[], now: Date): Promise<JudgedMdoc> {
  const issuerSigned = IssuerSigned.fromEncodedForOid4Vci(credential)
  const checks: MdocCheck[] = []
  await issuerSigned.verify(
    { now, trustedCertificates: [...anchors], verificationCallback: (check) => checks.push(check) },
    context,
  )
  return { issuerSigned, checks }
}

const context: Pick<MdocContext, 'x509' | 'crypto' | 'cose'> = {
  crypto: {
    random: () => unused(),
    calculateEphemeralMacKey: () => unused(),
    digest: ({ bytes }) => createHash('sha256').update(bytes).digest(),
  },
  cose: {
    mac0: { sign: () => unused(), verify: () => unused() },
    sign1: {
      sign: () => unused(),
      verify: ({ key, sign1 }) =>
        verify(
          'sha256',
          sign1.toBeSigned,
          { key: createPublicKey({ key: key.jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
          sign1.signature,
        ),
    },
  },
  x509: {
    getIssuerNameField: ({ certificate, field }) =>
      new X509Certificate(certificate).issuer
        .split('\n')
        .filter((line) => line.startsWith(`${field}=`))
        .map((line) => line.slice(field.length + 1)),
    getPublicKey: ({ certificate }) => {
      const { kty = '', crv, x, y } = new X509Certificate(certificate).publicKey.export({ format: 'jwk' })
      return CoseKey.fromJwk({ kty, crv, x, y })
    },
    verifyCertificateChain: ({ trustedCertificates, x5chain }) => {
      const [anchor] = trustedCertificates.map((der) => new X509Certificate(der))
      const [leaf] = x5chain.map((der) => new X509Certificate(der))
      if (!anchor || !leaf?.checkIssued(anchor) || !leaf.verify(anchor.publicKey))
        throw new Error('not issued by the anchor')
    },
    getCertificateData: ({ certificate }) => {
      const { issuer, subject, serialNumber, fingerprint256, validFrom, validTo } = new X509Certificate(certificate)
      return {
        issuerName: issuer,
        subjectName: subject,
        serialNumber,
        thumbprint: fingerprint256,
        notBefore: new Date(validFrom),
        notAfter: new Date(validTo),
        pem: '',
      }
    },
  },
}

function unused(): never {
  throw new Error('not needed to verify')
}
