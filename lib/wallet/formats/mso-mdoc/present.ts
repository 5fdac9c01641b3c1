import { createHash } from 'node:crypto'
import { coseAlgorithmOf, type WalletKey } from '../../jose/key'
import { isObject, type JsonObject } from '../../json'
import type { CredentialQuery } from '../../verifier/dcql/dcql-query'
import { matchesAuthority, type SelectedClaim, selectClaims } from '../../verifier/dcql/match'
import type { ClaimNode } from '../sd-jwt-vc/disclosures'
import type { HeldCredential } from '../stored-credential'
import {
  arrayOf,
  type CborMap,
  type CborValue,
  type CoseHeaders,
  embed,
  embeddedOf,
  mapOf,
  sign1,
  textOf,
  writeCbor,
} from './cbor'
import { certificatesOf, readIssuerSigned } from './verify'

/** What binds a device's proof to one request (OID4VP-1FINAL-B.2.6). */
export interface Handover {
  /** The full client identifier with its prefix; empty if there is none. */
  clientId: string
  nonce: string
  /** The RFC 7638 SHA-256 thumbprint of the key that the response is encrypted to, or null when it is not encrypted. */
  jwkThumbprint: Buffer | null
  responseUri: string
  /** Present if a browser carries the response; `clientId` and `responseUri` are then ignored. */
  browser?: BrowserHandover
}

/** What binds a proof to a request that a browser carries. */
interface BrowserHandover {
  origin: string
  /** As received, for `org-iso-mdoc`; null for the protocols of OpenID4VP. */
  encryptionInfo: string | null
}

/**
 * The `SessionTranscript` of a response: by redirect or direct_post (OID4VP-1FINAL-B.2.6.1), through a browser
 * (OID4VP-1FINAL-B.2.6.2), or through a browser by the protocol `org-iso-mdoc` (ISO18013-7-C).
 */
export function sessionTranscript({ clientId, nonce, jwkThumbprint, responseUri, browser }: Handover): CborValue {
  if (browser === undefined) return transcriptOf('OpenID4VPHandover', [clientId, nonce, jwkThumbprint, responseUri])
  const { origin, encryptionInfo } = browser
  return encryptionInfo === null
    ? transcriptOf('OpenID4VPDCAPIHandover', [origin, nonce, jwkThumbprint])
    : transcriptOf('dcapi', [encryptionInfo, origin])
}

const transcriptOf = (name: string, info: CborValue): CborValue => [
  null,
  null,
  [name, createHash('sha256').update(writeCbor(info)).digest()],
]

/** The input of a device signature for one document, before a misbehaviour changes it. */
export interface DeviceProof {
  docType: string
  handover: Handover
  /** The namespaces of device-signed elements. */
  nameSpaces: CborMap
  key: WalletKey
  /** COSE algorithm of the key: its number without a curve, or the fully specified one (RFC 9864). */
  algorithm: number
  /** Replaces the transcript. Only for misbehaviour. */
  transcript?: (handover: Handover) => CborValue
  /** Replaces the signature. Only for misbehaviour. */
  authenticate?: (covered: Buffer, transcript: Buffer) => CborMap
}

/** `DeviceSigned` with a signature over `DeviceAuthentication` (ISO/IEC 18013-5 sections 9.1.3.4, 9.1.3.6). */
function deviceSigned(proof: DeviceProof): CborMap {
  const nameSpaces = embed(writeCbor(proof.nameSpaces))
  const transcript = (proof.transcript ?? sessionTranscript)(proof.handover)
  const covered = writeCbor(embed(writeCbor(['DeviceAuthentication', transcript, proof.docType, nameSpaces])))
  const deviceAuth = proof.authenticate?.(covered, writeCbor(transcript)) ?? signature(proof, covered)
  return new Map<string, CborValue>([
    ['nameSpaces', nameSpaces],
    ['deviceAuth', deviceAuth],
  ])
}

/** The payload is detached: the verifier reconstructs it. */
function signature({ algorithm, key }: DeviceProof, covered: Buffer): CborMap {
  const headers: CoseHeaders = { protectedHeader: new Map([[1, algorithm]]), unprotectedHeader: new Map() }
  const [header = null, unprotected = null, , signed = null] = sign1(headers, covered, key)
  return new Map([['deviceSignature', [header, unprotected, null, signed]]])
}

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
  return { docType, handover, nameSpaces: new Map(), key, algorithm: coseAlgorithmOf(key, algorithm) }
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
