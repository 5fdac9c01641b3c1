import { asValue, showMembers } from '../../engine/redaction/message/show-members'
import { createNames } from '../../engine/redaction/names/names'
import type { MemberDescriber, RedactionProfile } from '../../engine/redaction/redaction'
import { hideValue } from '../../engine/redaction/values/hide-value'
import { scrubText } from '../../engine/redaction/values/scrub-text'
import { describeCredential } from '../../ground/formats'
import { oid4vciTokens } from './token-rules'
import { issuerVocabulary } from './vocabulary'

/** Characters of a notification's description, which is free text of the wallet. OID4VCI-1FINAL-11.1 */
const eventDescriptionCharactersMax = 512

const names = createNames(issuerVocabulary)

/** `proofs` keeps its shape, so that kind and number of proofs stay countable. */
const describeProofs: MemberDescriber = function* (name, value, place, redaction) {
  const members = yield* showMembers({ value, place, redaction, nameOf: (type) => type })
  return members ?? (yield* hideValue(name, asValue(value, place, redaction), place, redaction))
}

/** How exchanges of an issuance are redacted. 64 KiB a record, less the names of the members that are not counted. */
export const issuerRedaction: RedactionProfile = {
  names,
  tokens: oid4vciTokens,
  members: new Map([['proofs', describeProofs]]),
  texts: new Map([
    [
      'eventdescription',
      (text) =>
        scrubText(text, names)
          .slice(0, eventDescriptionCharactersMax)
          .replace(/[^ -~]/g, '?'),
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
