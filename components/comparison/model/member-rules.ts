/** How a member of two messages is compared. */
export type MemberRule =
  /** Equal values agree. */
  | 'value'
  /** A new value each time: what its checks found is compared. */
  | 'fresh'
  /** A value that follows from others, such as a hash or a key: what its checks found is compared. */
  | 'fits'
  /** An address of ours: the value, unless its checks found both right. */
  | 'address'

const freshNames = new Set(['nonce', 'c_nonce', 'wallet_nonce', 'jti', 'iat', 'code_challenge'])

const fittingNames = new Set([
  'ath',
  'sd_hash',
  'transaction_data_hashes',
  'kid',
  'jkt',
  'thumbprint',
  'nbf',
  'exp',
  'auth_time',
  'signed',
  'valid_from',
  'valid_until',
  'x5t',
  'x5t#S256',
  'status',
  'sub_jwk',
  'digest',
  'state',
  'issuer_state',
  'code',
  'code_verifier',
  'pre-authorized_code',
  'tx_code',
  'request_uri',
  'access_token',
  'refresh_token',
  'transaction_id',
  'notification_id',
  'authorization',
])

const addressNames = new Set(['aud', 'htu'])

/** Members of a key that only tell one key from another. RFC 7518, 6 */
const keyParts = new Set(['x', 'y', 'n', 'thumbprint'])
const keyNames = new Set(['jwk', 'epk', 'device_key', 'sub_jwk', 'attested_keys'])

/** Facts about a chain of certificates that are no property of one certificate. */
const chainFacts = new Set(['count', 'chained', 'trust', 'self_signed'])
const chainNames = new Set(['x5c', 'x5chain'])

/**
 * How the member at this path is compared.
 * @param path names from the outside in, indexes left out
 */
export function ruleOf(path: readonly string[]): MemberRule {
  const name = path.at(-1) ?? ''
  const around = path.slice(0, -1)
  if (around.some((one) => chainNames.has(one))) return chainFacts.has(name) ? 'value' : 'fits'
  if (around.some((one) => keyNames.has(one))) return keyParts.has(name) ? 'fits' : 'value'
  if (around.includes('status')) return 'fits'
  if (addressNames.has(name)) return 'address'
  if (freshNames.has(name)) return 'fresh'
  return fittingNames.has(name) ? 'fits' : 'value'
}

const parameterChecks: Readonly<Record<string, readonly string[]>> = {
  state: [
    'vp.response.state_present',
    'vp.response.state_matches',
    'vp.error.state',
    'vci.par.state_present',
    'vci.par.state_quality',
  ],
  issuer_state: ['vci.par.issuer_state_returned'],
  code_challenge: ['vci.pkce.code_challenge_s256'],
  code_verifier: [
    'vci.pkce.verifier_present',
    'vci.pkce.verifier_absent_preauth',
    'vci.pkce.verifier_wellformed',
    'vci.pkce.verifier_matches',
  ],
  code: ['vci.token.code_valid', 'vci.token.code_once'],
  'pre-authorized_code': ['vci.token.preauth_code_valid', 'vci.token.preauth_code_once'],
  tx_code: [
    'vci.token.tx_code_sent',
    'vci.token.tx_code_not_expected',
    'vci.token.tx_code_correct',
    'vci.token.tx_code_shape',
  ],
  request_uri: ['vci.authorize.request_uri_known', 'vci.authorize.request_uri_once'],
  refresh_token: ['vci.refresh.token_known'],
  transaction_id: ['vci.deferred.transaction_known'],
  wallet_nonce: ['vp.reqpost.wallet_nonce', 'vp.reqpost.wallet_nonce_entropy', 'vp.reqpost.wallet_nonce_fresh'],
  authorization: ['vci.credential.token_valid', 'vci.notification.token'],
}

const byParameter: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(parameterChecks))

/** Checks of a parameter or header field, by its name; those of a member of a token say so themselves. */
export const checksOfParameter = (name: string): readonly string[] => byParameter.get(name) ?? []

/** Header fields of the connection and the program, which no protocol here gives a meaning. */
const ofTheConnection =
  /^(?:host|content-length|connection|keep-alive|transfer-encoding|te|accept-(?:encoding|language)|user-agent|cache-control|pragma|date|via|forwarded|x-(?:forwarded|real|request|b3|amzn)-.*|traceparent|tracestate|priority|sec-.*|upgrade-insecure-requests|dnt|if-(?:none-match|modified-since)|origin|referer)$/

/** Whether a header field is compared. */
export const isCompared = (field: string): boolean => !ofTheConnection.test(field.toLowerCase())
