import 'server-only'
import type { ConformanceEntry } from '@/lib/core/engine/evidence/session-view'
import { shared } from '@/lib/server/pages/shared'

/** What was wrong, as one statement. */
export const failureSentenceOf = (
  found: Pick<ConformanceEntry, 'id' | 'title' | 'expected' | 'actual' | 'cause'>,
): string => shared().checks.failureSentenceOf(found)

/** What was wrong in few words, without the value that came. */
export const failureHeadlineOf = (found: Parameters<typeof failureSentenceOf>[0]): string =>
  shared().checks.failureHeadlineOf(found)

/** Whether the catalogue has a check with this id. */
export const hasCheck = (id: string): boolean => shared().checks.checkById(id) !== null

/** The member of a decoded token that a check is about; `undefined` if it is about none. */
export const memberJudgedBy = (id: string) => shared().checks.checkById(id)?.judges
