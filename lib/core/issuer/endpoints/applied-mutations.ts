import type { EventDraft } from '../../engine/endpoints/decided'
import { applyMutations } from '../../shared/mutations/apply-mutations'
import { differencesOf } from '../../shared/mutations/differences'
import { keptPair } from '../../shared/mutations/document-pair'
import { operationsOn } from '../../shared/mutations/operations-on'
import type { IssuanceSession } from '../../shared/ports/store-types'
import { isObject, isSameJson, type JsonObject } from '../../shared/values/json'
import { isSecretName } from '../redaction/issuer-redaction'

/** A response as a tester's operations make it. */
interface AppliedMutations {
  /** The response given, the same object, where they change nothing; `null` in a session without any on it. */
  readonly sent: JsonObject | null
  readonly events: readonly EventDraft[]
}

/**
 * Does a tester's operations to a response that was a sample when they were tried, and tells where it differs and which of
 * them do not apply to it.
 */
export function appliedMutations(
  session: Pick<IssuanceSession, 'options'> | null,
  target: 'token_response' | 'credential_response',
  right: JsonObject,
): AppliedMutations {
  const operations = operationsOn(session?.options.mutations?.operations ?? [], target)
  if (operations.length === 0) return { sent: null, events: [] }
  const { document, problems } = applyMutations(right, operations)
  const sent = isObject(document) && !isSameJson(document, right) ? (document as JsonObject) : right
  const differences = differencesOf(right, sent, isSecretName)
  const leftOut = problems.map(({ code, pointer }) => ({ code, pointer }))
  const texts = keptPair({ right, sent }, isSecretName)
  const detail = { target, differences, left_out: leftOut, ...texts } as unknown as JsonObject
  return { sent, events: [{ type: 'mutations_applied', detail }] }
}
