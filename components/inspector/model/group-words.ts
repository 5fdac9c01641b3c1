import type { CheckGroup } from '@/lib/core/checks/check-groups'

/** Names of the groups: a long one for headings, a short one below the strip. */
export const groupWords: Record<CheckGroup, { readonly long: string; readonly short: string }> = {
  'vci.metadata': { long: 'Metadata retrieval', short: 'Metadata' },
  'vci.offer': { long: 'Credential offer', short: 'Offer' },
  'vci.par': { long: 'Pushed authorization request', short: 'PAR' },
  'vci.pkce': { long: 'PKCE', short: 'PKCE' },
  'vci.client_auth': { long: 'Client authentication', short: 'Client' },
  'vci.wallet_attestation': { long: 'Wallet attestation', short: 'Attestation' },
  'vci.private_key_jwt': { long: 'Client assertion', short: 'Assertion' },
  'vci.authorize': { long: 'Authorization endpoint', short: 'Authorize' },
  'vci.dpop': { long: 'DPoP, per request', short: 'DPoP' },
  'vci.token': { long: 'Token endpoint', short: 'Token' },
  'vci.nonce': { long: 'Nonce endpoint', short: 'Nonce' },
  'vci.credential': { long: 'Credential request', short: 'Credential' },
  'vci.proof': { long: 'Proof of possession', short: 'Proof' },
  'vci.key_attestation': { long: 'Key attestation', short: 'Key attestation' },
  'vci.encryption': { long: 'Encryption', short: 'Encryption' },
  'vci.transport': { long: 'Transport', short: 'Transport' },
  'vci.notification': { long: 'Notification', short: 'Notification' },
  'vci.flow': { long: 'Whole session', short: 'Session' },
  'vci.pid': { long: 'PID rules', short: 'PID' },
}
