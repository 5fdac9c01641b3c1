/** RFC 6749 section 4.1.2.1, OpenID4VP section 8.5, RFC 9101 section 7. */
const known: readonly string[] = [
  'invalid_request',
  'unauthorized_client',
  'access_denied',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
  'invalid_client',
  'vp_formats_not_supported',
  'invalid_request_uri_method',
  'invalid_transaction_data',
  'wallet_unavailable',
  'invalid_request_uri',
  'invalid_request_object',
  'request_not_supported',
  'request_uri_not_supported',
]

/** Codes that only a request for an ID Token can be answered with, by their meaning in OpenID4VP. SIOPv2 section 10.3 */
const ofIdToken: Readonly<Record<string, CodeReason>> = {
  user_cancelled: 'of_id_token_denied',
  client_metadata_value_not_supported: 'of_id_token_formats',
  subject_syntax_types_not_supported: 'of_id_token_request',
  invalid_registration_metadata_uri: 'of_id_token_request',
  invalid_registration_metadata_object: 'of_id_token_request',
}

/** Codes that wallets made up or took from drafts, in lower case without separators, by their meaning. */
const byMeaning: Readonly<Record<Exclude<CodeReason, `of_${string}`>, readonly string[]>> = {
  means_denied: [
    'aborted',
    'authenticationfailed',
    'cancel',
    'canceled',
    'cancelled',
    'consentdenied',
    'consentrequired',
    'credentialnotfound',
    'declined',
    'denied',
    'nocredential',
    'nocredentials',
    'nomatchingcredential',
    'nomatchingcredentials',
    'rejected',
    'usercanceled',
    'usercancelled',
    'userdeclined',
    'userdenied',
    'userrejected',
  ],
  means_formats: [
    'clientmetadatavaluenotsupported',
    'credentialformatnotsupported',
    'formatnotsupported',
    'registrationvaluenotsupported',
    'unsupportedcredentialformat',
    'unsupportedformat',
    'unsupportedvpformat',
    'vpformatnotsupported',
    'vpformatsunsupported',
  ],
  means_request: [
    'badrequest',
    'invalidclientid',
    'invalidclientidscheme',
    'invaliddcqlquery',
    'invalidnonce',
    'invalidpresentationdefinition',
    'invalidpresentationdefinitionobject',
    'invalidpresentationdefinitionreference',
    'invalidpresentationdefinitionuri',
    'invalidquery',
    'invalidresponseuri',
    'malformedrequest',
    'unsupportedclientidprefix',
    'unsupportedclientidscheme',
  ],
  means_transaction: [
    'invalidtransactiondatatype',
    'transactiondatanotsupported',
    'unsupportedtransactiondata',
    'unsupportedtransactiondatatype',
  ],
  means_unavailable: ['nowallet', 'walletnotavailable', 'walletnotfound', 'walletnotinstalled'],
  means_failure: ['error', 'internalerror', 'internalservererror', 'unexpectederror', 'unknownerror'],
}

/** What is wrong with a code: where it comes from, and which code has its meaning. */
export type CodeReason =
  | 'of_id_token_denied'
  | 'of_id_token_formats'
  | 'of_id_token_request'
  | 'means_denied'
  | 'means_formats'
  | 'means_request'
  | 'means_transaction'
  | 'means_unavailable'
  | 'means_failure'

/** Lower case without separators: `ACCESS_DENIED` and `accessDenied` are `access_denied` in another spelling. */
const plain = (code: string): string => code.toLowerCase().replace(/[-_ .]/g, '')

const meanings: ReadonlyMap<string, CodeReason> = new Map(
  Object.entries(byMeaning).flatMap(([reason, codes]) => codes.map((code) => [code, reason as CodeReason] as const)),
)

const spellings: ReadonlySet<string> = new Set(known.map(plain))

/** Codes of a user who decides against an answer, in lower case without separators. */
const ofUser: ReadonlySet<string> = new Set([
  'accessdenied',
  ...['cancel', 'canceled', 'cancelled', 'consentdenied', 'declined', 'denied', 'rejected'],
  ...['usercanceled', 'usercancelled', 'userdeclined', 'userdenied', 'userrejected'],
])

/** Known codes that say nothing about the request. */
const ofWallet: readonly string[] = ['server_error', 'temporarily_unavailable', 'wallet_unavailable']

/** Reasons of codes that say that the request is wrong, or cannot be processed. */
const aboutRequest: readonly string[] = [
  ...['of_id_token_formats', 'of_id_token_request'],
  ...['means_formats', 'means_request', 'means_transaction'],
]

/**
 * What an error tells of: a decision of the user, the request, the wallet being away, or anything else, as a failure
 * inside the wallet is. OID4VP-1FINAL-8.5
 */
export type ErrorMeaning = 'user' | 'request' | 'unavailable' | 'other'

export function meaningOf(code: string | null): ErrorMeaning {
  if (code === null || code.length > charactersMax) return 'other'
  if (ofUser.has(plain(code))) return 'user'
  const reason = codeReason(code, { forIdToken: false })
  if (reason === null) return isOfRequest(code) ? 'request' : code === 'server_error' ? 'other' : 'unavailable'
  if (reason === 'means_unavailable') return 'unavailable'
  return aboutRequest.includes(reason) ? 'request' : 'other'
}

const isOfRequest = (code: string): boolean => !ofWallet.includes(code)

const headlines: Readonly<Record<ErrorMeaning, string>> = {
  user: 'The wallet declined',
  request: 'The wallet refused the request',
  unavailable: 'The wallet responded with an error',
  other: 'The wallet responded with an error',
}

/** What an error response says by its code, as a headline. "Declined" is said of a user's decision alone. */
export const errorHeadline = (code: string | null): string => headlines[meaningOf(code)]

/** What is to be done about a code, as the start of a sentence that goes on with how to try again. OID4VP-1FINAL-8.5 */
const nextByCode: Readonly<Record<string, string>> = {
  access_denied:
    'The wallet declined: its user did not agree or was not recognised, or it has no credential that fits. See to it',
  invalid_request: 'The wallet takes something in the request for wrong: see in its log what that is',
  invalid_scope: 'The wallet does not take the scope of the request: ask for one that it knows',
  invalid_client: 'The wallet does not take the client_id or client_metadata of the request: see in its log why',
  unauthorized_client: 'The wallet does not let this verifier ask: see in its log why',
  vp_formats_not_supported: 'The wallet supports none of the formats asked for: ask for one that it supports',
  unsupported_response_type: 'The wallet does not support the response_type of the request: ask for another one',
  invalid_request_uri_method: 'The wallet does not take the request_uri_method of the link: leave it out',
  invalid_transaction_data: 'The wallet cannot process the transaction_data of the request: see in its log why',
  server_error: 'Something failed inside the wallet: see in its log what',
  temporarily_unavailable: 'The wallet says that it cannot answer now: wait until it can',
  wallet_unavailable: 'The wallet seems to be unavailable: see that it is installed and runs',
}

const nextByMeaning: Readonly<Record<ErrorMeaning, string>> = {
  user: 'The wallet tells of a user who declined. To see it answer, be ready to agree',
  request: 'The wallet refused the request: see in its log what it does not take',
  unavailable: 'The wallet seems to be unavailable: see that it is installed and runs',
  other: 'The wallet responded with an error: see in its log what it means',
}

/** What to do about an error response, as the start of a sentence that goes on with how to try again. */
export const nextAfterError = (code: string | null): string =>
  (code !== null && Object.hasOwn(nextByCode, code) ? nextByCode[code] : undefined) ?? nextByMeaning[meaningOf(code)]

/** Longest code that is looked up. */
const charactersMax = 64

/**
 * What is wrong with an error code; `null` for one that a specification defines for such a request. Codes of SIOPv2 are
 * for requests of an ID Token. OID4VP-1FINAL-8.5
 */
export function codeReason(
  code: string | null,
  { forIdToken }: { readonly forIdToken: boolean },
): CodeReason | 'no_text' | 'spelling' | 'unknown' | null {
  if (code === null) return 'no_text'
  if (known.includes(code)) return null
  if (Object.hasOwn(ofIdToken, code)) return forIdToken ? null : (ofIdToken[code] ?? null)
  if (code.length > charactersMax) return 'unknown'
  const written = plain(code)
  return spellings.has(written) ? 'spelling' : (meanings.get(written) ?? 'unknown')
}
