import { clockTime } from '../../engine/evidence/clock-time'
import type { NextStep } from '../../engine/evidence/z-cause'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import { answerEvents, consumedAnswer } from '../history/verifier-history'

const newSession = { do: 'Start a new session: it makes a new request.', operation: null } as const

/**
 * What a wallet can do after its answer was refused, from whether the request still takes one. `null` unless an answer was
 * refused and none was accepted.
 */
export function verifierNextStep({ session, events, now }: PresentationEvidence): NextStep | null {
  const last = events.findLast(({ type }) => answerEvents.some((answer) => answer === type))
  if (last === undefined || !isRefused(last.detail)) return null
  if (consumedAnswer(events) !== undefined)
    return {
      ...newSession,
      because: 'A request accepts one response: its nonce and its encryption key are used up.',
    }
  return session.expiresAt <= now
    ? { ...newSession, because: 'The request has expired.' }
    : session.dcApi !== undefined
      ? {
          do: 'Ask again on the page of this session.',
          because: `The request still accepts a response, with the same nonces and keys, until ${clockTime(session.expiresAt)}.`,
          operation: 'sendBrowserResult',
        }
      : {
          do: 'Correct the response and send it again.',
          because: `The request still accepts a response, with the same nonce and key, until ${clockTime(session.expiresAt)}.`,
          operation: 'sendPresentationResponse',
        }
}

const isRefused = ({ presentation_valid, result }: Readonly<Record<string, unknown>>): boolean =>
  presentation_valid === false || result === 'refused'
