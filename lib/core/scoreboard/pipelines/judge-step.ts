import type { OutcomeId } from '../../engine/evidence/outcomes'
import { bySeverity, type FindingStatus } from '../../ground/ports/finding'
import type { Reason, StepVerdict } from './run-types'

/** What judging needs of the read-back of a session. */
export interface JudgedSession {
  readonly outcome: { readonly id: OutcomeId }
  readonly conformance: readonly {
    readonly id: string
    readonly status: FindingStatus
    readonly level: string
    /** `after_end` and `inferred` where it does not count: it came too late, or may be of another session. */
    readonly softened?: string | undefined
  }[]
  /** Whether the session made something wrong on purpose. */
  readonly deviates: boolean
  /** Whether one of our own responses to the wallet was an error of the service. */
  readonly serviceFailed: boolean
}

/** What a step asks of its checks. */
export type Require = 'all' | 'none' | readonly string[]

/** Outcomes of a session to which no wallet ever came. */
const unreached: ReadonlySet<OutcomeId> = new Set(['waiting', 'never_reached'])
/** Outcomes without a verdict of a wallet that came and did not go on to the end. */
const stopped: ReadonlySet<OutcomeId> = new Set([
  'running',
  'most_likely_failed',
  'refused',
  'stopped',
  'declined',
  'expired',
])

const failed = (reason: Extract<StepVerdict, { kind: 'failed' }>['reason'], detail = ''): StepVerdict => ({
  kind: 'failed',
  reason,
  detail,
})
/** A verdict that counts for nothing, for what nobody did, or for what this service did. */
export const uncounted = (
  reason: Extract<StepVerdict, { kind: 'uncounted' }>['reason'],
  { infra = false, detail = '' }: { readonly infra?: boolean; readonly detail?: string } = {},
): StepVerdict => ({ kind: 'uncounted', reason, detail, infra })

/** How many ids a detail names. */
const namedMax = 20

/**
 * What a step with one session came to. A wallet fails by what it did: a must that it broke, a required check that it
 * did not meet and pass, or a flow that it left. A session that deviates may be left, so only its verdict counts.
 */
export function judgeSession(session: JudgedSession, require: Require): StepVerdict {
  const { id } = session.outcome
  if (unreached.has(id))
    return session.serviceFailed ? uncounted('service_failed', { infra: true }) : uncounted('nobody_came')
  if (id === 'passed' || id === 'passed_with_warnings') return judgeRequired(session, require)
  if (id !== 'failed' && session.serviceFailed) return uncounted('service_failed', { infra: true })
  if (require === 'none') return { kind: 'passed' }
  if (id === 'failed') return judgeRequired(session, require)
  if (stopped.has(id) && !session.deviates) return failed('wallet_stopped', id)
  return uncounted('no_verdict', { detail: id })
}

function judgeRequired({ conformance, outcome }: JudgedSession, require: Require): StepVerdict {
  if (require === 'none') return { kind: 'passed' }
  if (require === 'all') {
    if (outcome.id !== 'failed') return { kind: 'passed' }
    const broken = conformance.filter(({ status, level }) => status === 'fail' && level === 'must')
    return failed('must_failed', named(broken.map((check) => check.id)))
  }
  for (const [status, reason] of notPassed) {
    const found = require.filter((id) => worstOf(id, conformance) === status)
    if (found.length > 0) return failed(reason, named(found))
  }
  return { kind: 'passed' }
}

/** What a required check may not come to, with what that is called. */
const notPassed: readonly (readonly [FindingStatus, Reason])[] = [
  ['fail', 'check_failed'],
  ['warn', 'check_warned'],
  ['not_observed', 'check_not_observed'],
  ['not_applicable', 'check_not_applicable'],
]

/** The worst that a check came to, of its findings that count: a failure that was corrected later stays one. */
const worstOf = (id: string, conformance: JudgedSession['conformance']): FindingStatus =>
  conformance
    .filter((finding) => finding.id === id && finding.softened !== 'after_end' && finding.softened !== 'inferred')
    .map(({ status }) => status)
    .sort(bySeverity)[0] ?? 'not_observed'

const named = (ids: readonly string[]): string => [...new Set(ids)].slice(0, namedMax).join(', ')

/** What judging needs of a campaign: the comparison with its expected failures, and how its steps stand. */
export interface JudgedCampaign {
  readonly exitCode: number
  readonly unexpected: readonly string[]
  readonly steps: readonly { readonly state: string; readonly verdict: string | null }[]
}

/** What a step with a campaign came to. Sessions without a verdict count only where a wallet came and left. */
export function judgeCampaign({ exitCode, unexpected, steps }: JudgedCampaign): StepVerdict {
  if (exitCode === 0) return { kind: 'passed' }
  if (exitCode === 1) return failed('rule_broken', named(unexpected))
  const states = new Set(
    steps.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'fail').map(({ state }) => state),
  )
  if (states.has('decided')) return failed('wallet_stopped')
  return steps.every(({ state }) => ['not_started', 'open', 'lapsed'].includes(state))
    ? uncounted('nobody_came')
    : uncounted('no_verdict')
}
