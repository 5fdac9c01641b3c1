import { readJsonText } from '../../http/read-json'
import { publicMembers } from '../../jose/jwk'
import { makeJwt } from '../../jose/jwt'
import type { PidValue } from '../../pid/attributes'
import { invariant } from '../../ports/errors'
import type { HashFunction, Random } from '../../ports/ports'
import { toEpochSeconds } from '../../time/time'
import { fromBase64url, fromUtf8, toBase64url, utf8 } from '../../values/base64url'
import { isObject, type Json, type JsonObject } from '../../values/json'
import type { IssuedCredential, IssueInput } from '../credential-format'
import { credentialExpiry, credentialStart, hashOf } from '../credential-validity'
import { isAtPath, type OwnCredential } from '../own-credential'

/** Salt of a disclosure: 128 bits, as RFC 9901 section 9.3 recommends. */
const saltBytes = 16

/** A Disclosure, its content, and the digest that replaces it in the signed part. */
export interface Disclosure {
  /** Salt, name (absent for an array element) and value. */
  readonly content: readonly Json[]
  readonly encoded: string
  readonly digest: string
}

/**
 * Conceals an object member (with `name`) or an array element (without) under a fresh salt. RFC9901-4.2.1,
 * RFC9901-4.2.2
 */
export function conceal({
  name,
  value,
  random,
  hash,
}: {
  readonly name?: string
  readonly value: Json
  readonly random: Random
  /** As named by `_sd_alg`. */
  readonly hash: HashFunction
}): Disclosure {
  const salt = toBase64url(random(saltBytes))
  const content = name === undefined ? [salt, value] : [salt, name, value]
  const encoded = toBase64url(utf8(JSON.stringify(content)))
  return { content, encoded, digest: disclosureDigest(encoded, hash) }
}

/** Digest of the encoded Disclosure, never of its content, because any JSON encoding is allowed. RFC9901-4.2.3 */
export const disclosureDigest = (encoded: string, hash: HashFunction): string => toBase64url(hash(encoded))

interface Concealed {
  /** The part to sign: `_sd` digests, and claims in clear. */
  readonly payload: JsonObject
  /** In claim order, each parent before its children. */
  readonly disclosures: readonly Disclosure[]
}

type Path = readonly (string | number)[]

/**
 * Makes claims selectively disclosable. By default every one, including each member of an object and each array element
 * (recursive Disclosures), so that a holder can reveal a city without the street. Digests are sorted, so that their
 * order reveals nothing. RFC9901-4.2.4.1, RFC9901-4.2.6
 */
export function concealClaims(
  claims: JsonObject,
  {
    random,
    hash,
    disclosure = 'all',
  }: {
    readonly random: Random
    readonly hash: HashFunction
    readonly disclosure?: OwnCredential['disclosure']
  },
): Concealed {
  const isConcealed = (path: Path): boolean =>
    typeof disclosure === 'string' ? disclosure === 'all' : disclosure.some((pattern) => isAtPath(pattern, path))
  const concealMembers = (object: JsonObject, above: Path): Concealed => {
    const members = Object.entries(object).map(([name, value]) => {
      invariant(name !== '_sd' && name !== '...', 'A claim must not have a reserved name (RFC 9901 section 4.1).')
      const path = [...above, name]
      const inner = concealInside(value, path)
      const own = isConcealed(path) ? conceal({ name, value: inner.value, random, hash }) : null
      return { name, own, inner }
    })
    const digests = members.flatMap(({ own }) => own?.digest ?? []).sort()
    const clear = members.flatMap(({ name, own, inner }) => (own === null ? [[name, inner.value] as const] : []))
    return {
      payload: Object.fromEntries([...(digests.length > 0 || isConcealedByRule ? [['_sd', digests]] : []), ...clear]),
      disclosures: members.flatMap(inOrder),
    }
  }
  const concealInside = (
    value: Json,
    path: Path,
  ): { readonly value: Json; readonly disclosures: readonly Disclosure[] } => {
    if (Array.isArray(value)) {
      const elements = value.map((element, index) => {
        const at = [...path, index]
        const inner = concealInside(element, at)
        return { own: isConcealed(at) ? conceal({ value: inner.value, random, hash }) : null, inner }
      })
      return {
        value: elements.map(({ own, inner }) => (own === null ? inner.value : { '...': own.digest })),
        disclosures: elements.flatMap(inOrder),
      }
    }
    if (!isObject(value)) return { value, disclosures: [] }
    const { payload, disclosures } = concealMembers(value, path)
    return { value: payload, disclosures }
  }
  // An empty object has no digests but must still be shown as concealed.
  const isConcealedByRule = disclosure === 'all'
  return concealMembers(claims, [])
}

const inOrder = ({
  own,
  inner,
}: {
  readonly own: Disclosure | null
  readonly inner: { readonly disclosures: readonly Disclosure[] }
}) => (own === null ? inner.disclosures : [own, ...inner.disclosures])

/** Most parts to read after the signed one: 256 Disclosures and the empty part at the end. */
const partsMax = 257

/**
 * Describes the Disclosures of an issued SD-JWT VC: claim name (absent for array elements) and value. Without salts and
 * digests, so that no Disclosure can be rebuilt. `null` for anything that is not an SD-JWT.
 * @see RFC9901-4.2
 */
export function describeSdJwtVc(credential: string): JsonObject | null {
  const [jwt = '', ...rest] = credential.split('~', partsMax + 1)
  if (rest.length === 0 || jwt.split('.').length !== 3) return null
  return describeDisclosures(rest.filter((part) => part !== '').flatMap(readDisclosure))
}

/** Describes Disclosures given by content: salt, optional name, value. */
const describeDisclosures = (contents: readonly (readonly Json[])[]): JsonObject => ({
  kind: 'credential',
  disclosures: contents.slice(0, partsMax).flatMap(describeDisclosure),
})

/** Content of one Disclosure; empty if it is not an array. */
function readDisclosure(encoded: string): Json[][] {
  const bytes = fromBase64url(encoded)
  const text = bytes && fromUtf8(bytes)
  const read = text === null ? null : readJsonText(text)
  return read?.ok && Array.isArray(read.value) ? [read.value as Json[]] : []
}

function describeDisclosure(content: readonly Json[]): JsonObject[] {
  const value = withoutDigests(content.at(-1) ?? null)
  if (content.length === 2) return [{ value }]
  return content.length === 3 && typeof content[1] === 'string' ? [{ claim: content[1], value }] : []
}

/** Replaces `_sd` and `...` by the number of digests. RFC9901-4.2.4 */
function withoutDigests(value: Json): Json {
  if (Array.isArray(value)) {
    const shown = value.filter((element) => !isDigest(element)).map(withoutDigests)
    return shown.length === value.length ? shown : [...shown, { concealed: value.length - shown.length }]
  }
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, member]) =>
      name === '_sd' && Array.isArray(member) ? ['concealed', member.length] : [name, withoutDigests(member)],
    ),
  )
}

const isDigest = (element: Json): boolean => isObject(element) && Object.hasOwn(element, '...')

/**
 * Issues an SD-JWT VC without a Key Binding JWT: `<JWT>~<Disclosure>~…~`. Only what a verifier needs to check it is in
 * clear, including its status; everything about the subject is selectively disclosable under fresh salts.
 * @see RFC9901-4, RFC9901-10.1, SDJWTVC-3.2, SDJWTVC13-3.2.2.2, HAIP-6.1.1
 */
export function issueSdJwtVc(input: IssueInput): IssuedCredential {
  const { configuration, subject, signer, issuer, random } = input
  invariant(configuration.format === 'dc+sd-jwt', 'The credential configuration is not of format dc+sd-jwt.')
  const { own } = configuration
  const { holderJwk } = input
  const holderKey = holderJwk && publicMembers(holderJwk)
  invariant(holderJwk === null || holderKey !== null, 'The holder key is not a public JWK.')
  const issuedAt = toEpochSeconds(credentialStart(input.now, signer))
  const { payload, disclosures } = concealClaims(own?.claims ?? subjectClaims(subject), {
    random,
    hash: hashOf(input),
    ...(own === undefined ? {} : { disclosure: own.disclosure }),
  })
  const { token, header, claims } = makeJwt({
    signer,
    header: {
      typ: 'dc+sd-jwt',
      kid: signer.kid,
      ...(signer.x5c.length > 0 ? { x5c: signer.x5c } : {}),
    },
    claims: {
      iss: issuer,
      vct: configuration.vct,
      ...(input.typeIntegrity === undefined ? {} : { 'vct#integrity': input.typeIntegrity }),
      ...(own?.akaVcts === undefined ? {} : { aka_vcts: [...own.akaVcts] }),
      iat: issuedAt,
      nbf: issuedAt,
      exp: toEpochSeconds(input.expiresAt ?? credentialExpiry(input.now)),
      ...(holderKey === null ? {} : { cnf: { jwk: holderKey } }),
      ...(input.status === undefined ? {} : { status: input.status }),
      _sd_alg: own?.digestAlgorithm ?? 'sha-256',
      ...payload,
    },
  })
  const text = `${[token, ...disclosures.map(({ encoded }) => encoded)].join('~')}~`
  // Content defined by a tester is treated like foreign content: its evidence is read from the text.
  if (own !== undefined) return { text, made: null }
  return { text, made: { header, claims, says: describeDisclosures(disclosures.map(({ content }) => content)) } }
}

/** The subject's attributes as SD-JWT VC claims. Pictures become data URLs. */
function subjectClaims(subject: readonly PidValue[]): JsonObject {
  const claims: JsonObject = {}
  for (const attribute of subject) {
    const [first, second, ...deeper] = attribute.sdJwtPath
    invariant(deeper.length === 0, 'PID claims are nested one level deep at most.')
    const value =
      attribute.mdoc?.type === 'bstr' ? `data:image/jpeg;base64,${String(attribute.value)}` : attribute.value
    if (second === undefined) {
      claims[first] = value
    } else {
      const parent = claims[first]
      claims[first] = { ...(isObject(parent) ? parent : {}), [second]: value }
    }
  }
  return claims
}
