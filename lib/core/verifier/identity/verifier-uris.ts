import type { SessionId } from '../../shared/ports/ids'

/**
 * The service's serialised origin, which its pages' browser requests carry.
 * https://html.spec.whatwg.org/#ascii-serialisation-of-an-origin
 */
export const ownOrigin = (baseUrl: string): string => new URL(baseUrl).origin

/**
 * Whether browsers offer the Digital Credentials API at an origin: over https, and on the local machine.
 * OID4VP-1FINALA-A.2
 */
export function isSecureOrigin(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'https:' || /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

/** Host of the service, named in its certificate and in verifier attestations. */
export const verifierHost = (baseUrl: string): string => new URL(baseUrl).hostname

/** True for a DNS name. Neither `x509_san_dns` nor `did:web` accepts an IP address. OID4VP-1FINAL-5.9.3 */
export const hasDnsName = (baseUrl: string): boolean => !/^(\[.*\]|[\d.]+)$/.test(verifierHost(baseUrl))

/** URL of a session's Request Object. RFC9101-5.2 */
export const requestUri = (baseUrl: string, sessionId: SessionId): string =>
  `${baseUrl}/openid4vp/sessions/${sessionId}/request`

/** URL for the wallet's response, the only one in requests. OID4VP-1FINAL-8.2 */
export const responseUri = (baseUrl: string, sessionId: SessionId): string =>
  `${baseUrl}/openid4vp/sessions/${sessionId}/response`

/**
 * URL where the browser continues after a response; the code ties it to that response. OID4VP-1FINAL-8.2,
 * OID4VP-1FINAL-13.3
 */
export const completeUri = (baseUrl: string, sessionId: SessionId, responseCode: string): string =>
  `${baseUrl}/openid4vp/sessions/${sessionId}/complete?response_code=${responseCode}`

/** URL of the page that asks a wallet through the browser. */
export const presentUri = (baseUrl: string, sessionId: SessionId): string => `${baseUrl}/present/${sessionId}`

/** URL from which that page fetches the browser request. */
export const dcApiRequestUri = (baseUrl: string, sessionId: SessionId): string =>
  `${baseUrl}/openid4vp/sessions/${sessionId}/dc-api`

/** URL to which that page posts the browser's result. */
export const dcApiResultUri = (baseUrl: string, sessionId: SessionId): string =>
  `${dcApiRequestUri(baseUrl, sessionId)}/result`

/** Issuer of verifier attestations; publishes its key below. OID4VP-1FINAL-12 */
export const attestationIssuer = (baseUrl: string): string => `${baseUrl}/verifier-attestations`

/** URL of the request signing key. */
export const verifierKeysUri = (baseUrl: string): string => `${baseUrl}/openid4vp/verifier/jwks.json`
