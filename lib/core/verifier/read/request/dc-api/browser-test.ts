import type { DcApiEntry } from '../../../../ground/ports/dc-api'
import type { JwsSigner } from '../../../../ground/ports/ports'
import type { PresentationSession } from '../../../../ground/ports/store-types'
import type { JsonObject } from '../../../../ground/values/json'
import type { BrowserChanges, BrowserRequest, BrowserTools } from '../../../deviations/browser-changes'
import type { VerifierDeviation } from '../../../deviations/verifier-deviation'
import { requestUri } from '../../../identity/verifier-uris'
import { makeEncryptionInfo } from '../../annex-c/encryption-info'

/** What a test alters of what a browser is handed, and where it takes values from. */
export interface BrowserTest {
  readonly changes: BrowserChanges
  readonly tools: BrowserTools
}

/** What alters nothing. */
export const untested: BrowserTest = { changes: {}, tools: { clientId: '', requestUri: '' } }

/** What the test of a session alters of what a browser is handed; nothing for `null`. */
export const browserTest = (
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

/** The entry whose data one holds: its own, or the signed one in its place. */
export const heldEntry = (entry: DcApiEntry, { changes: { dataOf } }: BrowserTest): DcApiEntry =>
  dataOf === undefined ? entry : { ...entry, protocol: dataOf }

/** The members of an unsigned request. */
export const changedMembers = (members: JsonObject, { changes, tools }: BrowserTest): JsonObject =>
  changes.unsigned?.(members, tools) ?? members

/** The entries, in order. */
export const changedRequests = (
  requests: readonly BrowserRequest[],
  { changes, tools }: BrowserTest,
): readonly BrowserRequest[] => changes.requests?.(requests, tools) ?? requests

/** What all signatures of a request sign: the same text for each. */
export const changedPayload = (payload: JsonObject, { changes, tools }: BrowserTest): JsonObject =>
  changes.payload?.(payload, tools) ?? payload

/** One of several signatures, as the compact JWS that it would be. */
export function changedSignature(token: string, place: number, { changes: { signature } }: BrowserTest): string {
  const at = token.lastIndexOf('.') + 1
  return signature === undefined ? token : token.slice(0, at) + signature(token.slice(at), place)
}

/** What the answer in the form of ISO/IEC 18013-7 is encrypted to. */
export const changedEncryptionInfo = (
  { nonce, encryptionInfo }: DcApiEntry,
  { changes: { withoutRecipientKey } }: BrowserTest,
): string | undefined => (withoutRecipientKey ? makeEncryptionInfo(nonce, null) : encryptionInfo)

/** The key that signs as reader. */
export const changedReader = (signer: JwsSigner, { changes: { readerSignature } }: BrowserTest): JwsSigner =>
  readerSignature === undefined ? signer : { ...signer, sign: (data) => readerSignature(signer.sign(data)) }
