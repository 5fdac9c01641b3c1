import type { DcqlQuery } from '../../../../shared/dcql/dcql-query'
import { type MadeJwt, makeJwt } from '../../../../shared/jose/jwt'
import type { DcApiEntry } from '../../../../shared/ports/dc-api'
import { invariant } from '../../../../shared/ports/errors'
import type { JwsSigner, Ports } from '../../../../shared/ports/ports'
import type { PresentationSession } from '../../../../shared/ports/store-types'
import type { EpochMillis } from '../../../../shared/time/time'
import type { Json, JsonObject } from '../../../../shared/values/json'
import type {
  BrowserChanges,
  BrowserRequest,
  BrowserTools,
  VerifierDeviation,
} from '../../../deviations/verifier-deviation'
import { ownOrigin, requestUri } from '../../../identity/verifier-uris'
import { annexCTranscript } from '../../annex-c/annex-c-reading'
import { makeDeviceRequest, makeEncryptionInfo } from '../../annex-c/device-request'
import {
  changedHeader,
  type Delivery,
  makeRequestObject,
  requestObjectClaims,
  requestObjectType,
} from '../request-object'
import { sessionQuery } from '../session-query'
import { proofOf, secondSignerOf, signingOf } from '../verifier-link'
import { sessionOfEntry } from './entries'

/** Changes to a browser request, and their sources of values. */
export interface BrowserTest {
  readonly changes: BrowserChanges
  readonly tools: BrowserTools
}

/** No changes. */
const untested: BrowserTest = { changes: {}, tools: { clientId: '', requestUri: '' } }

/** The browser changes of a session's test; none for `null`. */
const browserTest = (
  { sessionId, dcApi }: PresentationSession,
  { deviation }: { readonly deviation: VerifierDeviation | null },
  { settings }: { readonly settings: { readonly baseUrl: string } },
): BrowserTest => ({
  changes: deviation?.changes.browser ?? {},
  tools: {
    clientId: String(dcApi?.signed?.client_id ?? ''),
    requestUri: requestUri(settings.baseUrl, sessionId),
  },
})

/** The entry whose data an entry holds: its own, or the signed one substituted for it. */
const heldEntry = (entry: DcApiEntry, { changes: { dataOf } }: BrowserTest): DcApiEntry =>
  dataOf === undefined ? entry : { ...entry, protocol: dataOf }

/** Applies the changes to the members of an unsigned request. */
const changedMembers = (members: JsonObject, { changes, tools }: BrowserTest): JsonObject =>
  changes.unsigned?.(members, tools) ?? members

/** Applies the changes to the list of entries. */
const changedRequests = (
  requests: readonly BrowserRequest[],
  { changes, tools }: BrowserTest,
): readonly BrowserRequest[] => changes.requests?.(requests, tools) ?? requests

/** Applies the changes to the common payload of all signatures. */
const changedPayload = (payload: JsonObject, { changes, tools }: BrowserTest): JsonObject =>
  changes.payload?.(payload, tools) ?? payload

/** Applies the changes to one of several signatures, given as a compact JWS. */
function changedSignature(token: string, place: number, { changes: { signature } }: BrowserTest): string {
  const at = token.lastIndexOf('.') + 1
  return signature === undefined ? token : token.slice(0, at) + signature(token.slice(at), place)
}

/** Applies the changes to `encryptionInfo`. */
const changedEncryptionInfo = (
  { nonce, encryptionInfo }: DcApiEntry,
  { changes: { withoutRecipientKey } }: BrowserTest,
): string | undefined => (withoutRecipientKey ? makeEncryptionInfo(nonce, null) : encryptionInfo)

/** Applies the changes to the reader's signatures. */
const changedReader = (signer: JwsSigner, { changes: { readerSignature } }: BrowserTest): JwsSigner =>
  readerSignature === undefined ? signer : { ...signer, sign: (data) => readerSignature(signer.sign(data)) }

/** A signer and its Client Identifier. */
export interface RequestSignature {
  readonly clientId: string
  readonly signer: JwsSigner
}

/**
 * `data` of a multi-signed request: a JSON-serialized JWS with `client_id` and `verifier_info` in the protected headers
 * only. Each signature is also returned as a compact JWS, for evidence.
 * @param root test root in base64 DER, for the test that sends it
 * @param test changes to payload and signatures
 * @see OID4VP-1FINALA-A.3.2.2, RFC7515-7.2.1
 */
export function multiSignedData(
  delivery: Delivery,
  signatures: readonly RequestSignature[],
  root: string,
  test: BrowserTest = untested,
): { readonly data: JsonObject; readonly made: readonly MadeJwt[] } {
  const { compact } = delivery.deviation?.changes ?? {}
  const made = signatures.map(({ clientId, signer }, place): MadeJwt => {
    const { header, claims } = split(
      requestObjectClaims({ ...delivery, request: { ...delivery.request, client_id: clientId } }),
    )
    const right = { typ: requestObjectType, x5c: [...signer.x5c], ...header }
    const payload = changedPayload(claims, test)
    const jws = makeJwt({ ...changedHeader(right, delivery, signer, root), claims: payload, signer })
    const token = compact?.(jws.token) ?? jws.token
    return { ...jws, token: changedSignature(token, place, test) }
  })
  const parts = made.map(({ token }) => token.split('.'))
  return {
    data: {
      request: {
        payload: parts[0]?.[1] ?? '',
        signatures: parts.map(([head = '', , signature = '']): Json => ({ protected: head, signature })),
      },
    },
    made,
  }
}

/** Members of each protected header, never of the payload. */
const headerMembers: readonly string[] = ['client_id', 'verifier_info']

const split = (claims: JsonObject): { readonly header: JsonObject; readonly claims: JsonObject } => {
  const members = Object.entries(claims)
  return {
    header: Object.fromEntries(members.filter(([name]) => headerMembers.includes(name))),
    claims: Object.fromEntries(members.filter(([name]) => !headerMembers.includes(name))),
  }
}

/** What a page passes to `navigator.credentials.get()`, and the JWSs in it. */
export interface MadeDigitalRequest {
  readonly body: JsonObject
  readonly made: readonly MadeJwt[]
}

/** Time of a delivery, and the test's changes; `null` for none. */
interface Delivered {
  readonly at: EpochMillis
  readonly deviation: VerifierDeviation | null
}

type SigningContext = Parameters<typeof signingOf>[1] & { readonly ports: Pick<Ports, 'digest'> }

/**
 * A session's browser request: one entry per protocol, signed anew at each call.
 * @see OID4VP-1FINALA-A.3, https://www.w3.org/TR/digital-credentials/
 */
export async function makeDigitalRequest(
  session: PresentationSession,
  delivered: Delivered,
  context: SigningContext,
): Promise<MadeDigitalRequest> {
  const entries = await Promise.all(
    (session.dcApi?.entries ?? []).map((entry) => makeEntry(session, entry, delivered, context)),
  )
  const requests = changedRequests(
    entries.map(({ request }) => request),
    browserTest(session, delivered, context),
  )
  return {
    body: { digital: { requests: requests.map((request) => ({ ...request })) }, mediation: 'required' },
    made: entries.flatMap(({ made }) => made),
  }
}

async function makeEntry(
  session: PresentationSession,
  entry: DcApiEntry,
  { at, deviation }: Delivered,
  context: SigningContext,
): Promise<{ readonly request: BrowserRequest; readonly made: readonly MadeJwt[] }> {
  const { protocol } = entry
  const test = browserTest(session, { deviation }, context)
  const ofEntry = sessionOfEntry(session, heldEntry(entry, test))
  const delivery: Delivery = {
    request: ofEntry.request,
    issuedAt: at,
    expiresAt: session.expiresAt,
    walletNonce: null,
    deviation,
  }
  switch (heldEntry(entry, test).protocol) {
    case 'openid4vp-v1-unsigned':
      return { request: { protocol, data: changedMembers(unsignedData(delivery), test) }, made: [] }
    case 'openid4vp-v1-signed': {
      const keys = await signingOf(ofEntry, context)
      const { data, made } = signedData({ ...delivery, ...proofOf(ofEntry, context) }, ...keys)
      return { request: { protocol, data }, made: [made] }
    }
    case 'openid4vp-v1-multisigned': {
      const [firstSigner, root] = await signingOf(ofEntry, context)
      const signers = [firstSigner, await secondSignerOf(session, context)]
      const signatures = (session.dcApi?.signatures ?? []).flatMap(({ clientId }, index) => {
        const signer = signers[index]
        return signer === undefined ? [] : [{ clientId, signer }]
      })
      const { data, made } = multiSignedData(delivery, signatures, root, test)
      return { request: { protocol, data }, made }
    }
    case 'org-iso-mdoc': {
      const query = sessionQuery(ofEntry, ofEntry.request)
      const [signer] = await signingOf(ofEntry, context)
      return { request: { protocol, data: isoMdocData(entry, { query, signer, test }, context) }, made: [] }
    }
  }
}

/**
 * `data` of an ISO/IEC 18013-7 request, signed anew at each call, with the entry's `encryptionInfo`. `test` may change
 * that and the reader's signature.
 * @see ISO18013-7-C
 */
function isoMdocData(
  entry: DcApiEntry,
  { query, signer, test }: { readonly query: DcqlQuery | null; readonly signer: JwsSigner; readonly test: BrowserTest },
  { settings, ports }: { readonly settings: { readonly baseUrl: string }; readonly ports: Pick<Ports, 'digest'> },
): JsonObject {
  const encryptionInfo = changedEncryptionInfo(entry, test)
  invariant(encryptionInfo !== undefined && query !== null, 'A session asks for mdocs with encryptionInfo and a query.')
  const transcript = annexCTranscript({ encryptionInfo, origin: ownOrigin(settings.baseUrl) }, ports.digest)
  return {
    deviceRequest: makeDeviceRequest(query, { transcript, signer: changedReader(signer, test) }),
    encryptionInfo,
  }
}

/** `data` of a signed request, and its JWS before a test corrupted it. OID4VP-1FINALA-A.3.2.1 */
export function signedData(
  delivery: Delivery,
  signer: JwsSigner,
  root: string,
): { readonly data: JsonObject; readonly made: MadeJwt } {
  const made = makeRequestObject(delivery, signer, root)
  return { data: { request: delivery.deviation?.changes.compact?.(made.token) ?? made.token }, made }
}

/** `data` of an unsigned request: its parameters. OID4VP-1FINALA-A.3.1 */
export const unsignedData = (delivery: Delivery): JsonObject => requestObjectClaims({ ...delivery, inLink: true })
