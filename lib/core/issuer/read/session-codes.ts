import type { SessionId } from '../../ground/ports/ids'
import type { KeyedHash } from '../../ground/ports/ports'
import { toBase64url } from '../../ground/values/base64url'

/**
 * The pre-authorized code of a session. Like `issuerState` it is derived from the installation's key on demand and
 * never stored, so that neither the database nor a backup contains a live code.
 */
export const preAuthorizedCode = (session: SessionId, keyedHash: KeyedHash): string =>
  toBase64url(keyedHash('pre-authorized_code', session))

/** The `issuer_state` of an offer for the authorization code flow. OID4VCI-1FINAL-4.1.1 */
export const issuerState = (session: SessionId, keyedHash: KeyedHash): string =>
  toBase64url(keyedHash('issuer_state', session))
