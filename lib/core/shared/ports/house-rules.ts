/** A rule of this service that no specification has: its sentence, what asks for it, and what leaves it open. */
export interface HouseRule {
  /** Cited by reasons; permanent. */
  readonly id: `HOUSE-${number}`
  readonly rule: string
  /** The requirement behind it. */
  readonly because: string
  /** The clause that leaves it open, in words. */
  readonly open: string
  /** Set where it is about an answer of this service, which no request can break. */
  readonly ofAnswers?: true
}

/**
 * Every rule of this service, as /checks/house lists them. A request that breaks one is refused, and fails no MUST; a rule of
 * its answers is broken by none.
 */
export const houseRules: readonly HouseRule[] = [
  {
    id: 'HOUSE-1',
    rule: 'A pushed authorization request carries a DPoP proof.',
    because: 'The interface of this service requires the header DPoP at POST /issuers/{id}/par.',
    open: 'RFC 9449, section 10.1, lets a client bind its code by the parameter dpop_jkt instead, or not at all.',
  },
  {
    id: 'HOUSE-2',
    rule: 'At an issuer whose metadata has no authorization_details_types_supported, a pushed authorization request names its credential by scope.',
    because: 'The interface of this service requires scope at POST /issuers/{id}/par.',
    open: 'RFC 9396, section 10, lets a server publish the types that it supports, and does not oblige it to.',
  },
  {
    id: 'HOUSE-3',
    rule: 'A response at the shared address of presentations carries state.',
    because: 'The interface of this service requires state at POST /openid4vp/response, where it names the session.',
    open: 'OpenID4VP 1.0, section 5.3, requires state only where no nonce binds the presentation.',
  },
  {
    id: 'HOUSE-4',
    rule: 'A DPoP proof that cannot be accepted is answered with status 401 at the token endpoint.',
    because: 'The interface of this service answers a failed validation of DPoP with 401.',
    open: 'RFC 9449, section 5, has status 400 there. The error code is that of the specification.',
    ofAnswers: true,
  },
  {
    id: 'HOUSE-5',
    rule: 'The device key of an mdoc holds both coordinates of its point.',
    because: 'This service reads no compressed points, so it cannot verify what such a key signed.',
    open: 'RFC 9053, section 7.1.1, lets a key name the sign of its y coordinate instead.',
  },
  {
    id: 'HOUSE-6',
    rule: 'A request is no longer than its address takes.',
    because:
      'This service keeps all that wallets send, so each address has a limit for the body, and all have one for header fields.',
    open: 'RFC 9110, section 15.5.14, lets each server choose what it is willing to process.',
  },
]

/** The list of these rules. */
export const housePath = '/checks/house'

/** The part of the page that is about a rule. */
export const houseAnchor = (number: string): string => `rule-${number}`
