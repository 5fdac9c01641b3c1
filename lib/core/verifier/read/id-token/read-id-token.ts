import { didMethod, type ResolvedDid, resolveDid } from '../../../ground/did/resolve-did'
import {
  readJws,
  stringMember,
  verifyJws,
  withKeyFit,
} from '../../../ground/formats/sd-jwt-vc/read-presentation/read-jws'
import {
  clockSkewSeconds,
  readNumericDate,
} from '../../../ground/formats/sd-jwt-vc/read-presentation/read-numeric-date'
import { type JwkFacts, readPublicJwk, thumbprint } from '../../../ground/jose/jwk'
import type { VerifySignature } from '../../../ground/ports/ports'
import type { EpochMillis } from '../../../ground/time/time'
import { isObject, type Json, type JsonObject } from '../../../ground/values/json'
import type { IdTokenReading, SubjectReading } from './id-token-reading'

/** What an ID Token is read against. */
export interface IdTokenInput {
  readonly now: EpochMillis
  readonly clientId: string
  readonly nonce: string
  /** `subject_syntax_types_supported` of the request. */
  readonly syntaxes: readonly string[]
  /** JOSE algorithms that the request allows. */
  readonly algorithms: readonly string[]
  readonly verifySignature: VerifySignature
}

const thumbprintUrn = 'urn:ietf:params:oauth:jwk-thumbprint'
/** The URN names the hash of the thumbprint. RFC 9278 section 3 */
const urnPrefix = `${thumbprintUrn}:sha-256:`

/**
 * Reads a self-issued ID Token and verifies it with the key that its subject identifies. A DID that would have to be
 * fetched stays unverified. Never throws because of what a wallet sent. SIOP2-11.1
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

/** True for a key itself, rather than a certificate or a place to find the key. SIOP2-11.1 */
const isBare = (value: Json | undefined, { privateMembers }: JwkFacts): boolean =>
  privateMembers.length === 0 &&
  isObject(value) &&
  ['x5c', 'x5u', 'x5t', 'x5t#S256'].every((name) => !Object.hasOwn(value, name))

const memberOf = (claims: JsonObject | null, name: string): Json | undefined =>
  claims !== null && Object.hasOwn(claims, name) ? claims[name] : undefined
