import { bytesOf, type CborItem, integerOf, memberOf, textOf } from '../cbor/cbor-item'
import { createCborBudget, readCbor } from '../cbor/read-cbor'
import { readCose, readX5chain, verifySign1 } from '../formats/mso-mdoc/read-presentation/read-cose'
import { readJsonText } from '../http/read-json'
import { readX5c, verifyJwtSignature } from '../jose/jwt'
import type { CertificateFacts } from '../ports/certificate-facts'
import type { ReadCertificates, VerifySignature, Zlib } from '../ports/ports'
import { type EpochMillis, toEpochSeconds } from '../time/time'
import { fromBase64url, fromUtf8 } from '../values/base64url'
import { isObject } from '../values/json'
import { isStatusBits, type StatusBits } from './status-bits'
import { coseLabels, cwtLabels, statusListTyp, statusListTypes } from './status-list-token'

/**
 * What makes a status list token unusable. `no_key`: nothing says who signed it. `untrusted`: no path to a trust
 * anchor. `compression`: not ZLIB, or too large. TSL14-5, TSL14-8.3
 */
export type StatusListProblem =
  | 'unreadable'
  | 'typ'
  | 'no_key'
  | 'signature'
  | 'untrusted'
  | 'sub'
  | 'iat'
  | 'expired'
  | 'ttl'
  | 'list'
  | 'compression'

/** A status list token, as facts. */
export interface StatusListTokenReading {
  /** Everything wrong with it, in the order of the rules. */
  readonly problems: readonly StatusListProblem[]
  /** The list, if readable, even in a token that must not be relied on. */
  readonly list: { readonly bits: StatusBits; readonly bytes: Uint8Array } | null
}

/** Maximum inflated size in bytes: 128 million one-bit entries. */
const statusListBytesMax = 16 * 1024 * 1024

/** Signature algorithms accepted for lists; a MAC proves nothing to a verifier. */
const joseAlgorithms = ['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

const coseAlgorithms = [-7, -9, -35, -51, -36, -52, -8, -19]

/** Tolerated clock difference in seconds. */
const clockSkewSeconds = 60

type Jwk = Readonly<Record<string, unknown>>

/** Input for reading a token. */
interface StatusListTokenInput {
  /** `uri` in the credential. */
  readonly uri: string
  readonly now: EpochMillis
  readonly readCertificates: ReadCertificates
  readonly verifySignature: VerifySignature
  readonly inflate: Zlib['inflate']
  /** The key that signed the credential, which also signs the list if that has no certificate. TSL14-11.3 */
  readonly credentialKey: Jwk | null
}

/** Claims common to both forms. */
interface Claims {
  readonly typ: boolean
  readonly sub: unknown
  readonly iat: unknown
  readonly exp: unknown
  readonly ttl: unknown
  readonly bits: unknown
  readonly lst: Uint8Array | null
  readonly chain: CertificateFacts | null
  readonly isSignedBy: (key: Jwk) => Promise<boolean>
}

/**
 * Reads a status list token and collects its errors. Detects the form by itself: a compact JWS is no CBOR array. Never
 * throws; inflation is limited.
 * @see TSL14-5, TSL14-8.3
 */
export async function readStatusListToken(
  body: Uint8Array,
  input: StatusListTokenInput,
): Promise<StatusListTokenReading> {
  const claims = readJwtForm(body, input) ?? readCwtForm(body, input)
  if (claims === null) return { problems: ['unreadable'], list: null }
  const { typ, sub, iat, exp, ttl, bits, lst, chain, isSignedBy } = claims
  const now = toEpochSeconds(input.now)
  const problems: StatusListProblem[] = [
    ...(typ ? [] : (['typ'] as const)),
    ...(await signatureProblems(chain, isSignedBy, input.credentialKey)),
    ...(sub === input.uri ? [] : (['sub'] as const)),
    ...(typeof iat === 'number' && iat <= now + clockSkewSeconds ? [] : (['iat'] as const)),
    ...(exp === undefined || (typeof exp === 'number' && exp > now) ? [] : (['expired'] as const)),
    ...(ttl === undefined || (typeof ttl === 'number' && ttl > 0) ? [] : (['ttl'] as const)),
  ]
  if (!isStatusBits(bits) || lst === null) return { problems: [...problems, 'list'], list: null }
  const bytes = await input.inflate(lst, statusListBytesMax)
  return bytes === null ? { problems: [...problems, 'compression'], list: null } : { problems, list: { bits, bytes } }
}

async function signatureProblems(
  chain: CertificateFacts | null,
  isSignedBy: Claims['isSignedBy'],
  credentialKey: Jwk | null,
): Promise<StatusListProblem[]> {
  const key = chain === null ? credentialKey : chain.readable ? chain.certificates[0].publicJwk : null
  if (key === null) return ['no_key']
  const trusted = chain === null || (chain.readable && chain.trust !== 'untrusted')
  return [...((await isSignedBy(key)) ? [] : (['signature'] as const)), ...(trusted ? [] : (['untrusted'] as const))]
}

function readJwtForm(body: Uint8Array, input: StatusListTokenInput): Claims | null {
  const text = fromUtf8(body)?.trim() ?? ''
  const parts = text.split('.', 4)
  if (parts.length !== 3) return null
  const [header, claims] = parts.slice(0, 2).map(jsonObject)
  if (header == null || claims == null) return null
  const list = isObject(claims.status_list) ? claims.status_list : {}
  return {
    typ:
      String(header.typ)
        .toLowerCase()
        .replace(/^application\//, '') === statusListTyp,
    sub: claims.sub,
    iat: claims.iat,
    exp: claims.exp,
    ttl: claims.ttl,
    bits: list.bits,
    lst: typeof list.lst === 'string' ? fromBase64url(list.lst) : null,
    chain: readX5c(header.x5c, input.readCertificates),
    isSignedBy: (jwk) =>
      verifyJwtSignature({
        jwt: { header, value: text },
        jwk,
        algorithms: joseAlgorithms,
        verifySignature: input.verifySignature,
      }),
  }
}

function jsonObject(part: string): Readonly<Record<string, unknown>> | null {
  const bytes = fromBase64url(part)
  const text = bytes && fromUtf8(bytes)
  const read = text === null ? null : readJsonText(text)
  return read?.ok && isObject(read.value) ? read.value : null
}

function readCwtForm(body: Uint8Array, input: StatusListTokenInput): Claims | null {
  const budget = createCborBudget()
  const embedded = (bytes: Uint8Array): CborItem | null => {
    const reading = readCbor(bytes, budget)
    return reading.ok ? reading.item : null
  }
  const parts = readCose(embedded(body), { allowed: coseAlgorithms, mac: false, embedded })
  // The COSE_Sign1 tag is required. TSL14-5.2
  if (parts.reading.shape !== 'tagged' || parts.payload === null || parts.protectedBytes === null) return null
  const claims = embedded(parts.payload)
  const list = memberOf(claims, cwtLabels.statusList)
  const typ = textOf(memberOf(embedded(parts.protectedBytes), coseLabels.type))
  const number = (label: number): unknown => {
    const item = memberOf(claims, label)
    return item === null ? undefined : (integerOf(item) ?? item)
  }
  return {
    typ: typ === statusListTypes.cwt,
    sub: textOf(memberOf(claims, cwtLabels.subject)),
    iat: number(cwtLabels.issuedAt),
    exp: number(cwtLabels.expires),
    ttl: number(cwtLabels.ttl),
    bits: integerOf(memberOf(list, 'bits')),
    lst: bytesOf(memberOf(list, 'lst')),
    chain: readX5chain(parts.x5chain, input)?.facts ?? null,
    isSignedBy: async (publicJwk) =>
      verifySign1(parts, { payload: parts.payload, publicJwk, verify: input.verifySignature }).result === 'valid',
  }
}
