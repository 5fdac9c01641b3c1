import type { VerifierHistory } from '../../history/verifier-history'
import type { ResponseGate } from './response-reading'

/** How many answers to one session are examined; later ones are only recorded. */
const attemptsMax = 5

/** Why no answer to a session is examined any more; `null` while the next one is. */
export function responseGate({
  consumedAt,
  expired,
  attempts,
}: Pick<VerifierHistory, 'consumedAt' | 'expired' | 'attempts'>): ResponseGate | null {
  if (consumedAt !== null) return 'response_already_received'
  if (expired) return 'session_expired'
  return attempts >= attemptsMax ? 'too_many_attempts' : null
}
