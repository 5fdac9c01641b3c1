import { redactJwk } from '../../engine/redaction/message/redact-json'
import { type Place, within } from '../../engine/redaction/place'
import type { Redaction } from '../../engine/redaction/redaction'
import { readEncodedJson } from '../../engine/redaction/tokens/read-token'
import { redactJoseHeader, tokenClaims, tokenHeader, tokenSignature } from '../../engine/redaction/tokens/token-content'
import { redactPersonal, redactUnknown } from '../../engine/redaction/values/redact-sensitive'
import type { Sha256 } from '../../shared/ports/ports'
import { toBase64url } from '../../shared/values/base64url'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import { redactPresentedClaims, redactPresentedValue } from './redact-presented-claims'
import { revealValue } from './reveal-value'
import { mapMembers, showNumber, shownNameOfPeer, showText, showTexts } from './show-text'
import { redactionOf, withoutTypes } from './values-of-issuer'

interface DecodedDisclosure {
  readonly encoded: string
  readonly salt: Json
  /** `null` for an array element. */
  readonly name: string | null
  readonly value: Json
}

type ClaimPath = readonly (string | number)[]

/**
 * Finds each Disclosure's place in the credential by following digests from the claims. Omits unreferenced ones.
 * SHA-256 only, the default of `_sd_alg`. RFC9901-7.1
 */
function findDisclosedPaths(
  claims: Json,
  disclosures: readonly DecodedDisclosure[],
  sha256: Sha256,
): ReadonlyMap<DecodedDisclosure, ClaimPath> {
  const byDigest = new Map(
    disclosures.map((disclosure) => [toBase64url(sha256(disclosure.encoded)), disclosure] as const),
  )
  const paths = new Map<DecodedDisclosure, ClaimPath>()
  const find = (digest: unknown, path: (name: string | null) => ClaimPath | null): void => {
    const disclosure = typeof digest === 'string' ? byDigest.get(digest) : undefined
    const place = disclosure === undefined || paths.has(disclosure) ? null : path(disclosure.name)
    if (disclosure === undefined || place === null) return
    paths.set(disclosure, place)
    walk(disclosure.value, place)
  }
  const walk = (value: Json, path: ClaimPath): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        if (isObject(item) && Object.hasOwn(item, '...'))
          find(item['...'], (name) => (name === null ? [...path, index] : null))
        else walk(item, [...path, index])
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        if (name === '_sd' && Array.isArray(member)) {
          for (const digest of member) find(digest, (name) => (name === null ? null : [...path, name]))
        } else walk(member, [...path, name])
      }
    }
  }
  walk(claims, [])
  return paths
}

/** Not personal: these answer our request and bind the presentation to it. RFC9901-4.3, OID4VP-B.3.3 */
const shownClaims: ReadonlyMap<string, (value: Json, redaction: Redaction) => Json> = new Map([
  ['aud', (value, redaction) => showOurs(value, redaction)],
  ['nonce', (value, redaction) => showOurs(value, redaction)],
  ['sd_hash', showText],
  ['response_mode', (value, redaction) => showOurs(value, redaction)],
  ['iat', showNumber],
  ['nbf', showNumber],
  ['exp', showNumber],
  ['transaction_data_hashes', showTexts],
  ['transaction_data_hashes_alg', showText],
])

/**
 * Shows what should repeat our request. If it differs, the wallet wrote it, so personal identifiers are removed, as in
 * findings. The last pass over the exchange removes disclosed values.
 */
function showOurs(value: Json, redaction: Redaction): Json {
  if (Array.isArray(value)) return value.map((item) => showOurs(item, redaction))
  const shown = showText(value, redaction)
  return typeof shown === 'string' ? redactPersonal(shown) : shown
}

/** The Key Binding JWT at the end of a presentation; `null` if absent. */
export function describeKeyBinding(token: string, redaction: Redaction): JsonObject | null {
  if (token === '') return null
  const header = tokenHeader(token, redaction)
  if (header === null) return { unreadable: true, length: token.length }
  const claims = tokenClaims(token, redaction)
  return {
    header: mapMembers(header, redaction, (name, value) => showParameter(name, value, redaction)),
    claims:
      claims &&
      mapMembers(claims, redaction, (name, value) => (shownClaims.get(name) ?? redactUnknown)(value, redaction)),
    signature: tokenSignature(token, redaction),
  }
}

/** The holder's `kid` may be the key itself, as in a `did:jwk`. */
function showParameter(name: string, value: Json, redaction: Redaction): Json {
  if (name === 'alg' || name === 'typ') return showOurs(value, redaction)
  return name === 'jwk' && isJsonObject(value) ? redactJwk(value, false, redaction) : redactUnknown(value, redaction)
}

const isJsonObject = (value: Json): value is JsonObject => isObject(value)

/** Disclosures listed; the rest is counted. */
const disclosuresMax = 128

/** Longest Disclosure decoded, in characters: enough for a portrait. */
const disclosureCharactersMax = 512 * 1024

/**
 * Describes a presented SD-JWT VC: header, claims by name, each Disclosure with place, digest and whether it was
 * requested, and key binding. Omits salts, signatures and undisclosed digests. Hides the subject's values unless the
 * session reveals those of this credential. `null` if the issuer-signed part is unreadable.
 * @see RFC9901-4, SDJWTVC-3.2
 */
export function describePresentation(token: string, place: Place, redaction: Redaction): JsonObject | null {
  const [jwt = '', ...rest] = token.split('~')
  const header = tokenHeader(jwt, redaction)
  if (header === null) return null
  const claims = tokenClaims(jwt, redaction)
  const encoded = rest.slice(0, -1)
  const signature = tokenSignature(jwt, redaction)
  return {
    kind: 'presented_credential',
    header: redactJoseHeader(header, within(place, 'header'), redaction),
    claims: claims && redactPresentedClaims(claims, redaction),
    disclosures: describeDisclosures(encoded.slice(0, disclosuresMax), claims, { jwt, redaction }),
    ...(encoded.length > disclosuresMax ? { disclosures_omitted: encoded.length - disclosuresMax } : {}),
    key_binding: rest.length === 0 ? null : describeKeyBinding(rest.at(-1) ?? '', redaction),
    signature: signature === 'unchecked' ? tokenSignature(token, redaction) : signature,
  }
}

function describeDisclosures(
  encoded: readonly string[],
  claims: JsonObject | null,
  { jwt, redaction }: { readonly jwt: string; readonly redaction: Redaction },
): JsonObject[] {
  const revealed = redaction.revealOf(jwt)
  const read = redaction.tokenOf(jwt)?.disclosures
  const decoded = encoded.map((text) => decodedOf(text, read?.get(text)))
  const readable = decoded.filter((disclosure) => disclosure !== null)
  const { sha256 } = redaction
  const paths =
    sha256 === undefined || (claims?._sd_alg ?? 'sha-256') !== 'sha-256'
      ? new Map<DecodedDisclosure, ClaimPath>()
      : findDisclosedPaths(claims, readable, sha256)
  return decoded.map((disclosure, index) => {
    if (disclosure === null) return { kind: 'unreadable', length: encoded[index]?.length ?? 0 }
    const { salt, name, value } = disclosure
    const known = read?.get(disclosure.encoded)
    if (typeof salt === 'string') redaction.rememberPersonal(salt)
    const show = (step: string | number) => (typeof step === 'number' ? step : shownNameOfPeer(step, redaction))
    const path = paths.get(disclosure) ?? (name === null ? [] : [name])
    // Masks the value even if it is shown here, so that findings and events never repeat it.
    const personal = withoutTypes(lastName(path), claims, redaction)
    const redacted = redactPresentedValue(value, redactionOf(lastName(path), value, claims?.iss ?? null, personal))
    return {
      kind: name === null ? 'array_element' : 'object_property',
      name: name === null ? null : shownNameOfPeer(name, redaction),
      path: paths.get(disclosure)?.map(show) ?? null,
      ...(known === undefined ? {} : { requested: known.requested, digest: known.digest }),
      salt: redactUnknown(salt, redaction),
      // An unreferenced value is unsigned, so anybody could have added it.
      value:
        revealed === null || known?.isSigned !== true
          ? redacted
          : revealValue(lastName(path), value, revealed, redaction),
    }
  })
}

/** An array element takes the name of its list. */
const lastName = (path: ClaimPath): string | null => path.findLast((step) => typeof step === 'string') ?? null

const decodedOf = (encoded: string, read: Omit<DecodedDisclosure, 'encoded'> | undefined): DecodedDisclosure | null =>
  read === undefined ? decodeDisclosure(encoded) : { encoded, ...read }

function decodeDisclosure(encoded: string): DecodedDisclosure | null {
  const content: Json | undefined = encoded.length > disclosureCharactersMax ? undefined : readEncodedJson(encoded)
  if (!Array.isArray(content)) return null
  const [salt = null, second = null, third = null] = content
  if (content.length === 2) return { encoded, salt, name: null, value: second }
  return content.length === 3 && typeof second === 'string' ? { encoded, salt, name: second, value: third } : null
}
