import type { EventDraft } from '../../engine/endpoints/decided'
import type { Reply } from '../../shared/http/exchange'
import { applyMutations } from '../../shared/mutations/apply-mutations'
import { differencesOf } from '../../shared/mutations/differences'
import { keptPair } from '../../shared/mutations/document-pair'
import { replyDocument } from '../../shared/mutations/mutated-reply'
import { operationsOn } from '../../shared/mutations/operations-on'
import type { JsonObject } from '../../shared/values/json'
import { type MutatedSession, mutationsOf } from '../deviations/mutated'
import { isSecretName } from '../redaction/verifier-redaction'

/**
 * Tells of a reply that was a sample when a tester's operations were tried where it differs, and which of them do not
 * apply to it. Nothing where no operation aims at it.
 */
export function appliedMutations(
  session: MutatedSession,
  target: 'request_response' | 'response',
  reply: { readonly right: Reply; readonly sent: Reply },
): EventDraft[] {
  const operations = operationsOn(mutationsOf(session), target)
  if (operations.length === 0) return []
  const [right, sent] = [replyDocument(reply.right), replyDocument(reply.sent)]
  const leftOut = applyMutations(right, operations).problems.map(({ code, pointer }) => ({ code, pointer }))
  const differences = differencesOf(right, sent, isSecretName)
  const detail = { target, differences, left_out: leftOut, ...keptPair({ right, sent }, isSecretName) }
  return [{ type: 'mutations_applied', detail: detail as unknown as JsonObject }]
}
