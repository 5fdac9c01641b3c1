import type { ExchangeView } from '@/lib/core/engine/evidence/session-view'
import { isObject } from '@/lib/core/ground/values/json'

/** The error code of a response; `null` if there is none. */
export function errorCodeOf({ response }: Pick<ExchangeView, 'response'>): string | null {
  return isObject(response.body) && typeof response.body.error === 'string' ? response.body.error : null
}
