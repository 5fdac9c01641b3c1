import { createHash, type X509Certificate } from 'node:crypto'
import { readJws, verifyEs256 } from '../../jose/jws'
import { isObject, type JsonObject, objectMember, stringMember, stringsMember } from '../../json'
import { isCurrent, judgeChain, readChainCertificate, subjectAttribute } from '../certificates/certificate-content'
import { finding, type ListReason, type TrustFinding } from '../finding'
import { clockSkewMillis } from '../trust-context'

/** A service of a trusted entity (E602-6.6). */
interface ListedService {
  type: string
  /** Null if the list states none, which means approved. */
  status: string | null
  /** Certificates in base64 of DER. */
  certificates: string[]
}

/** The location of another list, and who may sign it (E602-6.3.13). */
interface ListPointer {
  location: string
  /** Certificates in base64 of DER. */
  operators: string[]
}

/** A JSON list of trusted entities, as far as this wallet needs it (E602-6). */
export interface TrustList {
  type: string
  sequence: number
  territory: string
  operatorNames: string[]
  /** Epoch milliseconds. */
  issuedAt: number
  nextUpdate: number
  services: ListedService[]
  pointers: ListPointer[]
}

/** Maximum number of services, pointers and certificates that this wallet reads from a list. */
const entriesMax = 5000

/** Instants of a list: UTC, whole seconds (E602-6.1.3). */
const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/** The list in a JWT payload; null if a member is missing or malformed. Never throws. */
export function readTrustList(claims: JsonObject): TrustList | null {
  const list = objectMember(claims, 'LoTE')
  const information = objectMember(list, 'ListAndSchemeInformation')
  const type = stringMember(information, 'LoTEType')
  const territory = stringMember(information, 'SchemeTerritory')
  const sequence = information?.LoTESequenceNumber
  const issuedAt = instantOf(information?.ListIssueDateTime)
  const nextUpdate = instantOf(information?.NextUpdate)
  const operatorNames = valuesOf(information?.SchemeOperatorName)
  const services = readServices(list?.TrustedEntitiesList)
  const pointers = readPointers(information?.PointersToOtherLoTE)
  if (type === null || territory === null || operatorNames.length === 0) return null
  if (typeof sequence !== 'number' || !Number.isSafeInteger(sequence) || sequence < 0) return null
  if (issuedAt === null || nextUpdate === null || services === null || pointers === null) return null
  return { type, sequence, territory, operatorNames, issuedAt, nextUpdate, services, pointers }
}

function readServices(entities: unknown): ListedService[] | null {
  // A list of pointers names no entities.
  if (entities === undefined) return []
  if (!Array.isArray(entities)) return null
  const found: ListedService[] = []
  for (const entity of entities) {
    const services = isObject(entity) ? entity.TrustedEntityServices : null
    if (!Array.isArray(services)) return null
    for (const service of services) {
      const information = isObject(service) ? objectMember(service, 'ServiceInformation') : null
      const certificates = certificatesIn(information?.ServiceDigitalIdentity)
      if (information === null || certificates === null || found.length >= entriesMax) return null
      found.push({
        type: stringMember(information, 'ServiceTypeIdentifier') ?? '',
        status: stringMember(information, 'ServiceStatus'),
        certificates,
      })
    }
  }
  return found
}

function readPointers(value: unknown): ListPointer[] | null {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > entriesMax) return null
  const found: ListPointer[] = []
  for (const pointer of value) {
    const location = isObject(pointer) ? stringMember(pointer, 'LoTELocation') : null
    const identities = isObject(pointer) ? pointer.ServiceDigitalIdentities : null
    if (location === null || !Array.isArray(identities)) return null
    const operators = identities.map(certificatesIn)
    if (operators.some((one) => one === null)) return null
    found.push({ location, operators: operators.flatMap((one) => one ?? []) })
  }
  return found
}

/** The certificates of a digital identity, which may also contain other things. */
function certificatesIn(identity: unknown): string[] | null {
  if (!isObject(identity)) return null
  const { X509Certificates: certificates = [] } = identity
  if (!Array.isArray(certificates) || certificates.length > entriesMax) return null
  const values = certificates.map((one) => (isObject(one) ? stringMember(one, 'val') : null))
  return values.some((value) => value === null) ? null : values.flatMap((value) => value ?? [])
}

/** The values of a multilingual text. */
function valuesOf(texts: unknown): string[] {
  return (Array.isArray(texts) ? texts : []).flatMap((text) =>
    isObject(text) ? (stringMember(text, 'value') ?? []) : [],
  )
}

function instantOf(value: unknown): number | null {
  const instant = typeof value === 'string' && instantForm.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(instant) ? null : instant
}

/** Who may sign a list, its required type, and its name in messages. */
export interface ExpectedList {
  operators: readonly X509Certificate[]
  /** Null accepts any type. */
  type: string | null
  name: string
  /** Epoch milliseconds. */
  now: number
}

/**
 * Verifies a list as compact JWS: the operator's certificate and signature, the operator's territory and name in the
 * list, its type and times (E602-6.3, 6.8). An invalid list is not used at all.
 */
export function verifyTrustList(
  compact: string,
  { operators, type, name, now }: ExpectedList,
): TrustList | TrustFinding {
  const wrong = (reason: ListReason, what: string) => finding(reason, `The list of ${name} ${what}`)
  const jws = readJws(compact.trim())
  if (jws === null) return wrong('list_unreadable', 'is not a signed JWT')
  const x5c = stringsMember(jws.header, 'x5c') ?? []
  const signer = readChainCertificate(x5c[0] ?? '')
  if (signer === null) return wrong('list_unreadable', 'names no certificate of its signer')
  const isOperator =
    operators.some(({ raw }) => raw.equals(signer.raw)) || judgeChain(x5c, operators, now).ends === 'at_anchor'
  if (!isOperator) return wrong('list_operator', 'is signed by somebody who is not its operator')
  if (!isCurrent(signer, now))
    return wrong('list_operator', 'is signed with a certificate that is not valid at this time')
  const hash = stringMember(jws.header, 'x5t#S256')
  const isBound = hash === null || hash === createHash('sha256').update(signer.raw).digest('base64url')
  if (!isBound || !verifyEs256(jws, signer.publicKey))
    return wrong('list_signature', 'has a signature that does not verify')
  const list = readTrustList(jws.claims)
  if (list === null) return wrong('list_unreadable', 'lacks a member, or has a malformed one')
  if (type !== null && list.type !== type) return wrong('list_kind', 'is a list of another kind')
  const operator = subjectAttribute(signer, 'organization')
  if (
    list.territory !== subjectAttribute(signer, 'country') ||
    operator === null ||
    !list.operatorNames.includes(operator)
  )
    return wrong('list_operator', 'names another territory or operator than the certificate of its signer')
  if (list.issuedAt > now + clockSkewMillis) return wrong('list_unreadable', 'was issued in the future')
  if (list.nextUpdate <= now) return wrong('list_expired', 'should have been replaced by a newer one')
  return list
}
