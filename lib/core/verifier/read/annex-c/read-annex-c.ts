import type { RequestContext } from '../../../engine/endpoints/request-context'
import { bytesOf, type CborItem, itemsOf, memberOf, textOf } from '../../../shared/cbor/cbor-item'
import { readCbor } from '../../../shared/cbor/read-cbor'
import type { DcApi, DcApiEntry } from '../../../shared/ports/dc-api'
import type { Decrypter, HpkeMessage } from '../../../shared/ports/keys'
import type { Ports } from '../../../shared/ports/ports'
import type { PresentationSession } from '../../../shared/ports/store-types'
import { fromBase64url, fromUtf8, isBase64url, toBase64url, withoutPadding } from '../../../shared/values/base64url'
import type { Json, JsonObject } from '../../../shared/values/json'
import { say, type Wording } from '../../../shared/values/wording'
import type { RequestFacts, ResponseParameters } from '../response/response-reading'
import {
  type AnnexCBinding,
  type AnnexCPlaintext,
  type AnnexCReading,
  type AnnexCVariant,
  annexCHash,
  annexCInfos,
  annexCTranscript,
  type EncReading,
} from './annex-c-reading'
import { deviceResponsesByQuery } from './device-responses'

type Open = Decrypter['openHpke']

/** Session and entry data for reading a response. */
export interface AnnexCInput extends AnnexCBinding {
  /** Decrypts with the entry's key; `null` if it was deleted. */
  readonly open: Open | null
  /** Decrypts with the keys of other entries; for hints only. */
  readonly openOthers: readonly Open[]
  readonly ports: Pick<Ports, 'digest' | 'isPublicKey'>
}

/**
 * Reads `data` of an ISO/IEC 18013-7 response: text, CBOR, sender's key and encrypted content. If it does not decrypt,
 * tries other ways of encrypting, to explain the error; what decrypts like that is never accepted. Never throws.
 * @see ISO18013-7-C, https://www.rfc-editor.org/rfc/rfc9180
 */
export function readAnnexC(data: JsonObject, input: AnnexCInput): AnnexCReading {
  const text = typeof data.response === 'string' ? data.response : null
  const textError = errorOfText(data)
  const bytes = text === null ? null : decode(text)
  const structure = bytes === null ? null : readStructure(bytes)
  const enc = structure?.enc ?? null
  const point = enc && readEnc(enc, input.ports)
  const sealed =
    enc !== null && point?.valid === true && structure?.ciphertext != null
      ? { enc, ciphertext: structure.ciphertext }
      : null
  const opened = sealed && openAsAsked(sealed, input)
  return {
    text,
    textError,
    structureError: structure?.error ?? null,
    furtherMembers: structure?.furtherMembers ?? [],
    enc: point,
    ciphertextBytes: structure?.ciphertext?.length ?? null,
    opened: opened !== null,
    variant: sealed !== null && opened === null ? variantOf(sealed, input) : null,
    plaintext: opened && readPlaintext(opened),
    otherMembers: Object.keys(data).filter((name) => name !== 'response'),
  }
}

function errorOfText({ response }: JsonObject): Wording | null {
  if (response === undefined) return say`The member response is absent.`
  if (typeof response !== 'string') return say`The member response is no text.`
  if (response === '') return say`The text is empty.`
  if (isBase64url(response)) return null
  const repaired = repair(response)
  if (!isBase64url(repaired)) return say`It has other characters, or a length that base64url cannot have.`
  if (repaired === withoutPadding(response)) return say`It is padded.`
  return say`It is base64 of another alphabet, or has white space in it.`
}

/** Decodes either alphabet of base64. */
const decode = (text: string): Uint8Array | null => fromBase64url(text) ?? fromBase64url(repair(text))

const repair = (text: string): string =>
  withoutPadding(text.replaceAll(/\s/g, '')).replaceAll('+', '-').replaceAll('/', '_')

interface Structure {
  readonly error: Wording | null
  readonly enc: Uint8Array | null
  readonly ciphertext: Uint8Array | null
  readonly furtherMembers: readonly (string | null)[]
}

const sealedMembers: readonly (string | null)[] = ['enc', 'cipherText']

/** `["dcapi", {"enc": bstr, "cipherText": bstr}]` */
function readStructure(bytes: Uint8Array): Structure {
  const reading = readCbor(bytes)
  if (!reading.ok)
    return { error: say`It is no CBOR that can be read.`, enc: null, ciphertext: null, furtherMembers: [] }
  const items = itemsOf(reading.item) ?? []
  const [name = null, sealed = null] = items
  const [enc, ciphertext] = [bytesOf(memberOf(sealed, 'enc')), bytesOf(memberOf(sealed, 'cipherText'))]
  const names = sealed?.kind === 'map' ? sealed.entries.map(([one]) => textOf(one)) : []
  const furtherMembers = names.filter((one) => !sealedMembers.includes(one))
  return { error: errorOfStructure(reading, { name, sealed, enc, ciphertext }), enc, ciphertext, furtherMembers }
}

function errorOfStructure(
  { item, trailing, duplicates }: Extract<ReturnType<typeof readCbor>, { ok: true }>,
  {
    name,
    sealed,
    enc,
    ciphertext,
  }: { readonly name: CborItem | null; readonly sealed: CborItem | null } & Pick<Structure, 'enc' | 'ciphertext'>,
): Wording | null {
  if (item.kind !== 'array') return say`It is no array.`
  if (item.items.length !== 2) return say`It is an array of ${item.items.length} items.`
  if (textOf(name) !== 'dcapi') return say`Its first item is not the text dcapi.`
  if (sealed?.kind !== 'map') return say`Its second item is no map.`
  if (enc === null) return say`It has no byte string enc.`
  if (ciphertext === null) return say`It has no byte string cipherText.`
  if (duplicates > 0) return say`A map names a member twice.`
  return trailing > 0 ? say`Bytes follow it.` : null
}

const [pointBytes, uncompressed] = [65, 4]

/** RFC9180-7.1.1 */
function readEnc(enc: Uint8Array, { isPublicKey }: Pick<Ports, 'isPublicKey'>): EncReading {
  const form = enc[0] ?? null
  const isLong = enc.length === pointBytes && form === uncompressed
  const [x, y] = [toBase64url(enc.subarray(1, 33)), toBase64url(enc.subarray(33))]
  return { bytes: enc.length, form, valid: isLong && isPublicKey({ kty: 'EC', crv: 'P-256', x, y }) }
}

type Sealed = Pick<HpkeMessage, 'enc' | 'ciphertext'>

const nothing = new Uint8Array()

function openAsAsked(sealed: Sealed, { open, ports, ...binding }: AnnexCInput): Uint8Array | null {
  return open?.({ ...sealed, info: annexCTranscript(binding, ports.digest), aad: nothing }) ?? null
}

function variantOf(sealed: Sealed, input: AnnexCInput): AnnexCVariant | null {
  const { open, openOthers, ports, encryptionInfo, origin } = input
  const transcriptOf = (change: Partial<AnnexCBinding>): Uint8Array =>
    annexCTranscript({ encryptionInfo, origin, ...change }, ports.digest)
  const own = transcriptOf({})
  const padded = encryptionInfo.padEnd(Math.ceil(encryptionInfo.length / 4) * 4, '=')
  const hashes = [annexCHash(input, ports.digest), Uint8Array.from(ports.digest('sha-256', own))]
  const tried: readonly (readonly [AnnexCVariant, Pick<HpkeMessage, 'info' | 'aad'>])[] = [
    ['empty_info', { info: nothing, aad: nothing }],
    ...hashes.map((info) => ['hash_as_info', { info, aad: nothing }] as const),
    ...annexCInfos(input, ports.digest).map(([name, info]) => [name, { info, aad: nothing }] as const),
    ['origin_with_slash', { info: transcriptOf({ origin: `${origin}/` }), aad: nothing }],
    ['padded_encryption_info', { info: transcriptOf({ encryptionInfo: padded }), aad: nothing }],
    ['transcript_as_aad', { info: own, aad: own }],
    ['transcript_as_aad', { info: nothing, aad: own }],
  ]
  const found = tried.find(([, known]) => open !== null && open({ ...sealed, ...known }) !== null)
  if (found !== undefined) return found[0]
  const infos = [own, nothing]
  const isOfOther = openOthers.some((other) => infos.some((info) => other({ ...sealed, info, aad: nothing }) !== null))
  return isOfOther ? 'key_of_another_entry' : null
}

/** Major type of a map, in the first three bits. RFC8949-3.1 */
const mapType = 5

function readPlaintext(plaintext: Uint8Array): AnnexCPlaintext {
  const bytes = plaintext.length
  if (isMap(plaintext)) return { form: 'map', bytes, deviceResponse: toBase64url(plaintext) }
  const text = fromUtf8(plaintext)
  const decoded = text === null ? null : decode(text)
  return decoded !== null && isMap(decoded)
    ? { form: 'base64url', bytes, deviceResponse: toBase64url(decoded) }
    : { form: 'other', bytes, deviceResponse: null }
}

const isMap = (bytes: Uint8Array): boolean => (bytes[0] ?? 0) >> 5 === mapType

/** An ISO/IEC 18013-7 response, translated to OpenID4VP. */
export interface OpenedAnnexC {
  readonly reading: AnnexCReading
  /** With a `vp_token` of its documents, if any. */
  readonly parameters: ResponseParameters
  /** RFC 7638 thumbprint of the decrypting key; `null` if it did not decrypt. */
  readonly thumbprint: string | null
}

/**
 * Decrypts an ISO/IEC 18013-7 response. Its documents are read like an OpenID4VP response to the same query: one
 * presentation per credential query. Never throws on bad input.
 * @param data as returned by the browser; empty if that was no object
 * @see ISO18013-7-C
 */
export async function openAnnexC(
  data: JsonObject,
  {
    session,
    dcApi,
    entry,
    request: { dcql, binding },
  }: {
    readonly session: PresentationSession
    readonly dcApi: DcApi
    readonly entry: DcApiEntry
    readonly request: Pick<RequestFacts, 'dcql' | 'binding'>
  },
  { ports }: Pick<RequestContext, 'ports'>,
): Promise<OpenedAnnexC> {
  const keys = await Promise.all(
    dcApi.entries.map(async (one, place) => {
      const sealed = session.sealedEntryKeys?.[place] ?? null
      const key = sealed === null ? null : await ports.verifierKeys.openResponseKey(sealed)
      return { isOwn: one === entry, open: key?.openHpke ?? null }
    }),
  )
  const reading = readAnnexC(data, {
    encryptionInfo: entry.encryptionInfo ?? '',
    origin: binding?.origin ?? '',
    open: keys.find(({ isOwn }) => isOwn)?.open ?? null,
    openOthers: keys.flatMap(({ isOwn, open }) => (isOwn || open === null ? [] : [open])),
    ports,
  })
  const deviceResponse = reading.plaintext?.deviceResponse ?? null
  const answered = deviceResponse === null || dcql === null ? [] : deviceResponsesByQuery(deviceResponse, dcql)
  const vpToken: Json | undefined =
    answered.length === 0 ? undefined : Object.fromEntries(answered.map(({ queryId, text }) => [queryId, [text]]))
  return {
    reading,
    parameters: { ...parametersOf(data), vpToken },
    thumbprint: reading.opened ? entry.thumbprint : null,
  }
}

/** An error must be the only member; beside a response it is just another member. */
function parametersOf(data: JsonObject): ResponseParameters {
  const errors: JsonObject = data.response === undefined ? data : {}
  return {
    source: 'json_body',
    names: Object.keys(data),
    vpToken: undefined,
    idToken: undefined,
    code: undefined,
    state: undefined,
    iss: undefined,
    error: errors.error,
    errorDescription: errors.error_description,
    errorUri: errors.error_uri,
    presentationSubmission: undefined,
  }
}
