import type { CheckId } from '../../shared/ports/check-id'
import type { ClauseId } from '../../shared/ports/clauses'
import type { ErrorCode } from '../../shared/ports/errors'
import type { Level } from '../../shared/ports/finding'
import type { ExchangeId } from '../../shared/ports/ids'
import type { Session, StoredExchange } from '../../shared/ports/store-types'
import type { ValueKind } from '../../shared/recognise/kinds'
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
  | 'no_wallet_unit'
  | 'no_request_objects'
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

/** What was expected, and what was received. Its words, code and refusal are those of the reason. */
interface Mismatch {
  /** Key of the check's reason that this case has; absent for `broken`, the one of a check without others. */
  readonly reason?: string
  readonly expected?: Said
  readonly actual?: Said
  /** Replaces the refusal text, where this issuer takes more than the check's says: fixed ASCII that repeats no input. */
  readonly refusal?: string
  /** Replaces the fix of the reason, where nothing in the request mends it. */
  readonly fix?: Wording
  /**
   * The rule is broken only as a consequence of an earlier error, e.g. a code that a refused request consumed. The
   * request is refused and the finding is a warning, so that each cause is blamed once.
   */
  readonly echo?: true
  /** The rule is broken, and this issuer refuses nothing for it. */
  readonly recorded?: true
  /** Which of several it is about, e.g. `Proof 2 of 3`. */
  readonly place?: Wording
  /** What the check cannot place, the most telling first: the recognisers are asked, after the violation only. */
  readonly asks?: readonly Ask[]
}

/**
 * A question for the recognisers. If one knows the answer, the case has the named reason, and what was seen is the
 * answer. The value itself is never shown or stored.
 */
export type Ask = {
  /** Key of the reason that the case has if the answer is known. */
  readonly reason: string
} & (
  | {
      /** A value that stands where one of the kind `due` should. */
      readonly value: string
      readonly due: ValueKind
      /** Key of the reason if the value is the due one, with blanks or quotation marks around it. */
      readonly wrapped?: string
      /** Key of the reason if the value is the due one, encoded once more. */
      readonly encoded?: string
    }
  | {
      /** The name that is missing. */
      readonly missing: string
      /** What is present and of no use. */
      readonly among: Readonly<Record<string, unknown>>
      /** The kind of its value; absent if no value tells. */
      readonly due?: ValueKind
      /** Only the spelling counts, because others chose the names. */
      readonly exact?: true
      /** Key of the reason if the name is that of a draft. */
      readonly oldName?: string
    }
  | {
      /** The token of the request whose signature does not fit its key. */
      readonly signed: TokenName
      /** Key of the reason if the signature is right, and in DER; absent where the right key is not looked up. */
      readonly der?: string
    }
)

/** A token of a request that a wallet signs, by the name that evidence has for it. */
export type TokenName =
  | 'dpop'
  | 'proof_jwt'
  | 'client_attestation_pop'
  | 'key_attestation'
  | 'client_attestation'
  | 'client_assertion'

/**
 * What is wrong when a check fails, as the start of a sentence: a statement without its full stop, or a subject and
 * what it must be, with the received value inserted between the two.
 */
export type Problem =
  | string
  | {
      readonly subject: string
      readonly must: `be ${string}`
      /** What is expected is one value, which a finding tells in place of its description. */
      readonly isValue?: true
    }

/** Who can change what a reason names: of a presented credential, its issuer; of a session's request, its tester. */
export const actors = ['wallet', 'issuer', 'tester', 'operator'] as const

export type Actor = (typeof actors)[number]

/** Who has a rule: a specification, or this service alone. */
export const rules = ['specification', 'house'] as const

/**
 * One way to break a rule. Its key and the id of its check are a public, permanent name: see `reasonId`. Both texts are
 * true in every case that yields it.
 */
export interface Reason {
  /**
   * What is wrong. In a text, `{seen}` stands for what was received, and `{name}` for a member of it: the headline is
   * then complete without it.
   */
  readonly says: Problem
  /** How to fix it, one sentence for the one who acts; it names a member or a value. */
  readonly fix: string
  /** Absent: the wallet. */
  readonly acts?: Actor
  /** Set if it is another one than the first of the check. */
  readonly clause?: ClauseId
  /** `house`: a rule of this service, which no specification has. Absent: a rule of the check's clauses. */
  readonly rule?: (typeof rules)[number]
  /** The draft that does so. */
  readonly draft?: string
  /** The message has a member that the specification took out: told before advice, though no sentence forbids it. */
  readonly removed?: true
  /** Replaces the check's error code; with `null` this case is only recorded. */
  readonly error?: ErrorCode | null
  /** Replaces the check's refusal text: fixed ASCII that repeats no input. */
  readonly refusal?: string
  /**
   * Checks, or single reasons, that fail because of this one: in the same exchange, and about the same credential or
   * none. Of a chain, the first that none other explains becomes the headline.
   */
  readonly explains?: readonly Explained[]
}

/** What a reason explains: any failure of a check, or that for one reason. */
export type Explained = CheckId | ReasonId

/** Key of the only reason of a check that is declared with `problem` and `hint`. */
export const broken = 'broken'

/** The public, permanent name of a reason, e.g. `vci.credential.one_identifier#both_members`. */
export type ReasonId = `${CheckId}#${string}`

export const reasonId = (check: CheckId, key: string): ReasonId => `${check}#${key}`

/** The reason of a check with this public name; `null` if the check has none, as one of an older version. */
export function reasonOf(
  { id, reasons }: Pick<Check<never>, 'id' | 'reasons'>,
  name: string | undefined,
): Reason | null {
  const key = name?.startsWith(`${id}#`) ? name.slice(id.length + 1) : undefined
  return key !== undefined && Object.hasOwn(reasons, key) ? (reasons[key] ?? null) : null
}

/** One rule of a specification. `Subject` is the part of a reading that it judges. */
export interface Check<Subject> {
  readonly id: CheckId
  /** Derived from the id. */
  readonly group: CheckGroup
  /** A sentence that is true when the check passes. */
  readonly title: string
  /** Stands for the title in sessions of the European framework, where another sentence is true. */
  readonly titleInFramework?: string
  /**
   * What is wrong when it fails; the title states the opposite, so it would mislead next to a failure. With several
   * reasons, that of the first.
   */
  readonly problem: Problem
  /** Its ways to be broken, by key, the most usual first. */
  readonly reasons: Readonly<Record<string, Reason>>
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
  readonly run: (subject: Subject) => Outcome
  /**
   * Judges an exchange that was recorded before there was this check. Not observed where the record lacks what the check
   * reads. Absent: a session from before the check needs a new run.
   */
  readonly fromRecord?: (exchange: StoredExchange, session: Session) => Outcome
}

/** The words of a check: its reasons, or the short form of a check with one reason, `broken`. */
export type Words =
  | { readonly problem: Problem; readonly hint: string; readonly acts?: Actor; readonly reasons?: never }
  | {
      readonly reasons: Readonly<Record<string, Reason>>
      readonly problem?: never
      readonly hint?: never
      readonly acts?: never
    }

/** What a check's catalogue entry holds besides its words. */
export type Rule<Subject> = Omit<Check<Subject>, 'id' | 'group' | 'profile' | 'refusal' | 'problem' | 'reasons'> & {
  readonly profile?: Profile
  /** Set if the refusal differs from the problem or extends it, usually with what to do. */
  readonly refusal?: string | ((problem: string) => string)
  /** What each of its reasons explains, besides what the reason itself names. */
  readonly explains?: readonly Explained[]
}

/** A check's catalogue entry; id and group follow from its place. */
export type CheckDefinition<Subject> = Rule<Subject> & Words

/**
 * Declares a check under its public, permanent id. The profile defaults to `base`, and the refusal of a rejecting check
 * to its problem. Throws if the id belongs to no group, or if there is no reason.
 */
export function defineCheck<Subject>(
  id: CheckId,
  { refusal, problem, hint, acts, reasons, explains, ...definition }: CheckDefinition<Subject>,
): Check<Subject> {
  const known = explaining(
    reasons ?? { [broken]: { says: problem, fix: hint, ...(acts === undefined ? {} : { acts }) } },
    explains,
  )
  const [first] = Object.values(known)
  if (first === undefined) throw new Error(`${id} has no reason.`)
  const { says } = first
  return {
    profile: 'base',
    ...definition,
    problem: says,
    reasons: known,
    ...refusalOf(refusal, { ...definition, problem: says }),
    id,
    group: groupOf(id),
  }
}

function explaining(reasons: Check<never>['reasons'], shared: Rule<never>['explains']): Check<never>['reasons'] {
  if (shared === undefined) return reasons
  return Object.fromEntries(
    Object.entries(reasons).map(([key, reason]) => [
      key,
      { ...reason, explains: shared.concat(reason.explains ?? []) },
    ]),
  )
}

function refusalOf(
  refusal: Rule<never>['refusal'],
  { problem, rejects }: Pick<Check<never>, 'problem' | 'rejects'>,
): Pick<Check<never>, 'refusal'> {
  if (typeof refusal === 'string') return { refusal }
  const text = typeof problem === 'object' ? `${problem.subject} must ${problem.must}` : problem
  if (refusal !== undefined) return { refusal: refusal(text) }
  return rejects === undefined ? {} : { refusal: `${text}.` }
}

export const pass = (actual?: Said): Outcome => (actual === undefined ? { result: 'pass' } : { result: 'pass', actual })

/** A broken rule; the key of a reason comes first where the check has several. */
export const violated = (...mismatch: MismatchInput): Outcome => ({ result: 'violated', ...withReason(mismatch) })

/** A rule that is broken in a way that does not count. */
export const tolerated = (...mismatch: MismatchInput): Outcome => ({ result: 'tolerated', ...withReason(mismatch) })

type MismatchInput = readonly [mismatch?: Mismatch] | readonly [reason: string, mismatch?: Omit<Mismatch, 'reason'>]

function withReason([first, more]: MismatchInput): Mismatch {
  return typeof first === 'string' ? { reason: first, ...more } : (first ?? {})
}

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
