import type { Reply } from '../../../ground/http/exchange'
import { jsonReply } from '../../../ground/http/reply'
import { sessionTtlSeconds } from '../../../ground/time/durations'

/** The refusal of what a session has had as often as it may; only a new session helps. */
export const tooMany = (description: string): Reply =>
  jsonReply(429, { error: 'too_many_requests', error_description: description }, [
    ['Retry-After', String(sessionTtlSeconds)],
  ])
