/** What was wrong with trust in a verifier or an issuer. */
export type TrustReason =
  | AccessReason
  | RegistrationReason
  | ListReason
  | 'metadata_unsigned'
  | 'over_providing'
  | 'provider_no_statement'

export type AccessReason =
  | 'access_no_hash'
  | 'access_unreadable'
  | 'access_untrusted'
  | 'access_broken'
  | 'access_expired'
  | 'access_not_judged'
  | 'access_no_policy'
  | 'access_revoked'
  | 'access_revocation_unknown'

export type RegistrationReason =
  | 'registration_missing'
  | 'registration_twice'
  | 'registration_not_jwt'
  | 'registration_signature'
  | 'registration_typ'
  | 'registration_no_x5c'
  | 'registration_anchor_in_x5c'
  | 'registration_untrusted'
  | 'registration_not_judged'
  | 'registration_malformed'
  | 'registration_expired'
  | 'registration_not_yet_valid'
  | 'registration_other_subject'
  | 'registration_other_name'
  | 'registration_no_status'
  | 'registration_status_unknown'
  | 'registration_status_untrusted'
  | 'registration_revoked'
  | 'registration_no_scope'
  | 'registration_entitlement'
  | 'over_asking'

export type ListReason =
  | 'list_unreachable'
  | 'list_unreadable'
  | 'list_signature'
  | 'list_operator'
  | 'list_kind'
  | 'list_expired'
  | 'list_rolled_back'

/** One problem, in words for the wallet's user. Names no claim of the user. */
export interface TrustFinding {
  reason: TrustReason
  message: string
}

/** The result of evaluating trust in one party. */
export interface TrustReport {
  findings: TrustFinding[]
  /** The wallet told its user about a problem, and went on. */
  warned: boolean
}

/** A finding; `message` is a sentence without a full stop. */
export function finding(reason: TrustReason, message: string): TrustFinding {
  return { reason, message }
}

/** The access certificate authenticates the request: without it there is no verifier (OID4VP-1FINAL-5.9.3, ARF3-RPA_04). */
const fatalInPresentation: ReadonlySet<TrustReason> = new Set([
  'access_unreadable',
  'access_untrusted',
  'access_broken',
  'access_expired',
])

/** No specification requires a refusal of an issuer for these. */
const harmlessInIssuance: ReadonlySet<TrustReason> = new Set([
  'access_no_policy',
  'registration_other_name',
  'registration_not_yet_valid',
  'list_rolled_back',
  'provider_no_statement',
])

/** Whether every wallet has to refuse a verifier for this, whatever its provider's policy. */
export const isFatalInPresentation = ({ reason }: TrustFinding): boolean => fatalInPresentation.has(reason)

/**
 * Whether a wallet must not request a credential from an issuer because of this (ARF3-RPRC_22a, ISSU_24, ISSU_33,
 * ISSU_34).
 */
export const isFatalInIssuance = ({ reason }: TrustFinding): boolean => !harmlessInIssuance.has(reason)
