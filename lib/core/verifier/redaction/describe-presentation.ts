import { type Place, within } from '../../engine/redaction/place'
import type { Redaction } from '../../engine/redaction/redaction'
import { readEncodedJson } from '../../engine/redaction/tokens/read-token-part'
import { tokenClaims, tokenHeader, tokenSignature } from '../../engine/redaction/tokens/token-content'
import { redactJoseHeader } from '../../engine/redaction/tokens/token-header'
import { hideUnknown } from '../../engine/redaction/values/hide-value'
import type { Json, JsonObject } from '../../ground/values/json'
import { describeKeyBinding } from './describe-key-binding'
import { type ClaimPath, type DecodedDisclosure, findDisclosedPaths } from './find-disclosed-paths'
import { shownNameOfPeer } from './map-members'
import { maskClaims, maskValue } from './mask-claims'
import { revealValue } from './reveal-value'
import { redactionOf } from './values-of-issuer'

/** Disclosures that are listed; more are counted. */
const disclosuresMax = 128
/** Characters of one Disclosure that is decoded: a portrait fits. */
const disclosureCharactersMax = 512 * 1024

/**
 * What a presented SD-JWT VC holds, without a salt, a signature or a digest of what was kept back, and without a value of
 * its subject but where the session reveals those of this credential: the header, the claims by name, each Disclosure
 * with its place, its digest and whether it was requested, and the key binding. `null` when the issuer-signed part does not read.
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
    claims: claims && maskClaims(claims, redaction),
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
    if (typeof salt === 'string') redaction.conceal(salt)
    const show = (step: string | number) => (typeof step === 'number' ? step : shownNameOfPeer(step, redaction))
    const path = paths.get(disclosure) ?? (name === null ? [] : [name])
    // Findings and events never repeat a value, whether it is shown here or not.
    const masked = maskValue(value, redactionOf(lastName(path), value, claims?.iss ?? null, redaction))
    return {
      kind: name === null ? 'array_element' : 'object_property',
      name: name === null ? null : shownNameOfPeer(name, redaction),
      path: paths.get(disclosure)?.map(show) ?? null,
      ...(known === undefined ? {} : { requested: known.requested, digest: known.digest }),
      salt: hideUnknown(salt, redaction),
      // What no digest refers to was not signed: anybody could have put it there.
      value:
        revealed === null || known?.isSigned !== true
          ? masked
          : revealValue(lastName(path), value, revealed, redaction),
    }
  })
}

/** An element goes by the name of its list. */
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
