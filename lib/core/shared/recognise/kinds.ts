import type { OneTimeKind } from '../ports/store-types'

/**
 * What a stored value is called; `null` for kinds that nobody could send in place of another: digests of several values
 * together, marks of our own, and whatever is short enough to be guessed, of which no answer may tell the right one.
 */
const storedKinds = {
  pre_authorized_code: 'pre-authorized code',
  issuer_state: 'issuer_state',
  access_token: 'access token',
  c_nonce: 'c_nonce',
  dpop_jti: null,
  dpop_key: 'DPoP key',
  holder_key: 'holder key',
  request_uri: 'request_uri',
  authorization_code: 'authorization code',
  chained_state: 'state of the chained authorization server',
  chained_code: 'code of the chained authorization server',
  client_assertion_jti: null,
  attestation_pop_jti: null,
  answered_challenge: 'attestation challenge',
  attestation_key: 'key of a wallet attestation',
  attestation_status: null,
  attestation_subject: null,
  attestation_provider: null,
  pkce_challenge: 'code_challenge',
  pushed_state: 'state of an authorization request',
  tx_code_attempt: null,
  vp_response: null,
  dc_api_attempt: null,
  response_code: 'response_code',
  wallet_nonce: 'wallet_nonce',
  vp_nonce: 'nonce of a presentation request',
  vp_state: 'state of a presentation request',
  jwe_epk: null,
  credential_instance: null,
  campaign_step: null,
  laboratory: null,
  refresh_token: 'refresh token',
  transaction_id: 'transaction_id',
  credential_identifier: 'credential_identifier',
  laboratory_offer: 'id of a credential offer',
  status_index: null,
  wallet_unit_entry: null,
  key_attestation: null,
  attested_key: null,
  trust_id: null,
  made_with_key: null,
  write_probe: null,
  made_with_token: null,
  door_turn: null,
} as const satisfies Readonly<Record<OneTimeKind, string | null>>

/** What other values are called: those of a message, of the request that it answers, and ours that are not stored. */
const otherKinds = {
  authorization_server: 'identifier of the authorization server',
  attestation_challenge: 'attestation challenge',
  bare_client_id: 'client_id without its prefix',
  client_id: 'client_id',
  code_verifier: 'code_verifier',
  credential_configuration_id: 'credential_configuration_id',
  credential_issuer: 'identifier of the credential issuer',
  dpop_nonce: 'DPoP nonce',
  encryption_key: 'encryption key',
  endpoint: 'address of an endpoint',
  leaf_certificate: 'key of the leaf certificate',
  nonce: 'nonce',
  notification_id: 'notification_id',
  offer_id: 'id of the credential offer',
  query_id: 'id of a Credential Query',
  redirect_uri: 'redirect_uri',
  response_uri: 'response_uri',
  scope: 'scope',
  vct: 'vct of a credential configuration',
  doctype: 'doctype of a credential configuration',
  credential_signing_key: 'key for signatures of credentials',
  signing_key: 'signing key under jwks_uri',
  state: 'state',
} as const satisfies Readonly<Record<string, string | null>>

/** What a value can be; `none` where no kind is excluded. */
export type ValueKind = keyof typeof otherKinds | OneTimeKind | 'none'

/** Kinds that storage is asked for. */
export const toldKinds: readonly OneTimeKind[] = (Object.keys(storedKinds) as OneTimeKind[]).filter(
  (kind) => storedKinds[kind] !== null,
)

/** What a kind is called; `null` if it is never told. */
export const nameOfKind = (kind: ValueKind) => (kind === 'none' ? null : { ...otherKinds, ...storedKinds }[kind])
