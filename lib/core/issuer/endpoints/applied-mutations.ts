import type { EventDraft } from '../../engine/endpoints/endpoint'
import { applyMutations } from '../../shared/mutations/apply-mutations'
import { differencesOf } from '../../shared/mutations/differences'
import { operationsOn } from '../../shared/mutations/operations-on'
import type { IssuanceSession } from '../../shared/ports/store-types'
import type { JsonObject } from '../../shared/values/json'
import { isSecretName } from '../redaction/issuer-redaction'

/**
 * What a tester's operations did to a response that was a sample when they were tried: where it differs, and those that
 * do not apply to it. Empty for a session without operations on it.
 */
export function appliedMutations(
  session: Pick<IssuanceSession, 'options'> | null,
  target: 'token_response' | 'credential_response',
  right: JsonObject,
): EventDraft[] {
  const operations = operationsOn(session?.options.mutations?.operations ?? [], target)
  if (operations.length === 0) return []
  const { document, problems } = applyMutations(right, operations)
  const differences = differencesOf(right, document, isSecretName)
  const leftOut = problems.map(({ code, pointer }) => ({ code, pointer }))
  return [{ type: 'mutations_applied', detail: { target, differences, left_out: leftOut } as unknown as JsonObject }]
}
