import type { RequestContext } from '../../../engine/endpoints/request-context'
import { readJsonText } from '../../../shared/http/read-json'
import { readPublicJwk, thumbprintBytes } from '../../../shared/jose/jwk'
import { readJwt } from '../../../shared/jose/jwt'
import type { SessionId } from '../../../shared/ports/ids'
import type { WrongDerivation } from '../../../shared/ports/keys'
import type { Ports } from '../../../shared/ports/ports'
import type { PresentationSession } from '../../../shared/ports/store-types'
import { fromBase64url, fromUtf8, isBase64url, toBase64url } from '../../../shared/values/base64url'
import { isObject } from '../../../shared/values/json'
import { say, type Wording } from '../../../shared/values/wording'
import { responseKeyOf } from '../request/client-metadata'
import { entrySessions, firstKid } from '../request/dc-api/entries'
import { isForTester, type OfferedKeys, offeredKeys } from './offered-keys'
import type { EphemeralKeyReading, JwePayloadReading, ResponseJweReading } from './response-jwe-reading'

/** Decrypts a compact JWE with one private key; `null` on failure. Never rejects. */
export type OpenJwe = (jwe: string) => Promise<Uint8Array | null>

/** Session and storage access for reading an encrypted response. */
export interface ResponseJweInput {
  readonly keys: OfferedKeys
  /** Decrypts with the session's key; `null` without one. */
  readonly open: OpenJwe | null
  /** Why the session's key does not decrypt a JWE that is encrypted to it; `null` if nothing explains it. */
  readonly misderived: (jwe: string) => Promise<WrongDerivation | null>
  /** The other session that offered a key with this `kid`, and how to decrypt; `null` if none. */
  readonly otherSession: (kid: string) => Promise<{
    readonly sessionId: SessionId
    /** Index of the key's entry; `null` for a request by link. */
    readonly entry: number | null
    readonly thumbprint: string | null
    readonly open: OpenJwe | null
  } | null>
  readonly ports: Pick<Ports, 'digest' | 'isPublicKey'>
  /** True if an earlier response used an ephemeral key with this thumbprint. */
  readonly seenEphemeralKey: (thumbprint: string) => Promise<boolean>
}

/**
 * Reads an encrypted response: first the header, then the content. Also tries another session's key, to identify stale
 * requests; what it decrypts is never accepted. Never throws.
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
  const misderived = mayOpen && input.open && plaintext === null ? await input.misderived(text) : null
  const isSealed = mayOpen && plaintext === null && misderived === null && foreign === null
  return {
    text,
    compactError,
    header,
    headerError,
    partLengths: compactError === null ? parts.map(({ length }) => length) : [],
    epk: header === null ? null : await readEphemeralKey(header, { ...input, hasWorked: plaintext !== null }),
    offered: input.keys.offered,
    openedWith: own ? 'session' : other ? 'other_session' : null,
    forTester: isSealed && isForTester(header.kid, input.keys),
    misderived,
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

/** Maximum length of a header; key, `apu` and `apv` take a few hundred characters. */
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
  // On successful decryption the library has already checked that the key is on the curve.
  const ports = { digest, isPublicKey: hasWorked ? () => true : isPublicKey }
  const facts = await readPublicJwk(header.epk, { ports })
  return { facts, seenBefore: facts.thumbprint !== null && (await seenEphemeralKey(facts.thumbprint)) }
}

function readPayload(plaintext: Uint8Array): JwePayloadReading {
  const bytes = plaintext.length
  const text = fromUtf8(plaintext)
  const nothing = { nestedJws: false, parameters: null, duplicates: [], bytes }
  if (text === null) return { ...nothing, error: 'not_utf8' }
  const nested = readJwt(text.trim())
  if (nested.readable) {
    return { nestedJws: true, parameters: nested.claims, error: null, duplicates: nested.duplicates, bytes }
  }
  const json = readJsonText(text)
  if (!json.ok) {
    const isBound = json.reason === 'too_deep' || json.reason === 'too_wide'
    return { ...nothing, error: isBound ? json.reason : 'not_json' }
  }
  if (!isObject(json.value)) return { ...nothing, error: 'not_an_object' }
  return { ...nothing, parameters: json.value, error: null, duplicates: json.duplicates }
}

/** Digest of an ephemeral key, remembered because reuse is an error. RFC7518-4.6 */
export const ephemeralKeyDigest = (thumbprint: string, { ports }: Pick<RequestContext, 'ports'>): string =>
  toBase64url(ports.keyedHash('presented-key', thumbprint))

/** Input for reading an encrypted response to a session. */
export const responseJweInput = (session: PresentationSession, context: RequestContext): ResponseJweInput => ({
  keys: offeredKeys(session, context.ports),
  open: openWith(session, context),
  misderived: async (jwe) => {
    const { sealedEncryptionKey } = session
    const key = sealedEncryptionKey && (await context.ports.verifierKeys.openResponseKey(sealedEncryptionKey))
    return key ? key.misderived(jwe) : null
  },
  otherSession: async (kid) => {
    const other = kid === session.encryptionKid ? null : await context.ports.store.sessionByEncryptionKid(firstKid(kid))
    // All entries of a browser request belong to one session.
    if (other === null || other.sessionId === session.sessionId) return null
    const requests = entrySessions(other)
    const place = requests.findIndex(({ encryptionKid }) => encryptionKid === kid)
    const request = requests[place]
    return request === undefined
      ? null
      : {
          sessionId: other.sessionId,
          entry: other.dcApi === undefined ? null : place,
          thumbprint: thumbprintOf(request, context),
          open: openWith(request, context),
        }
  },
  ports: context.ports,
  seenEphemeralKey: async (thumbprint) =>
    (await context.ports.store.oneTimeValue('jwe_epk', ephemeralKeyDigest(thumbprint, context))) !== null,
})

function openWith({ sealedEncryptionKey }: PresentationSession, { ports }: RequestContext): OpenJwe | null {
  if (sealedEncryptionKey === null) return null
  return async (jwe) => {
    const key = await ports.verifierKeys.openResponseKey(sealedEncryptionKey)
    return key === null ? null : key.decrypt(jwe)
  }
}

function thumbprintOf({ request }: PresentationSession, { ports }: RequestContext): string | null {
  const bytes = thumbprintBytes(responseKeyOf(request), ports.digest)
  return bytes === null ? null : toBase64url(bytes)
}
