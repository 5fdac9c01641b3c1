/** Status of an issuance session. `created` comes from the requirements; the rest is ours. */
export const sessionStatuses = [
  'created',
  'offer_retrieved',
  'authorization_requested',
  'authorization_in_progress',
  'authorization_denied',
  'authorization_granted',
  'token_requested',
  'token_issued',
  'credential_requested',
  'credential_deferred',
  'credential_denied',
  'credential_issued',
  'credential_accepted',
  'credential_rejected',
  'answer_refused',
  'error',
  'expired',
] as const
export type SessionStatus = (typeof sessionStatuses)[number]
