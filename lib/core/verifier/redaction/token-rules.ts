import { type Place, within } from '../../engine/redaction/place'
import type { Redaction, TokenRule } from '../../engine/redaction/redaction'
import { accessToken, encryptedToken, oauthTokens } from '../../engine/redaction/tokens/shared-tokens'
import { redactJoseHeader, tokenHeader } from '../../engine/redaction/tokens/token-content'
import { isObject, type JsonObject } from '../../shared/values/json'
import { describeIdToken } from './describe-id-token'
import { describeKeyBinding, describePresentation } from './describe-presentation'
import { describePresentedMdoc } from './describe-presented-mdoc'
import { describeTransactionData, describeVerifierInfo, registrationToken } from './describe-request'
import { showText } from './show-text'

/**
 * Shows the nonce, which is ours and public to whoever fetches the request, and token-like transaction data and
 * registration certificates, which the tester wrote.
 */
const showOurs: TokenRule['describeClaim'] = (name, value, place, redaction) => {
  if (name === 'nonce') return showText(value, redaction)
  if (name === 'verifier_info' && place.ours) return describeVerifierInfo(value, place, redaction)
  return name === 'transaction_data' && place.ours ? describeTransactionData(value, place, redaction) : undefined
}

/** Tokens exchanged between wallet and verifier. OID4VP-8, OID4VP-B.3, OID4VP-5, SIOP2-9 */
export const oid4vpTokens: readonly TokenRule[] = [
  accessToken,
  {
    kind: 'presented_credential',
    names: ['vptoken', 'credential', 'deviceresponse'],
    types: ['dc+sd-jwt', 'vc+sd-jwt'],
    looksLike: (token) => token.includes('~'),
    insists: true,
    describe: describePresentation,
    describeOther: describePresentedMdoc,
  },
  registrationToken,
  ...oauthTokens,
  {
    kind: 'key_binding',
    types: ['kb+jwt'],
    describe: (token, _, redaction) => {
      const view = describeKeyBinding(token, redaction)
      return view === null ? null : { kind: 'key_binding', ...view }
    },
  },
  {
    kind: 'id_token',
    names: ['idtoken'],
    describe: (token, _, redaction) => describeIdToken(token, redaction),
  },
  {
    // Built here from the tester's options.
    kind: 'request_object',
    names: ['request'],
    types: ['oauth-authz-req+jwt'],
    isOurs: true,
    describeClaim: showOurs,
    // In a multi-signed request. OID4VP-1FINALA-A.3.2.2
    claimsOfHeader: ['client_id', 'verifier_info'],
    claims: [
      'iss',
      'aud',
      'iat',
      'exp',
      'nbf',
      'client_id',
      'response_type',
      'response_mode',
      'response_uri',
      'expected_origins',
      'scope',
      'expected_origins',
      'dcql_query',
      'client_metadata',
      'transaction_data',
      'verifier_info',
    ],
    structured: ['expected_origins', 'dcql_query', 'client_metadata', 'transaction_data', 'verifier_info'],
  },
  { ...encryptedToken, describe: describeEncryptedResponse },
]

/** Describes an encrypted response: protected header, ephemeral key by thumbprint, part lengths. */
function describeEncryptedResponse(token: string, place: Place, redaction: Redaction): JsonObject | null {
  const [encoded = '', encryptedKey = '', iv = '', ciphertext = '', tag = ''] = token.trim().split('.')
  const header = tokenHeader(token, redaction)
  if (header === null) return null
  const shown = redactJoseHeader(header, within(place, 'header'), redaction)
  const { epk } = shown
  return {
    kind: 'jwe',
    header: isObject(epk) ? { ...shown, epk: { ...epk, thumbprint: redaction.thumbprint(header.epk) } } : shown,
    claims: null,
    part_lengths: {
      header: encoded.length,
      encrypted_key: encryptedKey.length,
      iv: iv.length,
      ciphertext: ciphertext.length,
      tag: tag.length,
    },
    // A JWE is unsigned: anybody with our public key can encrypt. RFC7516-3
    signature: null,
  }
}
