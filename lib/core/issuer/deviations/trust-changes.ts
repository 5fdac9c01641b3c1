import type { WrongTrust } from '../../engine/sessions/session-trust'
import type { MintedAccess, MintedSeal, Signer } from '../../ground/ports/keys'
import type { TrustKeys } from '../../ground/ports/trust'
import type { JsonObject } from '../../ground/values/json'

/** What a fault makes wrong of the trust in the issuer of a session. Each function is pure and takes the right value. */
export interface IssuerTrustChanges {
  /** Alters the claims of the registration certificate. */
  readonly claims?: (claims: JsonObject) => JsonObject
  /** They register less than the issuer offers, as a certificate of another registrar may. */
  readonly overProvides?: true
  /** Alters its header. */
  readonly header?: (header: JsonObject) => JsonObject
  /** Who signs it, in place of the registrar. */
  readonly signer?: (keys: TrustKeys) => Signer
  /** Alters its compact JWS. */
  readonly compact?: (jws: string) => string
  /** It is revoked, as its status list says. */
  readonly revoked?: true
  /** How many the metadata show in place of the one. */
  readonly shown?: 'none' | 'two'
  /** The access certificate that the metadata are signed under, in place of the right one. */
  readonly access?: MintedAccess
  /** The certificates that credentials are sealed under, in place of the right ones. */
  readonly seal?: MintedSeal
  /** What the addresses of the session serve wrong. */
  readonly served?: (keys: TrustKeys) => WrongTrust
}

/** Whether a fault is one of the registration certificate. */
export const isOfRegistration = (changes: IssuerTrustChanges): boolean =>
  needsOurRegistrar(changes) || [changes.overProvides, changes.compact, changes.shown].some((one) => one !== undefined)

/** Whether it can be made of none but ours. A certificate of another registrar can be left out, be spoilt, or be exceeded. */
export const needsOurRegistrar = ({ claims, header, signer, revoked, overProvides }: IssuerTrustChanges): boolean =>
  overProvides !== true && [claims, header, signer, revoked].some((one) => one !== undefined)
