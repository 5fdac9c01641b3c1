import type { WalletKey } from '../../jose/key'
import { isObject, type JsonObject } from '../../json'
import type { SelectedClaim } from '../../verifier/dcql/claims-path'
import type { CredentialQuery } from '../../verifier/dcql/dcql-query'
import { selectClaims } from '../../verifier/dcql/select-claims'
import { matchesAuthority } from '../../verifier/dcql/trusted-authorities'
import type { ClaimNode } from '../sd-jwt-vc/disclosures'
import type { HeldCredential } from '../stored-credential'
import { type CborMap, type CborValue, writeCbor } from './cbor'
import { type DeviceProof, deviceSigned } from './device-signed'
import { certificatesOf } from './issuer-auth'
import { arrayOf, embeddedOf, mapOf, textOf } from './members'
import { readIssuerSigned } from './read'
import type { Handover } from './session-transcript'

/** The input of a presented document, before a misbehaviour changes it. */
export interface DocumentDraft {
  docType: string
  /** The elements that are shown to the verifier, as they were issued. */
  nameSpaces: Map<string, CborValue[]>
  issuerAuth: CborValue
  /** Everything that the issuer sent. */
  readonly held: ReadonlyMap<string, readonly CborValue[]>
}

/** The input of a device response, before a misbehaviour changes it. */
export interface DeviceResponseDraft {
  response: CborMap
  /** Replaces base64url encoding. Only for misbehaviour. */
  finish?: (bytes: Buffer) => string
}

/**
 * The elements of an mdoc that answer a query, or null when the query does not ask for this mdoc (OID4VP-1FINAL-6.1,
 * 7.2, B.2.3).
 */
export function matchMsoMdoc(query: CredentialQuery, { raw, type, claims }: HeldCredential): SelectedClaim[] | null {
  if (query.meta.doctype_value !== type) return null
  const authorities = query.trustedAuthorities
  if (authorities !== null && !matchesAuthority(authorities, certificatesOf(readIssuerSigned(raw).get('issuerAuth'))))
    return null
  return selectClaims(query, elementTree(claims))
}

/** The document with exactly these elements. */
export function draftDocument({ raw, type }: HeldCredential, claims: SelectedClaim[]): DocumentDraft {
  const issuerSigned = readIssuerSigned(raw)
  const held = new Map<string, CborValue[]>()
  for (const [namespace, items] of mapOf(issuerSigned.get('nameSpaces'), 'nameSpaces'))
    held.set(textOf(namespace, 'The name of a namespace'), arrayOf(items, 'A namespace'))
  const nameSpaces = new Map<string, CborValue[]>()
  for (const [namespace, items] of held) {
    const names = new Set(claims.filter(({ path }) => path[0] === namespace).map(({ path }) => path[1]))
    const shown = items.filter((item) => names.has(elementName(item)))
    if (shown.length > 0) nameSpaces.set(namespace, shown)
  }
  return { docType: type, nameSpaces, issuerAuth: issuerSigned.get('issuerAuth') ?? null, held }
}

/** The element identifier of an issued item. */
function elementName(item: CborValue): string {
  return textOf(mapOf(embeddedOf(item, 'An element').value, 'An element').get('elementIdentifier'), 'An element')
}

/**
 * What the device signs for a document (ISO/IEC 18013-5 section 9.1.3): no elements of its own, proven by a signature
 * rather than a MAC.
 */
export function draftDeviceProof(
  { docType }: DocumentDraft,
  { key, algorithm, handover }: { key: WalletKey; algorithm: number; handover: Handover },
): DeviceProof {
  return { docType, handover, nameSpaces: new Map(), key, algorithm }
}

/** The device response with this document (ISO/IEC 18013-5 section 8.3.2.1.2.2). */
export function draftDeviceResponse(
  { docType, nameSpaces, issuerAuth }: DocumentDraft,
  proof: DeviceProof,
): DeviceResponseDraft {
  const issuerSigned: CborMap = new Map()
  if (nameSpaces.size > 0) issuerSigned.set('nameSpaces', new Map(nameSpaces))
  issuerSigned.set('issuerAuth', issuerAuth)
  const document: CborMap = new Map<string, CborValue>([
    ['docType', docType],
    ['issuerSigned', issuerSigned],
    ['deviceSigned', deviceSigned(proof)],
  ])
  return {
    response: new Map<string, CborValue>([
      ['version', '1.0'],
      ['documents', [document]],
      ['status', 0],
    ]),
  }
}

/** The presentation as it is sent: base64url without padding (OID4VP-1FINAL-B.2.5). */
export function finishDeviceResponse({ response, finish }: DeviceResponseDraft): string {
  const bytes = writeCbor(response)
  return finish === undefined ? bytes.toString('base64url') : finish(bytes)
}

/** Namespaces and their elements as a tree that a claims path can walk. */
function elementTree(claims: JsonObject): ClaimNode {
  const nodesOf = (members: JsonObject, below: (value: unknown) => ClaimNode['children']): ClaimNode['children'] =>
    new Map(Object.entries(members).map(([name, value]) => [name, { value, disclosures: [], children: below(value) }]))
  const children = nodesOf(claims, (elements) => (isObject(elements) ? nodesOf(elements, () => new Map()) : new Map()))
  return { value: claims, disclosures: [], children }
}
