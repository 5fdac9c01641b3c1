import type { Container } from '@/lib/server/container'

/**
 * What a wallet knows about this verifier besides its certificate: who attests it, and its registration.
 * OID4VP-1FINAL-5.9.3
 */
export function knownVerifier({ ports: { rootCertificate, verifierKeys } }: Pick<Container, 'ports'>) {
  const { publicJwk, kid } = verifierKeys.requestSigner
  return {
    attestationIssuers: [rootCertificate.pem],
    registeredVerifiers: [
      {
        clientId: 'wallet-capture',
        keys: [{ kid, jwk: { ...publicJwk } }],
        metadata: {},
        responseUris: [],
        requestUris: [],
      },
    ],
  }
}
