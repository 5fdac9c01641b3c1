import { jsonBoundPassed, readJsonText } from '../../../ground/http/read-json'
import { readPublicJwk } from '../../../ground/jose/jwk'
import { readJwt } from '../../../ground/jose/jwt'
import type { SessionId } from '../../../ground/ports/ids'
import type { Ports } from '../../../ground/ports/ports'
import { fromBase64url, fromUtf8, isBase64url } from '../../../ground/values/base64url'
import { isObject } from '../../../ground/values/json'
import { say, type Wording } from '../../../ground/values/wording'
import type { EphemeralKeyReading, JwePayloadReading, ResponseJweReading } from './response-jwe-reading'

/** Decrypts a compact JWE with one private key; `null` on failure. Never rejects. */
export type OpenJwe = (jwe: string) => Promise<Uint8Array | null>

/** What reading an encrypted response needs from the session and from storage. */
export interface ResponseJweInput {
  readonly offered: ResponseJweReading['offered']
  /** Decrypts with the session's key; `null` if it has none, or no longer has it. */
  readonly open: OpenJwe | null
  /** The other session whose request offered a key with this `kid`, with a way to decrypt; `null` if there is none. */
  readonly otherSession: (kid: string) => Promise<{
    readonly sessionId: SessionId
    /** Place of the entry with that key, from 0; `null` where a link carried the request. */
    readonly entry: number | null
    readonly thumbprint: string | null
    readonly open: OpenJwe | null
  } | null>
  readonly ports: Pick<Ports, 'digest' | 'isPublicKey'>
  /** True if an earlier answer used an ephemeral key with this thumbprint. */
  readonly seenEphemeralKey: (thumbprint: string) => Promise<boolean>
}

/**
 * Reads an encrypted response: first everything about the header, then the content. A key of another session is tried
 * too, so that a stale request can be identified; what it decrypts is never accepted. Never throws.
 */
export async function readResponseJwe(text: string, input: ResponseJweInput): Promise<ResponseJweReading> {
  const parts = text.split('.', 6)
  const compactError = errorOfParts(parts)
  const { header, error: headerError } =
    compactError === null ? readHeader(parts[0] ?? '') : { header: null, error: null }
  const kid = typeof header?.kid === 'string' ? header.kid : null
  const mayOpen = header !== null && headerError === null && !Object.hasOwn(header, 'zip')
  const own = mayOpen && input.open ? await input.open(text) : null
  const foreign = kid === null || own !== null ? null : await input.otherSession(kid)
  const other = mayOpen && foreign?.open ? await foreign.open(text) : null
  const plaintext = own ?? other
  return {
    text,
    compactError,
    header,
    headerError,
    partLengths: compactError === null ? parts.map(({ length }) => length) : [],
    epk: header === null ? null : await readEphemeralKey(header, { ...input, hasWorked: plaintext !== null }),
    offered: input.offered,
    openedWith: own ? 'session' : other ? 'other_session' : null,
    otherSession: foreign?.sessionId ?? null,
    otherEntry: foreign?.entry ?? null,
    otherThumbprint: foreign?.thumbprint ?? null,
    payload: plaintext === null ? null : readPayload(plaintext),
    plaintext: own && fromUtf8(own),
  }
}

function errorOfParts(parts: readonly string[]): Wording | null {
  if (parts.length !== 5) return say`It is not five parts separated by dots.`
  if (!parts.every((part) => /^[A-Za-z0-9_-]*$/.test(part))) return say`A part is not base64url without padding.`
  if (parts.some((part) => part.length % 4 === 1)) return say`A part has a length that base64url cannot have.`
  if (parts[0] === '' || parts[2] === '' || parts[4] === '') return say`The header, the IV or the tag is empty.`
  return null
}

/** Maximum length of a header to read: key, `apu` and `apv` take a few hundred characters. */
const headerCharactersMax = 64 * 1024

function readHeader(encoded: string): {
  readonly header: Record<string, unknown> | null
  readonly error: Wording | null
} {
  if (encoded.length > headerCharactersMax)
    return { header: null, error: say`It is longer than ${headerCharactersMax} characters.` }
  const bytes = fromBase64url(encoded)
  const text = bytes && fromUtf8(bytes)
  if (bytes === null || text === null) return { header: null, error: say`It is not UTF-8.` }
  if (!isBase64url(encoded)) return { header: null, error: say`Its base64url has bits set after the last byte.` }
  const json = readJsonText(text)
  if (!json.ok || !isObject(json.value)) return { header: null, error: say`It is not a JSON object.` }
  return { header: json.value, error: json.duplicates.length > 0 ? say`It names a member twice.` : null }
}

async function readEphemeralKey(
  header: Readonly<Record<string, unknown>>,
  {
    ports: { digest, isPublicKey },
    seenEphemeralKey,
    hasWorked,
  }: Pick<ResponseJweInput, 'ports' | 'seenEphemeralKey'> & { readonly hasWorked: boolean },
): Promise<EphemeralKeyReading | null> {
  if (!Object.hasOwn(header, 'epk')) return null
  // After a successful decryption the library has already checked that the key is a point on the curve.
  const ports = { digest, isPublicKey: hasWorked ? () => true : isPublicKey }
  const facts = await readPublicJwk(header.epk, { ports })
  return { facts, seenBefore: facts.thumbprint !== null && (await seenEphemeralKey(facts.thumbprint)) }
}

function readPayload(plaintext: Uint8Array): JwePayloadReading {
  const bytes = plaintext.length
  const text = fromUtf8(plaintext)
  const nothing = { nestedJws: false, parameters: null, duplicates: [], bytes }
  if (text === null) return { ...nothing, error: say`It is not UTF-8.` }
  const nested = readJwt(text.trim())
  if (nested.readable) {
    return { nestedJws: true, parameters: nested.claims, error: null, duplicates: nested.duplicates, bytes }
  }
  const json = readJsonText(text)
  if (!json.ok) return { ...nothing, error: say`It ${jsonBoundPassed(json) ?? say`is not JSON`}.` }
  if (!isObject(json.value)) return { ...nothing, error: say`It is JSON, but no object.` }
  return { ...nothing, parameters: json.value, error: null, duplicates: json.duplicates }
}
