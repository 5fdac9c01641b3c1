import { changedSentence } from '@/lib/core/engine/deviations/changed-words'
import type { EventView } from '@/lib/core/engine/evidence/session-view'

/** The documents that an answer carries, by operation of the contract. */
const documentsOf: Readonly<Record<string, readonly string[]>> = {
  getSessionOffer: ['offer'],
  getCredentialOffer: ['offer'],
  getIssuerMetadata: ['issuer_metadata'],
  getAuthorizationServerMetadata: ['server_metadata'],
  requestToken: ['token_response'],
  requestCredential: ['credential_response'],
  requestDeferredCredential: ['credential_response'],
  sendPresentationResponse: ['response'],
  sendBrowserResult: ['response'],
}

const ofRequest = ['request_object', 'request_header', 'signature', 'request_response']

/** What of a session's changes an altered answer carries, as its timeline says it; `null` without any. */
export function changedAnswer(
  { mutations }: { readonly mutations?: Parameters<typeof changedSentence>[0] | undefined },
  { detail }: EventView,
): string | null {
  if (mutations === undefined) return null
  const targets = documentsOf[String(detail.operation)] ?? ofRequest
  const carried = mutations.differences.filter(({ target }) => targets.includes(target))
  return changedSentence({ differences: carried.length === 0 ? mutations.differences : carried })
}
