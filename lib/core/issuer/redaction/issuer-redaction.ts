import { asValue, showMembers } from '../../engine/redaction/message/redact-json'
import { createNames } from '../../engine/redaction/names/names'
import type { MemberDescriber, RedactionProfile } from '../../engine/redaction/redaction'
import { redactSensitive } from '../../engine/redaction/values/redact-sensitive'
import { redactText } from '../../engine/redaction/values/redact-text'
import { isGap } from '../../engine/redaction/values/text-readings'
import { describeCredential } from '../../ground/formats'
import { describeWithoutValues } from './own-claims'
import { oid4vciTokens } from './token-rules'
import { issuerVocabulary } from './vocabulary'

/**
 * How many characters to keep of a notification's `event_description`, which is free text from the wallet.
 * OID4VCI-1FINAL-11.1
 */
const eventDescriptionCharactersMax = 512

const names = createNames(issuerVocabulary)

/** `proofs` keeps its shape, so that the kinds and number of proofs stay visible. */
const describeProofs: MemberDescriber = function* (name, value, place, redaction) {
  const members = yield* showMembers({ value, place, redaction, nameOf: (type) => type })
  return members ?? (yield* redactSensitive(name, asValue(value, place, redaction), place, redaction))
}

/** How to redact the exchanges of an issuance. A record may take 64 KiB, less the member names that are not counted. */
export const issuerRedaction: RedactionProfile = {
  names,
  tokens: oid4vciTokens,
  members: new Map([['proofs', describeProofs]]),
  texts: new Map([
    [
      'eventdescription',
      (text) =>
        // What was between the parts of a value stays a gap, so that the search for values of ours joins them.
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

/** The same at an issuer whose credentials say what a tester made up: the values in them are stored as presence and length. */
export const ownClaimsRedaction: RedactionProfile = { ...issuerRedaction, describeIssued: describeWithoutValues }
