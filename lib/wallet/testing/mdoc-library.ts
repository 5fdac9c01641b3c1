import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto'
import { CoseKey, cborEncode, DeviceResponse, type MdocContext, SessionTranscript } from '@owf/mdoc'

/** The cryptography that an independent library of mobile documents needs to verify, from Node. */
export const libraryContext = {
  crypto: {
    random: () => new Uint8Array(),
    digest: ({ bytes }: { bytes: Uint8Array }) => new Uint8Array(createHash('sha256').update(bytes).digest()),
  },
  cose: {
    sign1: {
      verify: ({ sign1, key }: { sign1: { toBeSigned: Uint8Array; signature: Uint8Array }; key: CoseKey }) =>
        verify(
          'sha256',
          sign1.toBeSigned,
          { key: createPublicKey({ key: { ...key.jwk }, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
          sign1.signature,
        ),
    },
  },
  x509: {
    getIssuerNameField: () => ['IT'],
    getPublicKey: ({ certificate }: { certificate: Uint8Array }) =>
      CoseKey.fromJwk({ ...new X509Certificate(certificate).publicKey.export({ format: 'jwk' }) }),
    verifyCertificateChain: () => ({ chain: [] }),
    getCertificateData: ({ certificate }: { certificate: Uint8Array }) => {
      const { validFrom, validTo } = new X509Certificate(certificate)
      return { notBefore: new Date(validFrom), notAfter: new Date(validTo), issuerName: 'IT' }
    },
  },
} as unknown as MdocContext

/**
 * A transcript according to ISO18013-7-C, whose handover the library does not know, so it is computed from the
 * definition.
 */
export async function isoTranscript(encryptionInfo: string, origin: string): Promise<SessionTranscript> {
  const digest = createHash('sha256')
    .update(cborEncode([encryptionInfo, origin]))
    .digest()
  const transcript = await SessionTranscript.forOid4VpDcApi({ origin, nonce: '' }, libraryContext)
  const encodedStructure = [null, null, ['dcapi', new Uint8Array(digest)]]
  return Object.defineProperty(transcript, 'encodedStructure', { value: encodedStructure })
}

/** The library's view of a device response: failed checks, elements, and the device's algorithm. */
export async function readByLibrary(
  text: string,
  {
    sessionTranscript,
    rootPem,
    nowMillis,
  }: {
    sessionTranscript: SessionTranscript
    rootPem: string
    nowMillis: number
  },
) {
  const failed: string[] = []
  const response = DeviceResponse.fromEncodedForOid4Vp(text)
  await response.verify(
    {
      sessionTranscript,
      trustedCertificates: [new Uint8Array(new X509Certificate(rootPem).raw)],
      now: new Date(nowMillis),
      onCheck: ({ status, check }) => {
        if (status === 'FAILED') failed.push(check)
      },
    },
    libraryContext,
  )
  const [document] = response.documents ?? []
  const shown = document?.issuerSigned.getPrettyClaims(document.docType) ?? {}
  const headers = document?.deviceSigned.deviceAuth.deviceSignature?.protectedHeaders.headers
  return { failed, shown, algorithm: headers?.get(1), documents: response.documents?.length ?? 0 }
}
