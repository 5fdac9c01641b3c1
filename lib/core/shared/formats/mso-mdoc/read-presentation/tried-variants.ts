import { thumbprintBytes } from '../../../jose/jwk'
import { fromBase64url, toBase64url, toHex, utf8 } from '../../../values/base64url'
import { confusedAddresses, confusedClientIds, confusedNonces, originOf, withoutPrefix } from '../../confusable-values'
import type { ConfusableValues, PresentationInput } from '../../reading-of-presentation'
import { cborEncode } from '../mdoc-library'
import {
  embed,
  type HandoverInput,
  handoverInfo,
  handoverNames,
  handoverOf,
  isoTranscript,
  namedHandover,
  type OwnVariant,
  ownVariant,
  sessionTranscript,
  type TranscriptVariant,
  transcriptOf,
} from './session-transcript'

/** What the transcripts of a request are made of, and values that a wallet may confuse with it. */
export type TriedInput = Pick<PresentationInput, 'browser' | 'digest' | 'partyInfo' | 'state' | 'confusable'>

/** The same, with the confusable values looked up. */
type Tried = Omit<TriedInput, 'confusable'> & { readonly confusable: ConfusableValues }

/** A transcript that a wallet may have used by mistake for this request, with its values. */
export interface TriedVariant {
  readonly variant: TranscriptVariant
  readonly values: HandoverInput
  readonly encoded: Uint8Array
}

/** Makes the entries of the table for one request. */
function entriesOf(own: HandoverInput, { digest, confusable }: Tried) {
  /** The usual form with one value changed. */
  const withValue = (variant: TranscriptVariant, change: Partial<HandoverInput>): TriedVariant => {
    const values = { ...own, ...change }
    return { variant, values, encoded: sessionTranscript(values, digest) }
  }
  /** Another form of the same values. */
  const ofForm = (variant: TranscriptVariant, encoded: Uint8Array, values = own): TriedVariant => ({
    variant,
    values,
    encoded,
  })
  /** The handover of this name over other data. */
  const over = (variant: TranscriptVariant, name: OwnVariant, info: Uint8Array, values = own): TriedVariant =>
    ofForm(variant, transcriptOf(namedHandover(name, info, digest)), values)
  const thumbprints = {
    texts: own.jwkThumbprint === null ? [] : [toBase64url(own.jwkThumbprint), toHex(own.jwkThumbprint)],
    ofSentJwk: sentJwks(confusable.keys).map((json) => Uint8Array.from(digest('sha-256', json))),
    ofOtherKeys: otherThumbprints(own, { digest, confusable }),
  }
  return { withValue, ofForm, over, thumbprints }
}

/** Most other keys of the request to try. */
const otherKeysMax = 2

function otherThumbprints(
  { jwkThumbprint }: HandoverInput,
  { digest, confusable }: Pick<Tried, 'digest' | 'confusable'>,
): Uint8Array[] {
  const own = jwkThumbprint === null ? '' : toHex(jwkThumbprint)
  return confusable.keys
    .slice(0, otherKeysMax + 1)
    .flatMap((jwk) => thumbprintBytes(jwk, digest) ?? [])
    .map((bytes) => Uint8Array.from(bytes))
    .filter((bytes) => toHex(bytes) !== own)
    .slice(0, otherKeysMax)
}

/** The first key as JSON, with its members as sent and in order, none left out. */
function sentJwks([first]: ConfusableValues['keys']): string[] {
  if (first === undefined) return []
  const ordered = Object.fromEntries(Object.entries(first).sort(([one], [other]) => (one < other ? -1 : 1)))
  return [...new Set([JSON.stringify(first), JSON.stringify(ordered)])]
}

/** Each choice of one value or more that a request had before its tester changed it. */
function valuesBefore({ before = {} }: ConfusableValues): Partial<HandoverInput>[] {
  const choices: Partial<HandoverInput>[] = [{}]
  for (const [name, value] of Object.entries(before)) choices.push(...choices.map((one) => ({ ...one, [name]: value })))
  return choices.slice(1)
}

/** Forms of the handover of a link, with the values given. OID4VP-1FINALA-B.2.6.1 */
function formsOfLink(values: HandoverInput, { over, ofForm }: ReturnType<typeof entriesOf>): TriedVariant[] {
  const { clientId, nonce, jwkThumbprint, responseUri } = values
  const name = handoverNames.openid4vp
  const list = [clientId, nonce, jwkThumbprint, responseUri]
  const hashed = (variant: TranscriptVariant, info: readonly unknown[]): TriedVariant =>
    over(variant, 'openid4vp', cborEncode(info), values)
  return [
    hashed('of_three', [clientId, nonce, responseUri]),
    hashed('response_uri_before_nonce', [clientId, responseUri, nonce, jwkThumbprint]),
    hashed('response_uri_before_nonce', [clientId, responseUri, nonce]),
    hashed('response_uri_before_nonce', [clientId, responseUri, jwkThumbprint, nonce]),
    ofForm('not_hashed', transcriptOf([name, handoverInfo(values)]), values),
    ofForm('not_hashed', transcriptOf([name, list]), values),
    ofForm('not_hashed', transcriptOf([name, ...list]), values),
    over('tag_24_before_hashing', 'openid4vp', embed(handoverInfo(values)), values),
  ]
}

function variantsOfLink(handover: HandoverInput, input: Tried): TriedVariant[] {
  const { digest, confusable, partyInfo } = input
  const { clientId, nonce, responseUri, jwkThumbprint } = handover
  const entries = entriesOf(handover, input)
  const { withValue, ofForm, over, thumbprints } = entries
  const origin = originOf(responseUri) ?? ''
  const clientIds = confusedClientIds({ clientId, confusable })
  const bare = clientIds.filter(({ name }) => name === 'without_prefix')
  const mdocNonces = [...new Set([...partyInfo, ...(confusable.walletNonce === null ? [] : [confusable.walletNonce])])]
  const addresses = { slash: 'slash_at', origin: 'origin_for', request_uri: 'request_uri_for' } as const
  const dcApi = (...info: readonly unknown[]): Uint8Array =>
    transcriptOf(namedHandover('dc_api', cborEncode(info), digest))
  return [
    ...valuesBefore(confusable).map((values) => withValue('before_change', values)),
    ...(jwkThumbprint === null ? [] : [withValue('without_thumbprint', { jwkThumbprint: null })]),
    ...bare.map(({ value }) => withValue('client_id_without_prefix', { clientId: value })),
    ...[clientId, ...bare.map(({ value }) => value)].flatMap((id) =>
      mdocNonces.map((mdocNonce) => {
        const values = { ...handover, clientId: id }
        return ofForm('iso_18013_7', isoTranscript(values, mdocNonce, digest), values)
      }),
    ),
    ...[...new Set([jwkThumbprint, null])].map((one) => ofForm('dc_api', dcApi(origin, nonce, one))),
    ofForm('dc_api_draft_24', dcApi(origin, clientId, nonce)),
    ...confusedNonces(input).map(({ name, value }) => withValue(`${name}_for_nonce`, { nonce: value })),
    ...confusedAddresses({ responseUri, confusable }).map(({ name, value }) =>
      withValue(`${addresses[name]}_response_uri`, { responseUri: value }),
    ),
    ...thumbprints.texts.map((text) =>
      over('thumbprint_as_text', 'openid4vp', cborEncode([clientId, nonce, text, responseUri])),
    ),
    ...formsOfLink(handover, entries),
    ofForm('transcript_under_tag_24', embed(sessionTranscript(handover, digest))),
    ofForm('handover_alone', cborEncode(handoverOf(handover, digest))),
    over('nonce_as_bytes', 'openid4vp', cborEncode([clientId, utf8(nonce), jwkThumbprint, responseUri])),
    ...thumbprints.ofSentJwk.map((one) => withValue('thumbprint_of_sent_jwk', { jwkThumbprint: one })),
    ...thumbprints.ofOtherKeys.map((one) => withValue('thumbprint_of_other_key', { jwkThumbprint: one })),
    ...clientIds.flatMap(({ name, value }) =>
      name === 'of_another_form' ? [withValue('client_id_of_another_form', { clientId: value })] : [],
    ),
    // A form and the client id are the only parts that may both differ.
    ...bare.flatMap(({ value }) => formsOfLink({ ...handover, clientId: value }, entries)),
  ]
}

/** Forms of the handover that an ISO/IEC 18013-7 request through a browser calls for. ISO18013-7-C */
function formsOfAnnexC(
  handover: HandoverInput,
  { over, withValue, ofForm }: ReturnType<typeof entriesOf>,
): TriedVariant[] {
  const { encryptionInfo, origin } = handover
  if (encryptionInfo === undefined) return []
  const bytes = fromBase64url(encryptionInfo)
  return [
    withValue('dc_api', {}),
    over('annex_c_info_under_tag_24', 'annex_c', embed(handoverInfo(handover)), handover),
    ...[bytes, utf8(encryptionInfo)].flatMap((one) =>
      one === null ? [] : [over('annex_c_info_as_bytes', 'annex_c', cborEncode([Uint8Array.from(one), origin]))],
    ),
    ofForm('not_hashed', transcriptOf([handoverNames.annex_c, [encryptionInfo, origin]]), handover),
  ]
}

/**
 * Transcripts that a wallet may have used by mistake for a request through a browser. OID4VP-1FINALA-B.2.6.2
 * @param origin of the requesting page
 */
function variantsOfBrowser(handover: HandoverInput, origin: string, input: Tried): TriedVariant[] {
  const { browser, digest } = input
  const { clientId, nonce, responseUri, jwkThumbprint } = handover
  const { otherOrigins = [], otherEntries = [], clientIds = [] } = browser ?? {}
  /** The OpenID4VP values, whatever form the request has. */
  const own: HandoverInput = { clientId, nonce, responseUri, jwkThumbprint, origin }
  const entries = entriesOf(own, input)
  const { withValue, ofForm, over, thumbprints } = entries
  const link: HandoverInput = { clientId, nonce, responseUri, jwkThumbprint }
  const infos = [handover, ...otherEntries].flatMap(({ encryptionInfo }) => encryptionInfo ?? [])
  const isAnnexC = ownVariant(handover) === 'annex_c'
  /** The handover of a link, as far as the request has its values. */
  const ofLink = (variant: TranscriptVariant, address: string): TriedVariant[] =>
    [...new Set(clientIds.flatMap((id) => [id, withoutPrefix(id)]))].flatMap((id) =>
      [...new Set([jwkThumbprint, null])].map((thumbprint): TriedVariant => {
        const values = { ...link, clientId: id, jwkThumbprint: thumbprint, responseUri: address }
        return { variant, values, encoded: sessionTranscript(values, digest) }
      }),
    )
  return [
    // There a nonce is all that a tester can change.
    ...valuesBefore(input.confusable)
      .filter(({ nonce: before }) => before !== undefined)
      .map(({ nonce: before = '' }) => withValue('before_change', { nonce: before })),
    ...formsOfAnnexC(handover, entries),
    ...['origin:', 'web-origin:'].map((prefix) =>
      withValue('dc_api_prefixed_origin', { origin: `${prefix}${origin}` }),
    ),
    withValue('dc_api_slash', { origin: `${origin}/` }),
    ...otherOrigins.map((other) => withValue('dc_api_extra_origin', { origin: other })),
    ...(jwkThumbprint === null ? [] : [withValue('dc_api_without_thumbprint', { jwkThumbprint: null })]),
    ...thumbprints.texts.map((text) => over('dc_api_thumbprint_text', 'dc_api', cborEncode([origin, nonce, text]))),
    ...otherEntries.flatMap(({ encryptionInfo, ...entry }) =>
      encryptionInfo === undefined
        ? [entry, { ...entry, jwkThumbprint }].map((values) => withValue('dc_api_other_entry', values))
        : [],
    ),
    ...ofLink('openid4vp', responseUri),
    ...infos
      .filter((info) => info !== handover.encryptionInfo)
      .map((encryptionInfo) => withValue('annex_c', { encryptionInfo })),
    ...[clientId, `web-origin:${origin}`].map((id) =>
      over('dc_api_draft_24', 'dc_api', cborEncode([origin, id, nonce])),
    ),
    ofForm('transcript_under_tag_24', embed(sessionTranscript(handover, digest)), handover),
    ofForm('handover_alone', cborEncode(handoverOf(handover, digest)), handover),
    ...ofLink('redirect_with_origin', origin),
    ...(isAnnexC
      ? []
      : [
          ofForm('not_hashed', transcriptOf([handoverNames.dc_api, handoverInfo(own)])),
          ofForm('not_hashed', transcriptOf([handoverNames.dc_api, [origin, nonce, jwkThumbprint]])),
          over('tag_24_before_hashing', 'dc_api', embed(handoverInfo(own))),
          over('nonce_as_bytes', 'dc_api', cborEncode([origin, utf8(nonce), jwkThumbprint])),
          ...thumbprints.ofSentJwk.map((one) => withValue('thumbprint_of_sent_jwk', { jwkThumbprint: one })),
          ...thumbprints.ofOtherKeys.map((one) => withValue('thumbprint_of_other_key', { jwkThumbprint: one })),
        ]),
  ]
}

/** Every transcript that may explain a proof which does not verify with the right one, likeliest first. */
export function triedVariants(handover: HandoverInput, input: TriedInput): TriedVariant[] {
  const tried = { ...input, confusable: input.confusable() }
  return handover.origin === undefined
    ? variantsOfLink(handover, tried)
    : variantsOfBrowser(handover, handover.origin, tried)
}

/** A transcript that a device may have used, with the other session that it belongs to, if any. */
export interface NamedTranscript {
  readonly variant: TranscriptVariant
  readonly encoded: Uint8Array
  readonly session: string | null
}

/** The transcript that a MAC covers, and the one that its key was salted with. */
export interface MixedMac {
  readonly covered: NamedTranscript
  readonly salted: NamedTranscript
}

/** How to compute a MAC from transcripts. */
interface MacOf<Key> {
  /** The key salted with this transcript; `null` if there is none. */
  readonly keyOf: (transcript: NamedTranscript) => Key | null
  /** Whether the MAC verifies over this transcript with that key. */
  readonly proves: (key: Key, transcript: NamedTranscript) => boolean
}

/**
 * Finds the transcript that a wallet salted its MAC key with and the one that the MAC covers, which may differ if one of
 * them is the first of the list. Derives one key per transcript. `null` if no pair explains the MAC. ISO/IEC 18013-5
 * section 9.1.3.5
 */
export function findMixedMac<Key>(
  transcripts: readonly NamedTranscript[],
  { keyOf, proves }: MacOf<Key>,
): MixedMac | null {
  const [own] = transcripts
  for (const salted of transcripts) {
    const key = keyOf(salted)
    if (key === null || own === undefined) continue
    const covered = (salted === own ? transcripts : [salted, own]).find((one) => proves(key, one))
    if (covered !== undefined) return { covered, salted }
  }
  return null
}
