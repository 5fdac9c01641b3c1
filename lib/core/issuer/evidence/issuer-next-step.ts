import { clockTime } from '../../engine/evidence/clock-time'
import type { NextStep } from '../../engine/evidence/z-session-view'
import { type IssuanceEvidence, isOver } from '../../engine/sessions/session-evidence'
import type { StoredEventType } from '../../shared/ports/event-type'
import type { StoredEvent } from '../../shared/ports/store-types'
import { addSeconds, type EpochMillis, epochMillis } from '../../shared/time/time'
import type { NonceFacts } from '../read/proof/read-nonce'

/** Events that show the progress of a flow; the last one says whether its request was refused. */
const ofFlow: ReadonlySet<StoredEventType> = new Set<StoredEventType>([
  'par_accepted',
  'par_rejected',
  'authorization_rejected',
  'authorization_error_returned',
  'authorization_code_issued',
  'token_rejected',
  'token_issued',
  'token_refreshed',
  'refresh_token_replayed',
  'authorization_code_replayed',
  'credential_rejected',
  'credential_issued',
  'credential_deferred',
  'deferred_polled',
])

const newSession = { do: 'Start a new session: it makes a new offer.', operation: null } as const

const newAuthorization = {
  do: 'Start again with a new pushed authorization request: open the same offer once more, or start a new session.',
  operation: 'pushAuthorizationRequest',
} as const

const sentTwice = 'The code was sent twice: it is used up, and its tokens are revoked.'

/**
 * What a wallet can do after a refusal, given what is still valid: session, code, access token, nonce. `null` unless
 * the last thing that happened was a refusal.
 */
export function issuerNextStep(evidence: IssuanceEvidence): NextStep | null {
  const last = evidence.events.findLast(({ type }) => ofFlow.has(type))
  if (last === undefined) return null
  const next = afterEvent(last, evidence)
  return next !== null && isOver(evidence) && !canRefresh(evidence)
    ? { ...newSession, because: 'The session has expired, and with it its offer and its tokens.' }
    : next
}

function afterEvent(last: StoredEvent, evidence: IssuanceEvidence): NextStep | null {
  switch (last.type) {
    case 'par_rejected':
      if (last.detail.error === 'use_dpop_nonce')
        return {
          do: 'Send the pushed authorization request again with the DPoP nonce of the response.',
          because: 'Nothing was used up.',
          operation: 'pushAuthorizationRequest',
        }
      return {
        do: 'Correct the pushed authorization request and send it again.',
        because: 'Nothing was used up: the offer is still valid.',
        operation: 'pushAuthorizationRequest',
      }
    case 'authorization_rejected':
    case 'authorization_error_returned':
      return { ...newAuthorization, because: 'The request_uri cannot be used again; the offer is still valid.' }
    case 'token_rejected':
      return afterToken(last, evidence)
    case 'authorization_code_replayed':
      return {
        ...withAnotherCode(evidence),
        because: sentTwice,
      }
    case 'refresh_token_replayed':
      return {
        ...withAnotherCode(evidence),
        because: 'A refresh token that was replaced came again: all tokens of the session are revoked.',
      }
    case 'credential_rejected':
      return afterCredential(last, evidence)
    case 'deferred_polled':
      return afterDeferred(last, evidence)
    default:
      return null
  }
}

/** Advice for getting another code. */
const withAnotherCode = ({ session }: Pick<IssuanceEvidence, 'session'>) =>
  session.flow === 'authorization_code' ? newAuthorization : newSession

/** Events of earlier versions lack `code_usable_until`. */
function afterToken({ detail }: StoredEvent, { session, now }: IssuanceEvidence): NextStep {
  const until = instantOf(detail.code_usable_until)
  const code = session.flow === 'authorization_code' ? 'authorization code' : 'pre-authorized code'
  const again = withAnotherCode({ session })
  if (detail.grant_type === 'refresh_token')
    return detail.refresh_token_usable === true
      ? {
          do: 'Correct the refresh and send it again.',
          because: 'The refresh token is still valid.',
          operation: 'requestToken',
        }
      : { ...again, because: 'The request has no refresh token that is valid here.' }
  if (detail.error === 'use_dpop_nonce')
    return {
      do: 'Send the token request again with the DPoP nonce of the response.',
      because: `The ${code} is still valid.`,
      operation: 'requestToken',
    }
  if (until === null)
    return {
      ...again,
      because: lacksCode(detail) ? `The request has no ${code} that is valid here.` : `The ${code} is used up.`,
    }
  if (until <= now) return { ...again, because: `The ${code} has expired.` }
  const attempts = typeof detail.attempts_left === 'number' ? ` Attempts left: ${detail.attempts_left}.` : ''
  return {
    do: 'Correct the token request and send it again.',
    because: `The ${code} is not used up: it is valid until ${clockTime(until)}.${attempts}`,
    operation: 'requestToken',
  }
}

/** True if the request's code was unknown, expired, used or missing. */
const lacksCode = ({ failed_checks: failed }: StoredEvent['detail']): boolean =>
  Array.isArray(failed) && failed.some((id) => /^vci\.token\.(preauth_)?code_(valid|once)$/.test(String(id)))

function afterCredential({ detail }: StoredEvent, evidence: IssuanceEvidence): NextStep {
  const { events, now } = evidence
  const until = tokenUntil(events)
  if (until === null)
    return {
      ...withAnotherCode(evidence),
      because: events.some(({ type }) => type === 'authorization_code_replayed')
        ? sentTwice
        : 'No access token of this session is valid.',
    }
  if (until <= now && canRefresh(evidence))
    return {
      do: 'Get a new access token with the refresh token of the token response.',
      because: 'The access token has expired.',
      operation: 'requestToken',
    }
  if (until <= now)
    return { ...withAnotherCode(evidence), because: 'The access token has expired, and its code is used up.' }
  if (detail.error === 'invalid_token')
    return {
      do: 'Send the access token of the last token response.',
      because: `That access token is valid until ${clockTime(until)}.`,
      operation: 'requestCredential',
    }
  const token = `The access token is valid until ${clockTime(until)}.`
  if (detail.error === 'use_dpop_nonce')
    return {
      do: 'Send the credential request again with the DPoP nonce of the response.',
      because: token,
      operation: 'requestCredential',
    }
  const lack = lackOfNonce(detail, now)
  if (lack !== null)
    return {
      do: 'Get a new c_nonce from the nonce endpoint, and send the request with a new proof that carries it.',
      because: `${token} ${lack}`,
      operation: 'requestNonce',
    }
  const usable = instantOf(detail.nonce_usable_until)
  return {
    do: 'Correct the credential request and send it again.',
    because:
      usable === null
        ? `${token} Only a request that gets a credential uses up its c_nonce.`
        : `${token} The refused request did not use up its c_nonce, which is valid until ${clockTime(usable)}.`,
    operation: 'requestCredential',
  }
}

/** After a refused request the transaction keeps waiting; a denied or lost one is over. */
function afterDeferred({ detail }: StoredEvent, evidence: IssuanceEvidence): NextStep | null {
  if (detail.result === 'denied' || detail.result === 'lost')
    return { ...newSession, because: 'The issuer does not issue the deferred credential.' }
  if (detail.result !== 'refused') return null
  const until = tokenUntil(evidence.events)
  if (until === null || until <= evidence.now)
    return { ...withAnotherCode(evidence), because: 'No access token of this session is valid.' }
  return {
    do: 'Correct the deferred credential request and send it again.',
    because: `The access token is valid until ${clockTime(until)}.`,
    operation: 'requestDeferredCredential',
  }
}

/** Why the nonce of a refused request is unusable, by its state. */
const lacks: Readonly<Record<Exclude<NonceFacts['state'], 'fresh'>, string>> = {
  absent: 'The proof of the refused request had no c_nonce.',
  not_a_string: 'The proof of the refused request had no c_nonce that is a string.',
  unknown: 'The c_nonce of the refused request was never issued here.',
  other_issuer: 'The c_nonce of the refused request is from another issuer.',
  spent: 'The c_nonce of the refused request is used up.',
  expired: 'The c_nonce of the refused request has expired.',
}

/**
 * Why a refused request needs another nonce; `null` if its nonce still works. Events of earlier versions have no state.
 */
function lackOfNonce(
  { error, nonce_state: state, nonce_usable_until: until }: StoredEvent['detail'],
  now: EpochMillis,
) {
  if (typeof state === 'string' && Object.hasOwn(lacks, state)) return lacks[state as keyof typeof lacks]
  const end = instantOf(until)
  if (end !== null && end <= now) return lacks.expired
  return error === 'invalid_nonce' ? 'The refused request had no c_nonce that is valid here.' : null
}

const instantOf = (seconds: unknown): EpochMillis | null =>
  typeof seconds === 'number' ? epochMillis(seconds * 1000) : null

const grantsOrRevokes: ReadonlySet<StoredEventType> = new Set<StoredEventType>([
  'token_issued',
  'token_refreshed',
  'authorization_code_replayed',
  'refresh_token_replayed',
])

/** True if the wallet has a valid refresh token. */
function canRefresh({ events, now }: Pick<IssuanceEvidence, 'events' | 'now'>): boolean {
  const given = events.findLast(({ type }) => type === 'refresh_token_issued')
  const isRevoked = events.some(
    ({ type }) => type === 'refresh_token_replayed' || type === 'authorization_code_replayed',
  )
  const seconds = given?.detail.expires_in
  return given !== undefined && !isRevoked && typeof seconds === 'number' && addSeconds(given.at, seconds) > now
}

/** Expiry of the usable access token; `null` without one. A repeated code revokes its tokens. */
function tokenUntil(events: readonly StoredEvent[]): EpochMillis | null {
  const issued = events.findLast(({ type }) => grantsOrRevokes.has(type))
  return (issued?.type === 'token_issued' || issued?.type === 'token_refreshed') &&
    typeof issued.detail.expires_in === 'number'
    ? addSeconds(issued.at, issued.detail.expires_in)
    : null
}
