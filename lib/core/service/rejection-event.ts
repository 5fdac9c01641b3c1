import type { EventDraft } from '../engine/endpoints/endpoint'
import type { Exchange } from '../ground/http/exchange'
import { shownMethod } from '../ground/http/shown-method'
import type { StoredEventType } from '../ground/ports/event-type'
import { redactPath } from '../wings'

/** Operations whose refusals have an event of their own. */
const rejections: Readonly<Record<string, StoredEventType>> = {
  pushAuthorizationRequest: 'par_rejected',
  authorize: 'authorization_rejected',
  requestToken: 'token_rejected',
  requestCredential: 'credential_rejected',
  requestDeferredCredential: 'deferred_polled',
}

/**
 * The event of a request that was refused outside its endpoint: because it is too large, not a complete HTTP request,
 * or because of a failure on our side. `operation` is `null` if method or path belong to no endpoint.
 */
export function rejectionEvent(
  operation: string | null,
  { method, path }: Pick<Exchange, 'method' | 'path'>,
  { status, error, reason }: { readonly status: number; readonly error: string; readonly reason: string },
): EventDraft {
  const type = rejections[operation ?? '']
  if (type !== undefined)
    return {
      type,
      detail: {
        ...(type === 'deferred_polled' ? { result: 'refused' } : {}),
        status,
        error,
        reason,
        failed_checks: [],
      },
    }
  return {
    type: 'unexpected_request',
    detail: { method: shownMethod(method), path: redactPath(path).slice(0, 500), reason },
  }
}
