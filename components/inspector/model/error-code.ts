import type { ExchangeView } from '@/lib/core/evidence/session-view'
import { isObject } from '@/lib/core/json'

/** The error code of an answer, `null` without one. */
export function errorCodeOf({ response }: Pick<ExchangeView, 'response'>): string | null {
  return isObject(response.body) && typeof response.body.error === 'string' ? response.body.error : null
}
