import { asValue, showMembers } from '../../engine/redaction/message/show-members'
import { createNames } from '../../engine/redaction/names/names'
import type { MemberDescriber, RedactionProfile } from '../../engine/redaction/redaction'
import { hideValue } from '../../engine/redaction/values/hide-value'
import { bodyBytesMax } from '../../ground/http/limits'
import { oid4vpTokens } from './token-rules'
import { verifierVocabulary } from './vocabulary'
import { describeWalletMetadata } from './wallet-metadata'
import { walletAddress, walletText } from './wallet-text'

const names = createNames(verifierVocabulary)

/** By the id of each query, which the tester chose, the presentations: their number stays countable. OID4VP-8.1 */
const describeVpToken: MemberDescriber = function* (name, value, place, redaction) {
  const members = yield* showMembers({ value, place, redaction, nameOf: () => name })
  return members ?? (yield* hideValue(name, asValue(value, place, redaction), place, redaction))
}

/**
 * Of the `wallet_nonce` of a fetch only the length stays beside it. It is no secret that has to go elsewhere too: the request
 * repeats it for everybody who fetches that, and the event of the fetch tells it. OID4VP-1FINAL-5.10
 */
const describeWalletNonce: MemberDescriber = (name, value, place, redaction) =>
  hideValue(name, value, place, { ...redaction, remember: () => {} })

/**
 * How exchanges of a presentation are redacted. What a wallet sends belongs to a person, or should be taken so: only
 * what is known to be harmless is shown, and of presented credentials no value, no salt and no digest.
 */
export const verifierRedaction: RedactionProfile = {
  names,
  tokens: oid4vpTokens,
  members: new Map([
    ['vptoken', describeVpToken],
    ['walletmetadata', describeWalletMetadata],
    ['walletnonce', describeWalletNonce],
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
    // A presentation may fill a body.
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
