import type { WrongTrust } from '../../engine/sessions/session-trust'
import type { MintedAccess, Signer } from '../../ground/ports/keys'
import type { TrustKeys } from '../../ground/ports/trust'
import type { Json, JsonObject } from '../../ground/values/json'

/**
 * What a test makes wrong of the trust in the verifier, while the request asks for what it would ask for anyway. Each function
 * is pure and takes the right value.
 */
export interface TrustChanges {
  /** Alters the query that the certificate registers; that of the request stays. */
  readonly registers?: (query: JsonObject) => JsonObject
  /** That is less than the request asks for, as a certificate of another registrar may have it. */
  readonly overAsks?: true
  /** Alters the claims of the registration certificate. */
  readonly claims?: (claims: JsonObject) => JsonObject
  /** Alters its header. */
  readonly header?: (header: JsonObject) => JsonObject
  /** Who signs it, in place of the registrar. */
  readonly signer?: (keys: TrustKeys) => Signer
  /** Alters its compact JWS. */
  readonly compact?: (jws: string) => string
  /** What each `data` of `verifier_info` holds in place of the one certificate; `another` makes a second one. */
  readonly entries?: (data: Json, another: () => Json) => readonly Json[]
  /** The access certificate that signs the request, in place of the right one. */
  readonly access?: MintedAccess
  /** What the addresses of the session serve wrong. */
  readonly served?: (keys: TrustKeys) => WrongTrust
}

/** What only who registers can do. A certificate of another registrar can be left out, be spoilt, or be exceeded. */
const byRegistrar = ['registers', 'claims', 'header', 'signer', 'served'] as const

/** Whether a test of the registration certificate can be made of none but ours. */
export const needsOurRegistrar = (changes: TrustChanges): boolean =>
  changes.overAsks !== true && byRegistrar.some((change) => changes[change] !== undefined)
