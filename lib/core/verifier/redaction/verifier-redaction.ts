import { asValue, showMembers } from '../../engine/redaction/message/redact-json'
import { createNames } from '../../engine/redaction/names/names'
import type { Vocabulary } from '../../engine/redaction/names/vocabulary'
import type { MemberDescriber, RedactionProfile } from '../../engine/redaction/redaction'
import { redactSensitive } from '../../engine/redaction/values/redact-sensitive'
import { bodyBytesMax } from '../../shared/http/limits'
import type { PausableWork } from '../../shared/time/pausable-work'
import type { Json } from '../../shared/values/json'
import { describeDigitalRequest } from './describe-request'
import { showText } from './show-text'
import { oid4vpTokens } from './token-rules'
import { describeWalletMetadata, walletAddress, walletText } from './wallet-metadata'

/** Parameter names of OpenID for Verifiable Presentations, and names whose values describe or track a person. */
export const verifierVocabulary: Vocabulary = {
  sensitive: [
    'vp_token',
    'id_token',
    'response',
    'device_response',
    'wallet_metadata',
    'presentation_submission',
    'sub',
    'jti',
    'digital',
  ],
  guessable: [
    'vp_token',
    'id_token',
    'response',
    'device_response',
    'wallet_metadata',
    'presentation_submission',
    'sub',
    'jti',
  ],
  visible: [
    'request_uri_method',
    'response_uri',
    'expected_origins',
    ...['zip', 'crit', 'b64', 'x5u', 'jku'],
    // Header fields about the client software, not its user.
    ...['accept-charset', 'cache-control', 'connection', 'content-encoding', 'content-length', 'dnt', 'if-none-match'],
    ...['if-modified-since', 'keep-alive', 'origin', 'pragma', 'priority', 'sec-ch-ua', 'sec-ch-ua-mobile'],
    ...['sec-ch-ua-platform', 'sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site', 'sec-fetch-user', 'sec-gpc', 'te'],
    ...['transfer-encoding', 'upgrade-insecure-requests', 'x-forwarded-proto', 'x-forwarded-host', 'x-forwarded-port'],
  ],
}

const names = createNames(verifierVocabulary)

/** True for a member of a request whose value is a secret, a token or a one-time value. */
export const isSecretName = (name: string): boolean => names.isSensitive(name)

/**
 * Lists presentations by query id, which the tester chose, so that their number stays visible. OID4VP-8.1, ISO18013-7-C
 */
const describeVpToken: MemberDescriber = function* (name, value, place, redaction) {
  const members = yield* showMembers({ value, place, redaction, nameOf: () => name })
  return members ?? (yield* redactSensitive(name, asValue(value, place, redaction), place, redaction))
}

/**
 * Shows only the length of `wallet_nonce`, but does not redact it elsewhere: the request repeats it to whoever fetches
 * it, and that fetch's event names it. OID4VP-1FINAL-5.10
 */
const describeWalletNonce: MemberDescriber = (name, value, place, redaction) =>
  redactSensitive(name, value, place, { ...redaction, remember: () => {} })

/** Shows the nonce of an unsigned browser request: it is ours, as in a Request Object. */
const describeNonce: MemberDescriber = (name, value, place, redaction) =>
  place.ours && place.source.startsWith('response.body.digital.') && typeof value === 'string'
    ? plain(showText(value, redaction))
    : redactSensitive(name, value, place, redaction)

/** A result in one step. */
// biome-ignore lint/correctness/useYield: it is one of the describers, which work in steps.
function* plain(value: Json): PausableWork<Json> {
  return value
}

/**
 * Redaction profile of presentations. Everything from a wallet counts as personal: shows only what is known to be
 * harmless and, by default, no value, salt or digest of presented credentials.
 */
export const verifierRedaction: RedactionProfile = {
  names,
  tokens: oid4vpTokens,
  members: new Map([
    ['vptoken', describeVpToken],
    ['deviceresponse', describeVpToken],
    ['walletmetadata', describeWalletMetadata],
    ['walletnonce', describeWalletNonce],
    ['digital', describeDigitalRequest],
    ['nonce', describeNonce],
  ]),
  texts: new Map([
    ['error', (text) => walletText(text, names)],
    ['errordescription', (text) => walletText(text, names)],
    ['erroruri', (text) => walletAddress(text, names)],
    ['walletissuer', (text) => walletAddress(text, names)],
  ]),
  namingKinds: new Set(['vpformatssupported']),
  certifies: 'credential_issuer',
  isPersonal: true,
  encryptedMember: 'response',
  limits: {
    tokens: 64,
    // A presentation may fill a whole body.
    tokenCharacters: bodyBytesMax.presentationResponse,
    secrets: 256,
    recordBytes: 128 * 1024,
    shares: {
      headers: 10_000,
      query: 6_000,
      body: 24_000,
      responseHeaders: 4_000,
      responseBody: 16_000,
      decoded: 64_000,
    },
  },
}
