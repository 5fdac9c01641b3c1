import type { OutcomeId } from '../../engine/evidence/outcomes'
import { bySeverity, type FindingStatus } from '../../shared/ports/finding'
import type { Reason, StepVerdict } from './run-types'

/** The parts of a session's read-back that judging needs. */
export interface JudgedSession {
  readonly outcome: { readonly id: OutcomeId }
  readonly conformance: readonly {
    readonly id: string
    readonly status: FindingStatus
    readonly level: string
    /** `after_end` or `inferred` if the finding does not count: it came too late, or may concern another session. */
    readonly softened?: string | undefined
  }[]
  /** Whether the session deliberately made something wrong. */
  readonly deviates: boolean
  /** Whether one of our own responses to the wallet was a service error. */
  readonly serviceFailed: boolean
}

/** What a step requires of its checks. */
export type Require = 'all' | 'none' | readonly string[]

/** Whether an exchange is a wallet's request that met an error of this service. */
export const isOurFailure = (exchange: {
  readonly origin: string
  readonly response: { readonly status: number | null }
}): boolean => exchange.origin === 'wallet' && exchange.response.status !== null && exchange.response.status >= 500

/** Outcomes of a session that no wallet ever reached. */
const unreached: ReadonlySet<OutcomeId> = new Set(['waiting', 'never_reached'])
/** Outcomes without a verdict of a wallet that came but did not finish. */
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
/** A verdict that does not count, because nobody came or this service failed. */
export const uncounted = (
  reason: Extract<StepVerdict, { kind: 'uncounted' }>['reason'],
  { infra = false, detail = '' }: { readonly infra?: boolean; readonly detail?: string } = {},
): StepVerdict => ({ kind: 'uncounted', reason, detail, infra })

/** Maximum number of ids in a detail. */
const namedMax = 20

/**
 * The verdict of a step with one session. A wallet fails by what it did: it broke a must, did not meet and pass a
 * required check, or left the flow. A session with a deviation may be left, so only its verdict counts.
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

/** Statuses that a required check must not have, with the reason for each. */
const notPassed: readonly (readonly [FindingStatus, Reason])[] = [
  ['fail', 'check_failed'],
  ['warn', 'check_warned'],
  ['not_observed', 'check_not_observed'],
  ['not_applicable', 'check_not_applicable'],
]

/** The worst counted status of a check: a failure that was corrected later stays a failure. */
const worstOf = (id: string, conformance: JudgedSession['conformance']): FindingStatus =>
  conformance
    .filter((finding) => finding.id === id && finding.softened !== 'after_end' && finding.softened !== 'inferred')
    .map(({ status }) => status)
    .sort(bySeverity)[0] ?? 'not_observed'

const named = (ids: readonly string[]): string => [...new Set(ids)].slice(0, namedMax).join(', ')

/** What judging a campaign needs: the comparison with its expected failures, and the state of its steps. */
export interface JudgedCampaign {
  readonly exitCode: number
  readonly unexpected: readonly string[]
  readonly steps: readonly { readonly state: string; readonly verdict: string | null }[]
}

/** The verdict of a step with a campaign. Sessions without a verdict count only if a wallet came and left. */
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
