import type { CheckId } from '../../shared/ports/check-id'
import type { ClauseId } from '../../shared/ports/clauses'
import type { ErrorCode } from '../../shared/ports/errors'
import type { Level } from '../../shared/ports/finding'
import type { ExchangeId } from '../../shared/ports/ids'
import type { Said, Wording } from '../../shared/values/wording'
import { type CheckGroup, groupOf } from './check-groups'

/**
 * What a refusing violation puts in doubt besides the request: the client that sent it, the authorization code in it,
 * or its DPoP proof. Nothing in doubt is consumed; a code is invalidated instead.
 */
export type Concern = 'client' | 'code' | 'dpop_proof'

/** Properties of an issuance that are fixed from its start and rule out some checks. */
export type IssuanceTrait =
  | 'offer_by_value'
  | 'offer_by_reference'
  | 'pre_authorized_code'
  | 'authorization_code'
  | 'no_tx_code'
  | 'tx_code'
  | 'wallet_initiated'
  | 'key_attestation_demanded'
  | 'no_dpop_nonce'
  | 'no_nonce_endpoint'
  | 'reported_alone'
  | 'no_status'
  | 'no_refusal_expected'
  | 'no_oddity'
  | 'iss_as_ever'
  | 'no_batch'
  | 'no_refresh'
  | 'no_reuse_policy'
  | 'nothing_deferred'
  | 'plain_requests_allowed'
  | 'plain_responses_allowed'
  | 'no_authorization_details'
  | 'no_identifiers'

/** Traits of any kind of session. */
type SessionTrait = IssuanceTrait

export type { Level } from '../../shared/ports/finding'

/** What checks belong to: the specifications themselves, or a profile of them. */
export const profiles = ['base', 'haip', 'pid', 'eu'] as const

export type Profile = (typeof profiles)[number]

/**
 * The result of a check's `run`. `expected` and `actual` must not contain a secret that the wallet sent. Each text in
 * it is a Wording, so that redaction examines the interpolated values and leaves our own words alone.
 */
export type Outcome = (
  | { readonly result: 'pass'; readonly actual?: Said }
  | (Mismatch & { readonly result: 'violated' })
  | (Mismatch & { readonly result: 'tolerated' })
  | { readonly result: 'not_observed'; readonly because: Wording }
  | { readonly result: 'not_applicable'; readonly because: Wording }
  | { readonly result: 'not_applicable'; readonly blockedBy: readonly CheckId[] }
) & {
  /** Only set by checks over a whole session: the exchange that decided. */
  readonly exchangeId?: ExchangeId
}

/** What was expected, and what was received. */
interface Mismatch {
  readonly expected?: Said
  readonly actual?: Said
  /**
   * Why the rule is broken, if known: a draft's form, a unit, a clock, another session. A statement without full stop
   * that replaces the problem as headline of the finding.
   */
  readonly cause?: Wording
  /**
   * The rule is broken only as a consequence of an earlier error, e.g. a code that a refused request consumed. The
   * request is refused and the finding is a warning, so that each cause is blamed once.
   */
  readonly echo?: true
  /** Replaces the check's hint if there is a better one for this case. */
  readonly hint?: Wording
  /** Replaces the check's error code; with `null` this case is only recorded. */
  readonly error?: ErrorCode | null
  /** Replaces the check's refusal text, e.g. with one that names the limit that was exceeded. */
  readonly refusal?: string
}

/**
 * What is wrong when a check fails, as the start of a sentence: a statement without its full stop, or a subject and
 * what it must be, with the received value inserted between the two.
 */
export type Problem = string | { readonly subject: string; readonly must: `be ${string}` }

/** One rule of a specification. `Subject` is the part of a reading that it judges. */
export interface Check<Subject> {
  readonly id: CheckId
  /** Derived from the id. */
  readonly group: CheckGroup
  /** A sentence that is true when the check passes. */
  readonly title: string
  /** What is wrong when it fails; the title states the opposite, so it would mislead next to a failure. */
  readonly problem: Problem
  /** Most specific first; each resolves to a link in clauses.ts. */
  readonly clauses: readonly [ClauseId, ...ClauseId[]]
  readonly level: Level
  readonly profile: Profile
  /** Listed by sessions that do not claim its profile too, once it has a result. */
  readonly toldUnclaimed?: true
  /** Error code of the response when violated; absent = only recorded. */
  readonly rejects?: ErrorCode
  /** Error code for a presentation that HAIP sessions refuse afterwards and others only record. */
  readonly rejectsUnderHaip?: ErrorCode
  /** `error_description` of a rejection: one fixed ASCII sentence that repeats no input; set if `rejects` is. */
  readonly refusal?: string
  /** Ids of checks that must pass first; otherwise this check is not applicable. */
  readonly needs?: readonly CheckId[]
  /** What a violation puts in doubt besides the request. */
  readonly concerns?: readonly Concern[]
  /** Session traits that prevent it from ever running; `[]` overrides those of its area. */
  readonly impossibleIn?: readonly SessionTrait[]
  /** The kind of decoded token that it judges, and the member in it if it judges a single one, e.g. `claims.htu`. */
  readonly judges?: { readonly token: string; readonly member?: string }
  /**
   * The condition in the OpenID Foundation's conformance suite (plan for wallets of OpenID4VP 1.0, commit 12f2a4dac)
   * that covers the same rule: a wallet that fails here can expect to fail there. A condition may cover more than one
   * check. Absent if the suite has none.
   * @see https://gitlab.com/openid/conformance-suite
   */
  readonly counterpart?: string
  /** Why the rule exists, one sentence for the catalogue. */
  readonly why: string
  /** How to fix a violation, one sentence for the wallet developer. */
  readonly hint: string
  readonly run: (subject: Subject) => Outcome
}

/** A check's catalogue entry; id and group follow from its place. */
export type CheckDefinition<Subject> = Omit<Check<Subject>, 'id' | 'group' | 'profile' | 'refusal'> & {
  readonly profile?: Profile
  /** Set if the refusal differs from the problem or extends it, usually with what to do. */
  readonly refusal?: string | ((problem: string) => string)
}

/**
 * Declares a check under its public, permanent id. The profile defaults to `base`, and the refusal of a rejecting check
 * to its problem. Throws if the id belongs to no group.
 */
export const defineCheck = <Subject>(
  id: CheckId,
  { refusal, ...definition }: CheckDefinition<Subject>,
): Check<Subject> => ({
  profile: 'base',
  ...definition,
  ...refusalOf(refusal, definition),
  id,
  group: groupOf(id),
})

function refusalOf(
  refusal: CheckDefinition<never>['refusal'],
  { problem, rejects }: Pick<Check<never>, 'problem' | 'rejects'>,
): Pick<Check<never>, 'refusal'> {
  if (typeof refusal === 'string') return { refusal }
  const text = typeof problem === 'object' ? `${problem.subject} must ${problem.must}` : problem
  if (refusal !== undefined) return { refusal: refusal(text) }
  return rejects === undefined ? {} : { refusal: `${text}.` }
}

export const pass = (actual?: Said): Outcome => (actual === undefined ? { result: 'pass' } : { result: 'pass', actual })

export const violated = (mismatch: Mismatch = {}): Outcome => ({ result: 'violated', ...mismatch })

export const tolerated = (mismatch: Mismatch = {}): Outcome => ({ result: 'tolerated', ...mismatch })

export const notObserved = (because: Wording): Outcome => ({ result: 'not_observed', because })

export const notApplicable = (because: Wording): Outcome => ({ result: 'not_applicable', because })

/** Not applicable, because these checks did not pass. */
export const blockedBy = (...checks: readonly CheckId[]): Outcome => ({ result: 'not_applicable', blockedBy: checks })

/** Names the exchange that decided the outcome of a check over a whole session. */
export const decidedBy = (exchange: { readonly id: ExchangeId }, outcome: Outcome): Outcome => ({
  ...outcome,
  exchangeId: exchange.id,
})

/** Profiles that sessions claim or do not; all others count in every session. */
type Optional = 'haip' | 'eu'

/** The profiles that count in a session, given those that it claims. */
export const claimedProfiles = (claimed: Readonly<Record<Optional, boolean>>): ReadonlySet<Profile> =>
  new Set(profiles.filter((profile) => !(profile in claimed) || claimed[profile as Optional]))
