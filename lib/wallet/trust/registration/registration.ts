import { createHash, type X509Certificate } from 'node:crypto'
import { readList, referenceIn, valueAt } from '../../formats/credential-status'
import { type CompactJws, readJws, verifyEs256 } from '../../jose/jws'
import { isObject, type JsonObject, objectMember, stringMember, stringsMember } from '../../json'
import type { ClaimsQuery, CredentialQuery, DcqlQuery } from '../../verifier/dcql/dcql-query'
import { judgeChain, readChainCertificate, subjectAttribute } from '../certificates/certificate-content'
import { finding, type RegistrationReason, type TrustFinding } from '../finding'
import type { Anchors } from '../lists/load-anchors'
import { clockSkewMillis, type TrustContext } from '../trust-context'

/** One step of a claims path pointer (OID4VP-1FINAL-7). */
type RegisteredStep = string | number | null

/** Attestations of one type that a party registered to request or to issue (E475-5.2.4, CIR848-AnnexV). */
export interface RegisteredCredential {
  format: string
  meta: JsonObject
  /** Null if all claims of the type are registered. */
  claims: RegisteredStep[][] | null
}

/** The claims of a registration certificate, as far as this wallet needs them (E475-5.2.4). */
export interface Registration {
  subject: string
  intermediary: string | null
  legalName: string | null
  tradeName: string | null
  entitlements: string[]
  credentials: RegisteredCredential[]
  /** Null if it registers nothing to issue. */
  provides: RegisteredCredential[] | null
  /** As received; undefined if absent. */
  status: unknown
  /** Epoch seconds. */
  issuedAt: number | null
  notBefore: number | null
  expiresAt: number
}

const entriesMax = 500

const stepsMax = 32

/** The registration in these claims; null if a needed member is missing or malformed. Never throws. */
export function readRegistration(claims: JsonObject): Registration | null {
  const subject = stringMember(claims, 'sub')
  const { exp, iat, nbf, intermediary, act, credentials, provides_attestations: provides } = claims
  const entitlements = stringsMember(claims, 'entitlements')
  // The acting party has two names, which have to agree. E475-5.2.4 (table 10, GEN-5.2.4-09)
  const agents = ['intermediary', 'act'].map((name) => stringMember(objectMember(claims, name), 'sub'))
  const agent = agents[0] ?? agents[1] ?? null
  const asked = credentials === undefined ? [] : readCredentials(credentials)
  const issued = provides === undefined ? null : readCredentials(provides)
  if (subject === null || entitlements === null || asked === null) return null
  if ((intermediary !== undefined || act !== undefined) && agent === null) return null
  if (agents.some((one) => one !== null && one !== agent)) return null
  if (provides !== undefined && issued === null) return null
  if (!isTime(exp) || !isTimeOrAbsent(iat) || !isTimeOrAbsent(nbf)) return null
  return {
    subject,
    intermediary: agent,
    legalName: stringMember(claims, 'sub_ln'),
    tradeName: stringMember(claims, 'name'),
    entitlements,
    credentials: asked,
    provides: issued,
    status: claims.status,
    issuedAt: iat ?? null,
    notBefore: nbf ?? null,
    expiresAt: exp,
  }
}

function readCredentials(value: unknown): RegisteredCredential[] | null {
  if (!Array.isArray(value) || value.length > entriesMax) return null
  const found: RegisteredCredential[] = []
  for (const entry of value) {
    const format = isObject(entry) ? stringMember(entry, 'format') : null
    const meta = isObject(entry) ? objectMember(entry, 'meta') : null
    if (!isObject(entry) || format === null || meta === null) return null
    const claims = entry.claim === undefined ? null : readPaths(entry.claim)
    if (entry.claim !== undefined && claims === null) return null
    found.push({ format, meta, claims })
  }
  return found
}

function readPaths(value: unknown): RegisteredStep[][] | null {
  if (!Array.isArray(value) || value.length > entriesMax) return null
  const paths: RegisteredStep[][] = []
  for (const claim of value) {
    const path = isObject(claim) ? claim.path : null
    if (!Array.isArray(path) || path.length === 0 || path.length > stepsMax || !path.every(isStep)) return null
    paths.push([...path])
  }
  return paths
}

function isStep(step: unknown): step is RegisteredStep {
  return step === null || typeof step === 'string' || (Number.isSafeInteger(step) && Number(step) >= 0)
}

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const isTimeOrAbsent = (value: unknown): value is number | undefined => value === undefined || isTime(value)

/** A registration signed by a registrar of the wallet, and everything that is wrong with it. */
export interface VerifiedRegistration {
  /** Null if the certificate cannot be relied on at all. */
  registration: Registration | null
  findings: TrustFinding[]
}

/** The `format` of an entry that holds a registration certificate (E4722-6.3.2.2, E4723-4.2.3). */
const registrationFormat = 'registration_cert'

const dataCharactersMax = 65_536

/**
 * Verifies the only registration certificate among the entries of `verifier_info` or `issuer_info`: its form,
 * signature, registrar, times and status, and that it is bound to the access certificate (E475-4.5, 5.2; ARF3-RPRC_17,
 * RPRC_17a, RPRC_22a). Stops at an invalid or untrusted signature: the content of such a certificate does not matter.
 * @param entries - the member as received
 * @param access - the certificate that signed the request or the metadata; null where it cannot be read
 */
export async function verifyRegistration(
  context: TrustContext,
  entries: unknown,
  { access, registrars }: { access: X509Certificate | null; registrars: Anchors },
): Promise<VerifiedRegistration> {
  const none = (...findings: TrustFinding[]): VerifiedRegistration => ({ registration: null, findings })
  const jws = onlyCertificate(entries)
  if ('reason' in jws) return none(jws)
  const findings = judgeHeader(jws)
  const x5c = stringsMember(jws.header, 'x5c') ?? []
  const signer = readChainCertificate(x5c[0] ?? '')
  if (signer === null) return none(...findings)
  const hash = stringMember(jws.header, 'x5t#S256')
  const isBound = hash === null || hash === createHash('sha256').update(signer.raw).digest('base64url')
  if (!isBound || !verifyEs256(jws, signer.publicKey))
    return none(...findings, wrong('registration_signature', 'has a signature that does not verify'))
  const judged = judgeRegistrar(x5c, registrars.issuance, context.now)
  if (judged !== null && judged.reason !== 'registration_not_judged') return none(...findings, judged)
  if (judged !== null) findings.push(judged)
  const registration = readRegistration(jws.claims)
  if (registration === null)
    return none(...findings, wrong('registration_malformed', 'lacks a member, or has a malformed one'))
  findings.push(...judgeTimes(registration, jws.header.iat, context.now))
  const bound = access === null ? [] : judgeBinding(registration, access)
  findings.push(...bound)
  // It says nothing about this party, so its status is not fetched either.
  if (bound.some(({ reason }) => reason === 'registration_other_subject')) return none(...findings)
  findings.push(...(await judgeStatus(context, registration, registrars.revocation)))
  return { registration, findings }
}

const wrong = (reason: RegistrationReason, what: string) => finding(reason, `The registration certificate ${what}`)

/** The compact JWS of the only entry, plain or in base64url. */
function onlyCertificate(entries: unknown): CompactJws | TrustFinding {
  const found = (Array.isArray(entries) ? entries : [])
    .filter(isObject)
    .filter(({ format }) => format === registrationFormat)
  if (found.length === 0) return finding('registration_missing', 'There is no registration certificate')
  if (found.length > 1) return finding('registration_twice', 'There is more than one registration certificate')
  const data = found[0]?.data
  if (typeof data !== 'string' || data.length > dataCharactersMax) return wrong('registration_not_jwt', 'is not a JWT')
  const compact = data.includes('.') ? data : Buffer.from(data, 'base64url').toString('latin1')
  return readJws(compact) ?? wrong('registration_not_jwt', 'is not a JWT')
}

function judgeHeader({ header }: CompactJws): TrustFinding[] {
  const x5c = stringsMember(header, 'x5c')
  return [
    ...(header.typ === 'rc-wrp+jwt' ? [] : [wrong('registration_typ', 'has another typ than rc-wrp+jwt')]),
    ...(x5c !== null && readChainCertificate(x5c[0] ?? '') !== null
      ? []
      : [wrong('registration_no_x5c', 'names no certificate of its registrar')]),
  ]
}

function judgeRegistrar(x5c: string[], registrars: X509Certificate[] | null, now: number): TrustFinding | null {
  if (registrars === null) return wrong('registration_not_judged', 'is by a registrar of whom the wallet cannot tell')
  const { ends } = judgeChain(x5c, registrars, now)
  if (ends === 'at_anchor') return null
  if (ends === 'with_anchor') return wrong('registration_anchor_in_x5c', 'brings its trust anchor along')
  return wrong('registration_untrusted', 'is by a registrar that the wallet does not trust')
}

function judgeTimes({ issuedAt, notBefore, expiresAt }: Registration, signedAt: unknown, now: number): TrustFinding[] {
  const isAhead = [issuedAt, notBefore, signedAt].some(
    (time) => typeof time === 'number' && time * 1000 > now + clockSkewMillis,
  )
  return [
    ...(expiresAt * 1000 > now ? [] : [wrong('registration_expired', 'has expired')]),
    ...(isAhead ? [wrong('registration_not_yet_valid', 'is not valid yet')] : []),
  ]
}

/**
 * It belongs to the signer of the request, or to somebody who acts through them (E475-5.1.1), under the same names
 * (ARF3-RPRC_06).
 */
function judgeBinding(registration: Registration, access: X509Certificate): TrustFinding[] {
  const { subject, intermediary, legalName, tradeName } = registration
  const signer = subjectAttribute(access, 'organizationIdentifier') ?? subjectAttribute(access, 'serialNumber')
  if (signer === null || signer !== (intermediary ?? subject))
    return [wrong('registration_other_subject', 'belongs to somebody else than the access certificate')]
  // An intermediary's access certificate has the intermediary's names.
  if (intermediary !== null) return []
  const names = [
    [legalName, subjectAttribute(access, 'organization')],
    [tradeName, subjectAttribute(access, 'commonName')],
  ] as const
  const differs = names.some(
    ([registered, certified]) => registered !== null && certified !== null && registered !== certified,
  )
  return differs ? [wrong('registration_other_name', 'has another name than the access certificate')] : []
}

async function judgeStatus(
  { fetch, now, neglects }: TrustContext,
  { status }: Registration,
  registrars: X509Certificate[] | null,
): Promise<TrustFinding[]> {
  if (neglects === 'status') return []
  const reference = referenceIn(status)
  if (reference === null) return [wrong('registration_no_status', 'does not say where its status is')]
  const { idx, uri } = reference
  const fetched = await fetch('registration_status', uri, 'application/statuslist+jwt')
  const body = fetched?.bytes.toString('latin1') ?? ''
  const value = valueAt(readList(body, { uri, now }), idx)
  if (value === null) return [wrong('registration_status_unknown', 'has a status that cannot be read')]
  const x5c = stringsMember(readJws(body.trim())?.header, 'x5c') ?? []
  if (registrars !== null && judgeChain(x5c, registrars, now).ends !== 'at_anchor')
    return [wrong('registration_status_untrusted', 'has a status by somebody that the wallet does not trust')]
  return value === 0 ? [] : [wrong('registration_revoked', 'is revoked or suspended')]
}

/** What a request asks for beyond the registration: whole types, and claims of registered types. */
export interface OverAsked {
  types: string[]
  claims: { query: string; path: RegisteredStep[] }[]
}

/** Compares a query with what the verifier registered (ARF3-RPRC_21). */
export function overAskedIn({ credentials }: DcqlQuery, registered: readonly RegisteredCredential[]): OverAsked {
  const overAsked: OverAsked = { types: [], claims: [] }
  for (const query of credentials) {
    const entries = entriesFor(query, registered)
    if (entries.length === 0) overAsked.types.push(query.id)
    else
      for (const { path } of (query.claims ?? []).filter((claim) => !isRegistered(claim, entries)))
        overAsked.claims.push({ query: query.id, path })
  }
  return overAsked
}

/**
 * The query without what is not registered; null if that removes something that the verifier requires: a whole
 * credential, or each claim that it asked of one.
 */
export function registeredPart(query: DcqlQuery, registered: readonly RegisteredCredential[]): DcqlQuery | null {
  const credentials = query.credentials.flatMap((one) => narrowed(one, registered) ?? [])
  const left = new Set(credentials.map(({ id }) => id))
  if (query.credentialSets === null) return left.size === query.credentials.length ? { ...query, credentials } : null
  const credentialSets = query.credentialSets.map((set) => ({
    ...set,
    options: set.options.filter((ids) => ids.every((id) => left.has(id))),
  }))
  if (left.size === 0 || credentialSets.some(({ required, options }) => required && options.length === 0)) return null
  return { credentials, credentialSets: credentialSets.filter(({ options }) => options.length > 0) }
}

function narrowed(query: CredentialQuery, registered: readonly RegisteredCredential[]): CredentialQuery | null {
  const entries = entriesFor(query, registered)
  if (entries.length === 0) return null
  if (query.claims === null) return query
  const claims = query.claims.filter((claim) => isRegistered(claim, entries))
  if (claims.length === 0) return null
  const ids = new Set(claims.map(({ id }) => id))
  const claimSets =
    query.claimSets?.map((set) => set.filter((id) => ids.has(id))).filter((set) => set.length > 0) ?? null
  return { ...query, claims, claimSets: claimSets?.length === 0 ? null : claimSets }
}

/** The registered entries for everything that a query accepts, so that it asks for no other type. */
function entriesFor(query: CredentialQuery, registered: readonly RegisteredCredential[]): RegisteredCredential[] {
  const types = typesIn(query)
  const entries = registered.filter(({ format }) => format === query.format)
  const covered = types.every((type) => entries.some((entry) => typesIn(entry).includes(type)))
  return types.length > 0 && covered
    ? entries.filter((entry) => typesIn(entry).some((type) => types.includes(type)))
    : []
}

/** The types of attestations that `meta` names (OID4VP-1FINAL-B.2.3, B.3.5). */
export function typesIn({ format, meta }: Pick<RegisteredCredential, 'format' | 'meta'>): string[] {
  if (format === 'mso_mdoc') return [stringMember(meta, 'doctype_value') ?? []].flat()
  return stringsMember(meta, 'vct_values') ?? []
}

/** A registered path includes the claims below it. */
function isRegistered({ path }: ClaimsQuery, entries: readonly RegisteredCredential[]): boolean {
  return entries.some(({ claims }) => claims === null || claims.some((registered) => covers(registered, path)))
}

function covers(registered: readonly RegisteredStep[], asked: readonly RegisteredStep[]): boolean {
  return (
    registered.length <= asked.length &&
    registered.every((step, depth) => step === asked[depth] || (step === null && typeof asked[depth] === 'number'))
  )
}
