import type { KeyedHash } from '../../../../ground/ports/ports'
import { toBase64url } from '../../../../ground/values/base64url'

/** `client_id` of the issuer at the chained server behind it; one client per issuer configuration. */
export const chainedClientId = (issuerConfigurationId: string): string => `capture-${issuerConfigurationId}`
export const chainedScope = (issuerConfigurationId: string): string => `capture.${issuerConfigurationId}`

/** The secret of that client: derived per installation, never stored. */
export const chainedClientSecret = (issuerConfigurationId: string, keyedHash: KeyedHash): string =>
  toBase64url(keyedHash('chained-client-secret', issuerConfigurationId))

/** The PKCE verifier of that client: derived from the `state` of the request, never stored. RFC7636-4.1 */
export const chainedCodeVerifier = (state: string, keyedHash: KeyedHash): string =>
  toBase64url(keyedHash('chained-code-verifier', state))
