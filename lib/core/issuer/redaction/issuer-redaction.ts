import { asValue, showMembers } from '../../engine/redaction/message/redact-json'
import { createNames } from '../../engine/redaction/names/names'
import type { Vocabulary } from '../../engine/redaction/names/vocabulary'
import type { MemberDescriber, RedactionProfile, TokenRule } from '../../engine/redaction/redaction'
import { accessToken, oauthTokens } from '../../engine/redaction/tokens/shared-tokens'
import { describeUnitStatus, withoutPlace } from '../../engine/redaction/tokens/status-claims'
import { redactSensitive } from '../../engine/redaction/values/redact-sensitive'
import { redactText } from '../../engine/redaction/values/redact-text'
import { isGap } from '../../engine/redaction/values/text-readings'
import { describeCredential } from '../../shared/formats'
import { describeWithoutValues } from './own-claims'

/** Parameter names of OpenID for Verifiable Credential Issuance. */
export const issuerVocabulary: Vocabulary = {
  sensitive: [
    'credential',
    'credential_identifier',
    'credential_identifiers',
    'issuer_state',
    'notification_id',
    'proof',
    'proofs',
    'transaction_id',
    'tx_code',
    'user_pin',
  ],
  guessable: ['tx_code', 'user_pin'],
  visible: [
    'credential_configuration_id',
    'credential_issuer',
    'c_nonce_expires_in',
    'event',
    'event_description',
    'proof_type',
  ],
}

/** Tokens that wallets send to an issuer. OID4VCI-1FINALA-D.1, OID4VCI-1FINALA-F.1, RFC9101-10.8 */
const oid4vciTokens: readonly TokenRule[] = [
  accessToken,
  {
    kind: 'credential',
    names: ['credential'],
    types: ['dc+sd-jwt', 'vc+sd-jwt'],
    looksLike: (token) => token.includes('~'),
    insists: true,
    claims: ['iss', 'iat', 'exp', 'nbf', 'vct', 'vct#integrity', 'aka_vcts', 'cnf', 'status', '_sd_alg'],
    structured: ['aka_vcts'],
    describeClaim: (name, value, _place, redaction) => (name === 'status' ? withoutPlace(value, redaction) : undefined),
  },
  ...oauthTokens,
  {
    kind: 'proof_jwt',
    names: ['jwt'],
    types: ['openid4vci-proof+jwt'],
    claims: ['iss', 'aud', 'iat', 'exp', 'nbf'],
  },
  {
    kind: 'key_attestation',
    names: ['attestation', 'keyattestation'],
    types: ['key-attestation+jwt', 'keyattestation+jwt'],
    claims: [
      'iss',
      'iat',
      'exp',
      'nbf',
      'attested_keys',
      'key_storage',
      'user_authentication',
      'certification',
      'status',
    ],
    describeClaim: (name, value, _place, redaction) => describeUnitStatus(name, value, redaction),
    structured: ['attested_keys', 'key_storage', 'user_authentication', 'certification'],
    describeKeys(claims, thumbprint) {
      const keys = claims && Object.hasOwn(claims, 'attested_keys') ? claims.attested_keys : null
      return Array.isArray(keys) ? { attested_key_thumbprints: keys.slice(0, attestedKeysMax).map(thumbprint) } : {}
    },
  },
  {
    kind: 'request_object',
    names: ['request'],
    types: ['oauth-authz-req+jwt'],
    claims: [
      'iss',
      'aud',
      'iat',
      'exp',
      'nbf',
      'client_id',
      'redirect_uri',
      'response_type',
      'response_mode',
      'scope',
      'code_challenge',
      'code_challenge_method',
    ],
  },
]

/** Keys per attestation that keep their thumbprints. */
const attestedKeysMax = 100

/** Characters kept of a notification's `event_description`, the wallet's free text. OID4VCI-1FINAL-11.1 */
const eventDescriptionCharactersMax = 512

const names = createNames(issuerVocabulary)

/** Whether a member of our documents holds a secret: an offer in a link holds its code. */
export const isSecretName = (name: string): boolean => name === 'credential_offer' || names.isSensitive(name)

/** `proofs` keeps its shape, so that type and number of proofs stay visible. */
const describeProofs: MemberDescriber = function* (name, value, place, redaction) {
  const members = yield* showMembers({ value, place, redaction, nameOf: (type) => type })
  return members ?? (yield* redactSensitive(name, asValue(value, place, redaction), place, redaction))
}

/** Redaction profile of issuances. A record may take 64 KiB, not counting member names. */
export const issuerRedaction: RedactionProfile = {
  names,
  tokens: oid4vciTokens,
  members: new Map([['proofs', describeProofs]]),
  texts: new Map([
    [
      'eventdescription',
      (text) =>
        // Gaps between parts of a value stay, so that the search for our own values can join them.
        redactText(text, names)
          .slice(0, eventDescriptionCharactersMax)
          .replace(/[^ -~]/g, (sign) => (isGap(sign.charCodeAt(0)) ? ' ' : '?')),
    ],
  ]),
  namingKinds: new Set(['grants', 'prooftypessupported']),
  certifies: 'wallet',
  describeIssued: describeCredential,
  isPersonal: false,
  encryptedMember: null,
  limits: {
    tokens: 32,
    tokenCharacters: 64 * 1024,
    secrets: 64,
    recordBytes: 64 * 1024 - 64,
    shares: {
      headers: 10_000,
      query: 6_000,
      body: 18_000,
      responseHeaders: 4_000,
      responseBody: 10_000,
      decoded: 16_000,
    },
  },
}

/** For issuers with tester-defined claims: stores their values as presence and length. */
export const ownClaimsRedaction: RedactionProfile = { ...issuerRedaction, describeIssued: describeWithoutValues }
