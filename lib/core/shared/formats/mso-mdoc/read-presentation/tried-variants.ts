import { toBase64url, toHex } from '../../../values/base64url'
import type { PresentationInput } from '../../reading-of-presentation'
import {
  dcApiTranscript,
  dcApiTranscriptOfDraft24,
  dcApiTranscriptWithText,
  type HandoverInput,
  isoTranscript,
  sessionTranscript,
  type TranscriptVariant,
  transcriptWithText,
} from './session-transcript'

type TriedInput = Pick<PresentationInput, 'browser' | 'digest' | 'partyInfo' | 'state'>

/** A transcript that a wallet may have used by mistake for this request, with its values. */
export interface TriedVariant {
  readonly variant: TranscriptVariant
  readonly values: HandoverInput
  readonly encoded: Uint8Array
}

function variantsOfLink(handover: HandoverInput, input: TriedInput): TriedVariant[] {
  const { digest, state } = input
  const { responseUri, jwkThumbprint } = handover
  const origin = URL.canParse(responseUri) ? new URL(responseUri).origin : ''
  /** The OpenID4VP 1.0 transcript with one value changed. */
  const withValue = (variant: TranscriptVariant, change: Partial<HandoverInput>): TriedVariant => {
    const values = { ...handover, ...change }
    return { variant, values, encoded: sessionTranscript(values, digest) }
  }
  const ofForm = (variant: TranscriptVariant, encoded: Uint8Array): TriedVariant => ({
    variant,
    values: handover,
    encoded,
  })
  const texts = jwkThumbprint === null ? [] : [toBase64url(jwkThumbprint), toHex(jwkThumbprint)]
  return [
    ...(jwkThumbprint === null ? [] : [withValue('without_thumbprint', { jwkThumbprint: null })]),
    withValue('client_id_without_prefix', { clientId: withoutPrefix(handover.clientId) }),
    ...[handover.clientId, withoutPrefix(handover.clientId)].flatMap((clientId) =>
      input.partyInfo.map((nonce) => ofForm('iso_18013_7', isoTranscript({ ...handover, clientId }, nonce, digest))),
    ),
    ofForm('dc_api', dcApiTranscript(handover, origin, digest)),
    ofForm('dc_api', dcApiTranscript({ ...handover, jwkThumbprint: null }, origin, digest)),
    ofForm('dc_api_draft_24', dcApiTranscriptOfDraft24(handover, origin, digest)),
    ...(state === '' ? [] : [withValue('state_for_nonce', { nonce: state })]),
    withValue('slash_at_response_uri', {
      responseUri: responseUri.endsWith('/') ? responseUri.slice(0, -1) : `${responseUri}/`,
    }),
    withValue('origin_for_response_uri', { responseUri: origin }),
    ...texts.map((text) => ofForm('thumbprint_as_text', transcriptWithText(handover, text, digest))),
  ]
}

/**
 * Transcripts that a wallet may have used by mistake for a request through a browser. OID4VP-1FINALA-B.2.6.2
 * @param origin of the requesting page
 */
function variantsOfBrowser(handover: HandoverInput, origin: string, { browser, digest }: TriedInput): TriedVariant[] {
  const { clientId, nonce, responseUri, jwkThumbprint } = handover
  const { otherOrigins = [], otherEntries = [], clientIds = [] } = browser ?? {}
  /** The OpenID4VP values, whatever form the request has. */
  const own: HandoverInput = { clientId, nonce, responseUri, jwkThumbprint, origin }
  const withValue = (variant: TranscriptVariant, change: Partial<HandoverInput>): TriedVariant => {
    const values = { ...own, ...change }
    return { variant, values, encoded: sessionTranscript(values, digest) }
  }
  const ofForm = (variant: TranscriptVariant, encoded: Uint8Array): TriedVariant => ({ variant, values: own, encoded })
  const texts = jwkThumbprint === null ? [] : [toBase64url(jwkThumbprint), toHex(jwkThumbprint)]
  const link: HandoverInput = { clientId, nonce, responseUri, jwkThumbprint }
  const infos = [handover, ...otherEntries].flatMap(({ encryptionInfo }) => encryptionInfo ?? [])
  return [
    ...(handover.encryptionInfo === undefined ? [] : [withValue('dc_api', {})]),
    ...['origin:', 'web-origin:'].map((prefix) =>
      withValue('dc_api_prefixed_origin', { origin: `${prefix}${origin}` }),
    ),
    withValue('dc_api_slash', { origin: `${origin}/` }),
    ...otherOrigins.map((other) => withValue('dc_api_extra_origin', { origin: other })),
    ...(jwkThumbprint === null ? [] : [withValue('dc_api_without_thumbprint', { jwkThumbprint: null })]),
    ...texts.map((thumbprint) =>
      ofForm('dc_api_thumbprint_text', dcApiTranscriptWithText(own, origin, { thumbprint, digest })),
    ),
    ...otherEntries.flatMap(({ encryptionInfo, ...entry }) =>
      encryptionInfo === undefined
        ? [entry, { ...entry, jwkThumbprint }].map((values) => withValue('dc_api_other_entry', values))
        : [],
    ),
    ...[...new Set(clientIds.flatMap((id) => [id, withoutPrefix(id)]))].flatMap((id) =>
      [...new Set([jwkThumbprint, null])].map((thumbprint): TriedVariant => {
        const values = { ...link, clientId: id, jwkThumbprint: thumbprint }
        return { variant: 'openid4vp', values, encoded: sessionTranscript(values, digest) }
      }),
    ),
    ...infos
      .filter((info) => info !== handover.encryptionInfo)
      .map((encryptionInfo) => withValue('annex_c', { encryptionInfo })),
    ...[clientId, `web-origin:${origin}`].map((id) =>
      ofForm('dc_api_draft_24', dcApiTranscriptOfDraft24({ ...own, clientId: id }, origin, digest)),
    ),
  ]
}

/** A Client Identifier without its prefix. OID4VP-1FINAL-5.9.1 */
export const withoutPrefix = (clientId: string): string => clientId.slice(clientId.indexOf(':') + 1)

/** Every transcript that may explain a proof which does not verify with the right one, likeliest first. */
export const triedVariants = (handover: HandoverInput, input: TriedInput): TriedVariant[] =>
  handover.origin === undefined ? variantsOfLink(handover, input) : variantsOfBrowser(handover, handover.origin, input)

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
 * Finds the transcript that a wallet salted its MAC key with and the one that the MAC covers, which may differ. Derives
 * one key per transcript. `null` if no pair explains the MAC. ISO/IEC 18013-5 section 9.1.3.5
 */
export function findMixedMac<Key>(
  transcripts: readonly NamedTranscript[],
  { keyOf, proves }: MacOf<Key>,
): MixedMac | null {
  for (const salted of transcripts) {
    const key = keyOf(salted)
    const covered = key === null ? undefined : transcripts.find((one) => proves(key, one))
    if (covered !== undefined) return { covered, salted }
  }
  return null
}
