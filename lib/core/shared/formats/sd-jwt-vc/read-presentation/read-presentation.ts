import { disclosedIn } from '../../../dcql/claim-tree'
import { readPublicJwk } from '../../../jose/jwk'
import { toBase64url } from '../../../values/base64url'
import { isObject, type JsonObject } from '../../../values/json'
import type { PresentationInput } from '../../reading-of-presentation'
import { findHints } from './find-hints'
import { readAkaVcts } from './read-aka-vcts'
import { type ReadDisclosures, readDisclosures } from './read-disclosures'
import { type JwsReading, readJws, stringMember, verifyJws, withKeyFit } from './read-jws'
import { readKbJwt } from './read-kb-jwt'
import { disclosuresMax, readNumericDate } from './read-numeric-date'
import { readIssuerChain, resolveIssuerKey } from './resolve-issuer-key'
import type { CnfReading, HashName, SdAlgReading, SdJwtVcReading, StatusReading, X5cReading } from './sd-jwt-vc-reading'
import { splitPresentation } from './split-presentation'

/**
 * Reads a presented SD-JWT VC with its Key Binding JWT and collects everything that is wrong with it: no error hides
 * another or ends the reading. Rejects only if a port does.
 * @see RFC9901-7.1, RFC9901-7.3, SDJWTVC-3.4, OID4VP-1FINALA-B.3.6
 */
export async function readPresentation(text: string, input: PresentationInput): Promise<SdJwtVcReading> {
  const split = splitPresentation(text, Math.min(disclosuresMax, input.budget.disclosures))
  input.budget.disclosures -= split.disclosures.length
  const unverified = readJws(split.issuerJwt, input.algorithms.issuer)
  const { header, claims: payload } = unverified
  const x5c = readIssuerChain({ header, claims: payload, now: input.now, readCertificates: input.readCertificates })
  const issuerKey = await resolveIssuerKey({ jws: unverified, x5c, ...input })
  const issuerJwk = issuerKey.resolved ? issuerKey.jwk : null
  const issuerJwt = withKeyFit(unverified, issuerJwk)
  const hash = hashOf(payload)
  const digestOf = (data: string): string => toBase64url(input.digest(hash, data))
  const { nestedSdAlg, tree, ...read } = readDisclosures({
    payload: payload ?? {},
    texts: split.disclosures,
    digestOf,
    budget: input.budget,
  })
  const cnf = await readCnf(read.claims, input)
  const kbJwt = await readKbJwt(split.kbJwt, input, {
    holderJwk: cnf.jwk.publicJwk,
    sdHash: digestOf(split.sdJwt),
    hashedOver: { algorithm: hash, characters: split.sdJwt.length, disclosures: split.disclosures.length },
    claimNames: read.disclosures.flatMap(({ name }) => name ?? []),
  })
  const issuerSignature = await verifyJws(issuerJwt, issuerJwk, input.verifySignature)
  return {
    format: 'dc+sd-jwt',
    read: true,
    shape: split.shape,
    issuerJwt,
    typ: typOf(issuerJwt),
    x5c,
    issuerKey,
    issuerSignature,
    issuerTrusted: trustOf(x5c),
    sdAlg: sdAlgOf(payload, { used: hash, nested: nestedSdAlg }),
    ...read,
    registeredInDisclosures: registeredIn(read),
    vct: { ...textClaim(read.claims, 'vct'), clear: hasText(payload, 'vct') },
    akaVcts: readAkaVcts(payload, read.claims),
    iss: issOf(read.claims),
    iat: readNumericDate(read.claims, 'iat', input.now),
    nbf: readNumericDate(read.claims, 'nbf', input.now),
    exp: readNumericDate(read.claims, 'exp', input.now),
    status: readStatus(read.claims),
    cnf,
    kbJwt,
    claimTree: payload === null ? null : tree,
    disclosedPositions: disclosedIn(tree),
    instance: toBase64url(input.digest('sha-256', split.issuerJwt)),
    hints: await findHints(input, { split, hash, issuerJwt, issuerKey, issuerSignature, cnf, kbJwt }),
  }
}

/** Claims about type and validity, which must be in clear. SDJWTVC-3.2.2.2 */
const registeredClaims = ['iss', 'nbf', 'exp', 'cnf', 'vct', 'vct#integrity', 'status']

const registeredIn = ({ disclosures }: Pick<ReadDisclosures, 'disclosures'>): string[] =>
  disclosures.flatMap(({ name, referencedBy }) =>
    name !== null && registeredClaims.includes(name) && referencedBy.some(({ position }) => position.length === 0)
      ? [name]
      : [],
  )

const hashNames: readonly HashName[] = ['sha-256', 'sha-384', 'sha-512']

/** The `_sd_alg` of the credential; sha-256 by default. RFC9901-4.1.1 */
const hashOf = (payload: JsonObject | null): HashName =>
  hashNames.find((name) => name === stringMember(payload, '_sd_alg')) ?? 'sha-256'

function sdAlgOf(payload: JsonObject | null, { used, nested }: Pick<SdAlgReading, 'used' | 'nested'>): SdAlgReading {
  const present = payload !== null && Object.hasOwn(payload, '_sd_alg')
  const value = stringMember(payload, '_sd_alg')
  return { present, value, used, supported: !present || hashNames.some((name) => name === value), nested }
}

function typOf({ header }: JwsReading): SdJwtVcReading['typ'] {
  const value = stringMember(header, 'typ')
  return { value, matches: value === 'dc+sd-jwt', formerName: value === 'vc+sd-jwt' }
}

function trustOf(x5c: X5cReading | null): boolean | null {
  if (!x5c?.facts.readable || x5c.facts.trust === 'no_anchor') return null
  return x5c.facts.trust === 'trusted'
}

const textClaim = (claims: JsonObject, name: string): { readonly present: boolean; readonly value: string | null } => ({
  present: Object.hasOwn(claims, name),
  value: stringMember(claims, name),
})

const hasText = (claims: JsonObject | null, name: string): boolean => stringMember(claims, name) !== null

function issOf(claims: JsonObject): SdJwtVcReading['iss'] {
  const iss = textClaim(claims, 'iss')
  return {
    ...iss,
    httpsUrl: iss.value !== null && URL.canParse(iss.value) && new URL(iss.value).protocol === 'https:',
  }
}

/** Confirmation methods of the IANA registry. RFC 7800 section 3.1, RFC 8705 section 3.1, RFC 9449 section 6.1 */
const cnfMembers = ['jwk', 'jwe', 'kid', 'jku', 'x5t#S256', 'osc', 'jkt']

/** Members of a public JWK. RFC7517-4, RFC7518-6 */
const jwkMembers = ['kty', 'use', 'key_ops', 'alg', 'kid', 'x5u', 'x5c', 'x5t', 'x5t#S256', 'crv', 'x', 'y', 'n', 'e']

/** Reads the confirmation key of a credential. Never throws. RFC 7800 section 3 */
async function readCnf(
  claims: JsonObject,
  ports: Pick<PresentationInput, 'digest' | 'isPublicKey'>,
): Promise<CnfReading> {
  const cnf = Object.hasOwn(claims, 'cnf') ? claims.cnf : undefined
  const members = isObject(cnf) ? cnf : {}
  const jwk = Object.hasOwn(members, 'jwk') ? members.jwk : undefined
  const {
    isObject: jwkIsObject,
    kty,
    crv,
    privateMembers,
    valid,
    publicJwk,
    thumbprint,
  } = await readPublicJwk(jwk, { ports })
  return {
    present: cnf !== undefined,
    isObject: isObject(cnf),
    unknownMembers: Object.keys(members).filter((name) => !cnfMembers.includes(name)),
    jwk: {
      present: jwk !== undefined,
      isObject: jwkIsObject,
      kty,
      crv,
      symmetric: kty === 'oct',
      privateMembers,
      unknownMembers: isObject(jwk)
        ? Object.keys(jwk).filter((name) => !jwkMembers.includes(name) && !privateMembers.includes(name))
        : [],
      valid,
      publicJwk,
      thumbprint,
    },
  }
}

/**
 * Validates the structure of `status` without fetching a list. Never throws. Token Status List draft 14 section 6.2,
 * HAIP-6.1
 */
function readStatus(claims: JsonObject): StatusReading {
  const status = Object.hasOwn(claims, 'status') ? claims.status : undefined
  const mechanisms = isObject(status) ? Object.keys(status) : []
  return {
    present: status !== undefined,
    isObject: isObject(status),
    mechanisms,
    statusList: isObject(status) && Object.hasOwn(status, 'status_list') ? readList(status.status_list) : null,
  }
}

function readList(value: unknown): NonNullable<StatusReading['statusList']> {
  const list = isObject(value) ? value : {}
  const idx = Object.hasOwn(list, 'idx') ? list.idx : undefined
  const uri = Object.hasOwn(list, 'uri') && typeof list.uri === 'string' ? list.uri : null
  return {
    isObject: isObject(value),
    idx:
      idx === undefined ? 'absent' : Number.isSafeInteger(idx) && Number(idx) >= 0 ? 'non_negative_integer' : 'other',
    index: Number.isSafeInteger(idx) && Number(idx) >= 0 ? Number(idx) : null,
    uri,
    uriIsUrl: uri !== null && URL.canParse(uri),
  }
}
