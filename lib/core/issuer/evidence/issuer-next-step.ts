import { clockTime } from '../../engine/evidence/clock-time'
import type { NextStep } from '../../engine/evidence/z-cause'
import { type IssuanceEvidence, isOver } from '../../engine/sessions/session-evidence'
import type { StoredEventType } from '../../ground/ports/event-type'
import type { StoredEvent } from '../../ground/ports/store-types'
import { cNonceTtlSeconds } from '../../ground/time/lifetimes'
import { addSeconds, type EpochMillis, epochMillis } from '../../ground/time/time'

/** Events that show how far a flow came; the last of them says whether its last request was refused. */
const ofFlow: ReadonlySet<StoredEventType> = new Set<StoredEventType>([
  'par_accepted',
  'par_rejected',
  'authorization_rejected',
  'authorization_error_returned',
  'authorization_code_issued',
  'token_rejected',
  'token_issued',
  'authorization_code_replayed',
  'credential_rejected',
  'credential_issued',
])

const newSession = 'Start a new session: it makes a new offer.'

const newAuthorization =
  'Start again with a new pushed authorization request: open the same offer once more, or start a new session.'

/**
 * What a wallet can do after its last request was refused, from what is still valid: the session, the code, the access token.
 * `null` unless a refusal was the last thing that happened.
 */
export function issuerNextStep(evidence: IssuanceEvidence): NextStep | null {
  const last = evidence.events.findLast(({ type }) => ofFlow.has(type))
  if (last === undefined) return null
  const next = afterEvent(last, evidence)
  return next !== null && isOver(evidence)
    ? { do: newSession, because: 'The session has expired, and with it its offer and its tokens.' }
    : next
}

function afterEvent(last: StoredEvent, evidence: IssuanceEvidence): NextStep | null {
  switch (last.type) {
    case 'par_rejected':
      if (last.detail.error === 'use_dpop_nonce')
        return {
          do: 'Send the pushed authorization request again with the DPoP nonce of the response.',
          because: 'Nothing was used up.',
        }
      return {
        do: 'Correct the pushed authorization request and send it again.',
        because: 'Nothing was used up: the offer is still valid.',
      }
    case 'authorization_rejected':
    case 'authorization_error_returned':
      return { do: newAuthorization, because: 'The request_uri cannot be used again; the offer is still valid.' }
    case 'token_rejected':
      return afterToken(last, evidence)
    case 'authorization_code_replayed':
      return { do: newSession, because: 'The code was sent twice: it is used up, and its tokens are revoked.' }
    case 'credential_rejected':
      return afterCredential(last, evidence)
    default:
      return null
  }
}

/** `code_usable_until` is absent from events of earlier versions. */
function afterToken({ detail }: StoredEvent, { session, now }: IssuanceEvidence): NextStep {
  const until = typeof detail.code_usable_until === 'number' ? epochMillis(detail.code_usable_until * 1000) : null
  const byCode = session.flow === 'authorization_code'
  const code = byCode ? 'authorization code' : 'pre-authorized code'
  const again = byCode ? newAuthorization : newSession
  if (detail.error === 'use_dpop_nonce')
    return {
      do: 'Send the token request again with the DPoP nonce of the response.',
      because: `The ${code} is still valid.`,
    }
  if (until === null)
    return {
      do: again,
      because: lacksCode(detail) ? `The request has no ${code} that is valid here.` : `The ${code} is used up.`,
    }
  if (until <= now) return { do: again, because: `The ${code} has expired.` }
  const attempts = typeof detail.attempts_left === 'number' ? ` Attempts left: ${detail.attempts_left}.` : ''
  return {
    do: 'Correct the token request and send it again.',
    because: `The ${code} is not used up: it is valid until ${clockTime(until)}.${attempts}`,
  }
}

/** True if the code of the request was unknown, expired or already used, or there was none. */
const lacksCode = ({ failed_checks: failed }: StoredEvent['detail']): boolean =>
  Array.isArray(failed) && failed.some((id) => /^vci\.token\.(preauth_)?code_(valid|once)$/.test(String(id)))

function afterCredential({ detail }: StoredEvent, { events, now }: IssuanceEvidence): NextStep {
  const until = tokenUntil(events)
  if (detail.error === 'invalid_token' || until === null || until <= now)
    return {
      do: until === null || until <= now ? newSession : 'Send the access token of the last token response.',
      because:
        until === null
          ? 'No access token of this session is valid.'
          : until <= now
            ? 'The access token has expired, and its code is used up.'
            : `That access token is valid until ${clockTime(until)}.`,
    }
  const token = `The access token is valid until ${clockTime(until)}.`
  if (detail.error === 'use_dpop_nonce')
    return { do: 'Send the credential request again with the DPoP nonce of the response.', because: token }
  if (detail.error === 'invalid_nonce')
    return { do: 'Get a new c_nonce from the nonce endpoint, and send the request with a new proof.', because: token }
  return {
    do: 'Correct the credential request and send it again.',
    because: `${token} The refused request did not use up its c_nonce, which is valid for ${cNonceTtlSeconds} s.`,
  }
}

/** The end of the access token that can still be used; `null` without one. A repeated code revokes its tokens. */
function tokenUntil(events: readonly StoredEvent[]): EpochMillis | null {
  const issued = events.findLast(({ type }) => type === 'token_issued' || type === 'authorization_code_replayed')
  return issued?.type === 'token_issued' && typeof issued.detail.expires_in === 'number'
    ? addSeconds(issued.at, issued.detail.expires_in)
    : null
}
