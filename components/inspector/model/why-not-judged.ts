import type { ConformanceEntry } from '@/lib/core/engine/evidence/session-view'
import { isObject } from '@/lib/core/ground/values/json'

/** Why a check gave no verdict; `null` if it gave one. */
export function whyNotJudged({ status, actual }: Pick<ConformanceEntry, 'status' | 'actual'>): string | null {
  if (status !== 'not_observed' && status !== 'not_applicable') return null
  if (isObject(actual) && Array.isArray(actual.blocked_by)) {
    return `Needs another check to pass first: ${actual.blocked_by.join(', ')}.`
  }
  if (isObject(actual) && typeof actual.because === 'string') return actual.because
  return status === 'not_observed' ? 'Nothing to judge has arrived yet.' : 'It does not apply to this session.'
}
