import type { SessionId } from '../../ground/ports/ids'

/** Where the wallet fetches the Request Object of a session. RFC9101-5.2 */
export const requestUri = (baseUrl: string, sessionId: SessionId): string =>
  `${baseUrl}/openid4vp/sessions/${sessionId}/request`

/** Where the wallet sends its answer: the only response address in requests. OID4VP-1FINAL-8.2 */
export const responseUri = (baseUrl: string, sessionId: SessionId): string =>
  `${baseUrl}/openid4vp/sessions/${sessionId}/response`

/**
 * Where the browser continues after an answer; the code ties it to that answer. OID4VP-1FINAL-8.2, OID4VP-1FINAL-13.3
 */
export const completeUri = (baseUrl: string, sessionId: SessionId, responseCode: string): string =>
  `${baseUrl}/openid4vp/sessions/${sessionId}/complete?response_code=${responseCode}`

/** The page that asks a wallet through the browser. */
export const presentUri = (baseUrl: string, sessionId: SessionId): string => `${baseUrl}/present/${sessionId}`

/** Where that page fetches what it hands to the browser. */
export const dcApiRequestUri = (baseUrl: string, sessionId: SessionId): string =>
  `${baseUrl}/openid4vp/sessions/${sessionId}/dc-api`

/** Where it posts what the browser handed back. */
export const dcApiResultUri = (baseUrl: string, sessionId: SessionId): string =>
  `${dcApiRequestUri(baseUrl, sessionId)}/result`

/** The issuer of verifier attestations, which publishes its key below. OID4VP-1FINAL-12 */
export const attestationIssuer = (baseUrl: string): string => `${baseUrl}/verifier-attestations`

/** Where the key that signs requests is published. */
export const verifierKeysUri = (baseUrl: string): string => `${baseUrl}/openid4vp/verifier/jwks.json`
