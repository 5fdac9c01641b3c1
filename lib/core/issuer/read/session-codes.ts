import type { SessionId } from '../../ground/ports/ids'
import type { KeyedHash } from '../../ground/ports/ports'
import { toBase64url } from '../../ground/values/base64url'

/**
 * The values a session hands to the wallet. They are derived from the installation's key whenever they are needed and
 * never stored, so that neither the database nor a backup of it holds a live code.
 */
export const preAuthorizedCode = (session: SessionId, keyedHash: KeyedHash): string =>
  toBase64url(keyedHash('pre-authorized_code', session))

/** `issuer_state` of an offer for the authorization code flow. OID4VCI-1FINAL-4.1.1 */
export const issuerState = (session: SessionId, keyedHash: KeyedHash): string =>
  toBase64url(keyedHash('issuer_state', session))
