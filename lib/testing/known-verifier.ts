import type { Container } from '@/lib/server/wiring/container'

/** What a wallet knows of this verifier beside its certificate: who attests it, and what is registered of it. OID4VP-1FINAL-5.9.3 */
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
