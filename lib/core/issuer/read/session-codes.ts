import type { KeyedHash } from '../../ground/ports/ports'
import { toBase64url } from '../../ground/values/base64url'

/**
 * The pre-authorized code of an offer, by what `offerName` calls it. Like `issuerState` it is derived from the installation's key on demand and
 * never stored, so that neither the database nor a backup contains a live code.
 */
export const preAuthorizedCode = (offer: string, keyedHash: KeyedHash): string =>
  toBase64url(keyedHash('pre-authorized_code', offer))

/** The `issuer_state` of an offer for the authorization code flow. OID4VCI-1FINAL-4.1.1 */
export const issuerState = (offer: string, keyedHash: KeyedHash): string =>
  toBase64url(keyedHash('issuer_state', offer))
