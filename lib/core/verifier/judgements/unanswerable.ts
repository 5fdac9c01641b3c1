import type { ClaimPosition } from '../../shared/dcql/claim-tree'
import type { ClaimMatch, QueryMatch } from '../../shared/dcql/dcql-reading'
import type { RefusableReason, UnanswerableReason } from '../../shared/dcql/problem-list'
import type { PresentationSession } from '../../shared/ports/store-types'
import { isObject, type JsonObject } from '../../shared/values/json'
import { deviationOf, expectsRefusal } from '../deviations'
import type { PresentedSubject } from '../read/response/response-reading'

/** A part of the tester's query that no wallet can answer, whatever it holds. */
export interface Unanswerable {
  readonly reason: UnanswerableReason
  /** The credential query that it is in. */
  readonly queryId: string
  /** Index in `claims` as sent; `null` for an authority. */
  readonly claim: number | null
  /** As in `request_problems`. */
  readonly pointer: string
}

type Asking = Pick<PresentationSession, 'requestProblems' | 'request' | 'options'>

/** A list of problems never changes, and many checks ask for it. */
const known = new WeakMap<Asking['requestProblems'], readonly Unanswerable[]>()

const nothing: readonly Unanswerable[] = []

/**
 * What no wallet can answer in a session's own query, in the order of the query. Nothing in a refusal test, whose query
 * may be another one than the tester's.
 */
export function unanswerableIn(session: Asking): readonly Unanswerable[] {
  if (session.requestProblems.length === 0 || deviationOf(session) !== null) return nothing
  const found = known.get(session.requestProblems) ?? read(session)
  known.set(session.requestProblems, found)
  return found
}

/** A part of the tester's request for which a wallet may refuse it. */
export interface Refusable {
  readonly reason: RefusableReason
  /** As in `request_problems`. */
  readonly pointer: string
  /** What is wrong there, in the words of `request_problems`. */
  readonly message: string
  /** Whether it is in the query, or about its formats: then no user was asked for what it means. */
  readonly ofQuery: boolean
  /** Index in `credentials` and in `claims` as sent, of a claim that cannot be read; `null` for anything else. */
  readonly claim: { readonly credential: number; readonly index: number } | null
}

/**
 * For what a wallet may refuse a session's own request, breaches first. Nothing in a refusal test, which is wrong on
 * purpose, and where the tester expects a refusal.
 */
export function refusableIn(session: Asking): readonly Refusable[] {
  if (session.requestProblems.length === 0 || deviationOf(session) !== null || expectsRefusal(session)) return []
  const found = session.requestProblems.flatMap((problem) => refusable(problem) ?? [])
  return [...found].sort((one, other) => Number(isBreach(other)) - Number(isBreach(one)))
}

const isBreach = ({ reason }: Refusable): boolean => reason === 'request_problem'

const brokenClaim = /\/dcql_query\/credentials\/(\d+)\/claims\/(\d+)(?:\/path)?$/

function refusable({ code, severity, reason, pointer, message, target }: JsonObject): Refusable | null {
  if (typeof pointer !== 'string' || typeof message !== 'string' || target !== undefined) return null
  const isUnlisted = reason === 'vp.request.answerable#format_unlisted'
  if (!isUnlisted && (severity !== 'violation' || reason !== undefined)) return null
  const name = isUnlisted
    ? 'format_unlisted'
    : code === 'unsupported_credential_format'
      ? 'format_unread'
      : 'request_problem'
  const [, credential, index] = brokenClaim.exec(pointer) ?? []
  return {
    reason: name,
    pointer,
    message,
    ofQuery: isUnlisted || pointer.includes('/dcql_query'),
    claim: credential === undefined ? null : { credential: Number(credential), index: Number(index) },
  }
}

const reasonName = /^vp\.request\.answerable#([a-z_]+)$/

const place = /\/dcql_query\/credentials\/(\d+)\/(?:claims\/(\d+)|trusted_authorities\/\d+)\//

function read({ requestProblems, request }: Asking): readonly Unanswerable[] {
  const query = request.dcql_query
  const credentials = isObject(query) && Array.isArray(query.credentials) ? query.credentials : []
  return requestProblems.flatMap(({ reason, pointer }): Unanswerable[] => {
    if (typeof reason !== 'string' || typeof pointer !== 'string') return []
    const name = reasonName.exec(reason)?.[1]
    const [, credential, claim] = place.exec(pointer) ?? []
    const asked: unknown = credential === undefined ? undefined : credentials[Number(credential)]
    if (name === undefined || !isObject(asked) || typeof asked.id !== 'string') return []
    return [
      {
        reason: name as UnanswerableReason,
        queryId: asked.id,
        claim: claim === undefined ? null : Number(claim),
        pointer,
      },
    ]
  })
}

const ofQuery = ({ presented, answer }: PresentedSubject): readonly Unanswerable[] =>
  unanswerableIn(answer.session).filter(({ queryId }) => queryId === presented.queryId)

/** True for a claim that no credential of the type has, or whose values none can equal. */
export function isUnanswerable(claim: Pick<ClaimMatch, 'index'>, subject: PresentedSubject): boolean {
  return ofQuery(subject).some((one) => one.claim === claim.index)
}

/** True if no option of the claim sets can be satisfied. */
export const isUnanswerableSet = ({ claimSets }: Pick<QueryMatch, 'claimSets'>, subject: PresentedSubject): boolean =>
  claimSets?.options.every(({ missing }) => missing.some((index) => isUnanswerable({ index }, subject))) === true

/** True if no key identifier of the query is one. */
export function lacksKeyIdentifier(
  { trustedAuthorities }: Pick<QueryMatch, 'trustedAuthorities'>,
  subject: PresentedSubject,
): boolean {
  const asked = trustedAuthorities.flatMap(({ type, wanted }) => (type === 'aki' ? wanted : []))
  return asked.length > 0 && ofQuery(subject).filter(({ claim }) => claim === null).length >= asked.length
}

/**
 * True for what a wallet discloses that follows a path as far as it leads, or is an element of the array there, while
 * the path selects nothing.
 */
export const isTowardsNothing = (
  position: ClaimPosition,
  { claims }: Pick<QueryMatch, 'claims'>,
  subject: PresentedSubject,
): boolean =>
  claims?.some(
    (claim) =>
      !claim.found &&
      claim.followed > 0 &&
      position.every((step, at) => (at < claim.followed && step === claim.path[at]) || typeof step === 'number') &&
      isUnanswerable(claim, subject),
  ) === true
