import { isObject, type JsonObject, objectMember, stringMember, stringsMember } from '../../json'

/** One step of a claims path pointer (OID4VP-1FINAL-7). */
export type RegisteredStep = string | number | null

/** Attestations of one type that a party registered: to ask for, or to issue (E475-5.2.4, CIR848-AnnexV). */
export interface RegisteredCredential {
  format: string
  meta: JsonObject
  /** Null where all claims of the type are registered. */
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
  /** Null where it registers nothing to issue. */
  provides: RegisteredCredential[] | null
  /** As received; undefined where there is none. */
  status: unknown
  /** Epoch seconds. */
  issuedAt: number | null
  notBefore: number | null
  expiresAt: number
}

const entriesMax = 500
const stepsMax = 32

/** The registration in these claims; null when a member that the wallet needs is missing or malformed. Never throws. */
export function readRegistration(claims: JsonObject): Registration | null {
  const subject = stringMember(claims, 'sub')
  const { exp, iat, nbf, intermediary, act, credentials, provides_attestations: provides } = claims
  const entitlements = stringsMember(claims, 'entitlements')
  // Who acts has two names, which have to agree. E475-5.2.4 (table 10, GEN-5.2.4-09)
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
