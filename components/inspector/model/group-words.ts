import type { CheckGroup } from '@/lib/core/checks/check'

/** Names of the groups: a long one for headings, a short one below the strip. */
export const groupWords: Record<CheckGroup, { readonly long: string; readonly short: string }> = {
  metadata: { long: 'Metadata retrieval', short: 'Metadata' },
  offer: { long: 'Credential offer', short: 'Offer' },
  par: { long: 'Pushed authorization request', short: 'PAR' },
  pkce: { long: 'PKCE', short: 'PKCE' },
  client_auth: { long: 'Client authentication', short: 'Client' },
  wallet_attestation: { long: 'Wallet attestation', short: 'Attestation' },
  private_key_jwt: { long: 'Client assertion', short: 'Assertion' },
  authorize: { long: 'Authorization endpoint', short: 'Authorize' },
  dpop: { long: 'DPoP, per request', short: 'DPoP' },
  token: { long: 'Token endpoint', short: 'Token' },
  nonce: { long: 'Nonce endpoint', short: 'Nonce' },
  credential: { long: 'Credential request', short: 'Credential' },
  proof: { long: 'Proof of possession', short: 'Proof' },
  key_attestation: { long: 'Key attestation', short: 'Key attestation' },
  encryption: { long: 'Encryption', short: 'Encryption' },
  transport: { long: 'Transport', short: 'Transport' },
  notification: { long: 'Notification', short: 'Notification' },
  flow: { long: 'Whole session', short: 'Session' },
  pid: { long: 'PID rules', short: 'PID' },
}
