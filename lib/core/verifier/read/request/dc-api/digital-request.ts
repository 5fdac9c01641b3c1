import type { DcqlQuery } from '../../../../ground/dcql/dcql-query'
import type { MadeJwt } from '../../../../ground/jose/jwt'
import type { DcApiEntry } from '../../../../ground/ports/dc-api'
import { invariant } from '../../../../ground/ports/errors'
import type { JwsSigner, Ports } from '../../../../ground/ports/ports'
import type { PresentationSession } from '../../../../ground/ports/store-types'
import type { EpochMillis } from '../../../../ground/time/time'
import type { JsonObject } from '../../../../ground/values/json'
import type { BrowserRequest } from '../../../deviations/browser-changes'
import type { VerifierDeviation } from '../../../deviations/verifier-deviation'
import { ownOrigin } from '../../../identity/own-origin'
import { annexCTranscript } from '../../annex-c/annex-c-transcript'
import { makeDeviceRequest } from '../../annex-c/device-request'
import { type Delivery, makeRequestObject, requestObjectClaims } from '../request-object'
import { sessionQuery } from '../session-query'
import { proofOf, secondSignerOf, signingOf } from '../verifier-link'
import {
  type BrowserTest,
  browserTest,
  changedEncryptionInfo,
  changedMembers,
  changedReader,
  changedRequests,
  heldEntry,
} from './browser-test'
import { sessionOfEntry } from './entry-parameters'
import { multiSignedData } from './multi-signed-entry'

/** What a page hands to `navigator.credentials.get()`, and the JWSs in it. */
export interface MadeDigitalRequest {
  readonly body: JsonObject
  readonly made: readonly MadeJwt[]
}

/** When a request is delivered, and what a test changes of it; `null` for nothing. */
interface Delivered {
  readonly at: EpochMillis
  readonly deviation: VerifierDeviation | null
}

type SigningContext = Parameters<typeof signingOf>[1] & { readonly ports: Pick<Ports, 'digest'> }

/**
 * The request of a session to a browser: one entry per protocol, signed anew at each call.
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
 * `data` of a request in the form of ISO/IEC 18013-7: signed anew at each call, with the `encryptionInfo` of the entry. `test`: what
 * is altered of that, and of the signature of the reader.
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

/** `data` of a signed request, and the JWS in it before a test spoilt its text. OID4VP-1FINALA-A.3.2.1 */
export function signedData(
  delivery: Delivery,
  signer: JwsSigner,
  root: string,
): { readonly data: JsonObject; readonly made: MadeJwt } {
  const made = makeRequestObject(delivery, signer, root)
  return { data: { request: delivery.deviation?.changes.compact?.(made.token) ?? made.token }, made }
}

/** `data` of an unsigned request: its parameters as members. OID4VP-1FINALA-A.3.1 */
export const unsignedData = (delivery: Delivery): JsonObject => requestObjectClaims({ ...delivery, inLink: true })
