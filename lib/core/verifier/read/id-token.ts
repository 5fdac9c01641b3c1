import { didMethod, type ResolvedDid, resolveDid } from '../../shared/did/resolve-did'
import {
  type JwsReading,
  readJws,
  type SignatureReading,
  stringMember,
  verifyJws,
  withKeyFit,
} from '../../shared/formats/sd-jwt-vc/read-presentation/read-jws'
import {
  clockSkewSeconds,
  type NumericDateReading,
  readNumericDate,
} from '../../shared/formats/sd-jwt-vc/read-presentation/read-numeric-date'
import { type JwkFacts, readPublicJwk, thumbprint } from '../../shared/jose/jwk'
import type { VerifySignature } from '../../shared/ports/ports'
import type { EpochMillis } from '../../shared/time/time'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'

/** Facts of an ID Token. `vp.idt.*` SIOP2-11.1 */
export interface IdTokenReading {
  /** `vp.idt.jws`: whether the value is a string. */
  readonly isText: boolean
  readonly jws: JwsReading
  /** `vp.idt.self_issued`: whether `iss` and `sub` are equal. */
  readonly selfIssued: boolean
  /** `vp.idt.aud`: whether the audiences include the Client Identifier. */
  readonly aud: { readonly present: boolean; readonly matches: boolean }
  /** `vp.idt.subject_syntax` */
  readonly subject: SubjectReading
  /** `vp.idt.sub_jwk` */
  readonly subJwk: {
    readonly present: boolean
    /** Whether it is a public key without certificates or private members. */
    readonly bare: boolean
    /** Whether `sub` is the key's thumbprint; `null` if either is not what it should be. */
    readonly isSubject: boolean | null
  }
  /** `vp.idt.kid`: `null` unless the subject is a readable DID. */
  readonly kid: { readonly present: boolean; readonly ofSubject: boolean | null }
  /** `vp.idt.signature`: verified with the subject's key only. */
  readonly signature: SignatureReading
  /** `vp.idt.exp` */
  readonly exp: NumericDateReading & { readonly past: boolean }
  /** `vp.idt.iat` */
  readonly iat: NumericDateReading
  /** `vp.idt.nonce` */
  readonly nonce: { readonly value: unknown; readonly matches: boolean }
  /** `vp.idt.key_separate`: RFC 7638 thumbprint of the verification key; `null` without one. */
  readonly keyThumbprint: string | null
}

/** The token's subject, by the syntax of `sub`. SIOP2-8 */
export interface SubjectReading {
  /** `thumbprint_urn`: a thumbprint with the prefix of RFC 9278. */
  readonly syntax: 'thumbprint' | 'thumbprint_urn' | 'did' | 'other' | 'absent'
  /** Of a DID, e.g. `key`. */
  readonly method: string | null
  /** Whether the request announces this syntax. */
  readonly announced: boolean
  /** Whether the DID contains its key; `null` for other subjects. Nothing is fetched. */
  readonly did: 'resolved' | 'method_not_supported' | 'malformed' | null
  /** `vp.idt.sub_jwk`: names of private members in a DID's key. */
  readonly privateMembers: readonly string[]
}

/** Request data for reading an ID Token. */
export interface IdTokenInput {
  readonly now: EpochMillis
  readonly clientId: string
  readonly nonce: string
  /** `subject_syntax_types_supported` of the request. */
  readonly syntaxes: readonly string[]
  /** JOSE algorithms allowed by the request. */
  readonly algorithms: readonly string[]
  readonly verifySignature: VerifySignature
}

const thumbprintUrn = 'urn:ietf:params:oauth:jwk-thumbprint'

/** The URN names the thumbprint's hash. RFC 9278 section 3 */
const urnPrefix = `${thumbprintUrn}:sha-256:`

/**
 * Reads a self-issued ID Token and verifies it with its subject's key. DIDs that would need a fetch stay unverified.
 * Never throws on bad input. SIOP2-11.1
 */
export async function readIdToken(value: Json, input: IdTokenInput): Promise<IdTokenReading> {
  const unverified = readJws(typeof value === 'string' ? value : '', input.algorithms)
  const { header, claims } = unverified
  const sub = stringMember(claims, 'sub')
  const subJwk = memberOf(claims, 'sub_jwk')
  const subJwkFacts = await readPublicJwk(subJwk)
  const did = sub === null || didMethod(sub) === null ? null : await resolveDid(sub)
  const subject = subjectOf(sub, input.syntaxes, did)
  const jwk = did === null ? subJwkFacts.publicJwk : did.resolved ? did.jwk : null
  const jws = withKeyFit(unverified, jwk)
  const kid = stringMember(header, 'kid')
  const exp = readNumericDate(claims, 'exp', input.now)
  return {
    isText: typeof value === 'string',
    jws,
    selfIssued: sub !== null && sub !== '' && stringMember(claims, 'iss') === sub,
    aud: {
      present: memberOf(claims, 'aud') !== undefined,
      matches: [memberOf(claims, 'aud')].flat().includes(input.clientId),
    },
    subject,
    subJwk: {
      present: subJwk !== undefined,
      bare: subJwkFacts.valid && isBare(subJwk, subJwkFacts),
      isSubject: thumbprintOf(sub, subject) === null ? null : thumbprintOf(sub, subject) === subJwkFacts.thumbprint,
    },
    kid: {
      present: kid !== null,
      ofSubject: did?.resolved ? kid === did.keyId || `${sub}${kid}` === did.keyId : null,
    },
    signature: await verifyJws(jws, jwk, input.verifySignature),
    exp: { ...exp, past: exp.fromNow !== null && exp.fromNow <= -clockSkewSeconds },
    iat: readNumericDate(claims, 'iat', input.now),
    nonce: {
      value: memberOf(claims, 'nonce'),
      matches: input.nonce !== '' && memberOf(claims, 'nonce') === input.nonce,
    },
    keyThumbprint: jwk === null ? null : did === null ? subJwkFacts.thumbprint : await thumbprint(jwk),
  }
}

function subjectOf(sub: string | null, announced: readonly string[], did: ResolvedDid | null): SubjectReading {
  const other = { method: null, did: null, privateMembers: [] }
  if (sub === null) return { ...other, syntax: 'absent', announced: false }
  const method = didMethod(sub)
  if (method !== null)
    return {
      syntax: 'did',
      method,
      announced: announced.includes(`did:${method}`) || announced.includes('did'),
      did: did === null ? null : did.resolved ? 'resolved' : did.because,
      privateMembers: did?.resolved ? did.privateMembers : [],
    }
  const syntax = sub.startsWith(urnPrefix) ? 'thumbprint_urn' : isThumbprint(sub) ? 'thumbprint' : 'other'
  return { ...other, syntax, announced: syntax !== 'other' && announced.includes(thumbprintUrn) }
}

/** A SHA-256 in base64url. */
const isThumbprint = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

function thumbprintOf(sub: string | null, { syntax }: SubjectReading): string | null {
  if (sub === null) return null
  if (syntax === 'thumbprint_urn') return sub.slice(urnPrefix.length)
  return syntax === 'thumbprint' ? sub : null
}

/** True for a plain key without certificates or a key URL. SIOP2-11.1 */
const isBare = (value: Json | undefined, { privateMembers }: JwkFacts): boolean =>
  privateMembers.length === 0 &&
  isObject(value) &&
  ['x5c', 'x5u', 'x5t', 'x5t#S256'].every((name) => !Object.hasOwn(value, name))

const memberOf = (claims: JsonObject | null, name: string): Json | undefined =>
  claims !== null && Object.hasOwn(claims, name) ? claims[name] : undefined
