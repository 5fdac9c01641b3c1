import { type Place, within } from '../../engine/redaction/place'
import type { Redaction } from '../../engine/redaction/redaction'
import { readEncodedJson } from '../../engine/redaction/tokens/read-token'
import { redactJoseHeader, tokenClaims, tokenHeader, tokenSignature } from '../../engine/redaction/tokens/token-content'
import { redactUnknown } from '../../engine/redaction/values/redact-sensitive'
import type { Json, JsonObject } from '../../ground/values/json'
import { describeKeyBinding } from './describe-key-binding'
import { type ClaimPath, type DecodedDisclosure, findDisclosedPaths } from './find-disclosed-paths'
import { shownNameOfPeer } from './map-members'
import { redactPresentedClaims, redactPresentedValue } from './redact-presented-claims'
import { revealValue } from './reveal-value'
import { redactionOf } from './values-of-issuer'

/** How many Disclosures to list; the rest are only counted. */
const disclosuresMax = 128
/** The longest Disclosure to decode, in characters: enough for a portrait. */
const disclosureCharactersMax = 512 * 1024

/**
 * What a presented SD-JWT VC contains: the header, the claims by name, each Disclosure with its place, its digest and
 * whether it was requested, and the key binding. Leaves out salts, signatures and digests of undisclosed claims. Hides
 * the subject's values unless the session reveals those of this credential. `null` if the issuer-signed part cannot be
 * read.
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
    // Mask the value even if it is shown here, so that findings and events never repeat it.
    const redacted = redactPresentedValue(value, redactionOf(lastName(path), value, claims?.iss ?? null, redaction))
    return {
      kind: name === null ? 'array_element' : 'object_property',
      name: name === null ? null : shownNameOfPeer(name, redaction),
      path: paths.get(disclosure)?.map(show) ?? null,
      ...(known === undefined ? {} : { requested: known.requested, digest: known.digest }),
      salt: redactUnknown(salt, redaction),
      // A value that no digest refers to is not signed, so anyone could have added it.
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
