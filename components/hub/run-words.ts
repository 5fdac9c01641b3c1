import type { PipelineExecution } from '@/lib/queries/pipeline'
import { openStep, type RunStep } from '@/lib/queries/run-steps'
import type { IconName } from '../ui/icon'

/** Appearance of a state: icon, ink class and words. */
export interface Look {
  readonly icon: IconName
  readonly ink: string
  readonly words: string
}

/** Why a run or step did not pass, by the reason code in the ledger. */
const reasons: Readonly<Record<string, string>> = {
  must_failed: 'a rule with must was broken',
  check_failed: 'a required check failed',
  check_warned: 'a required check warned',
  check_not_observed: 'a required check was not observed',
  check_not_applicable: 'a required check did not apply',
  wallet_stopped: 'the wallet stopped midway',
  rule_broken: 'a rule was broken',
  custom_failed: 'the integration found a problem',
  timed_out: 'its time was over',
  nobody_came: 'nobody came',
  no_result: 'no result came',
  no_verdict: 'nothing shows whether the wallet is right',
  step_refused: 'the service refused a step',
  definition_changed: 'its definition changed meanwhile',
  service_failed: 'our side failed',
  worker_lost: 'our side failed',
  no_place: 'our side failed, the reference wallet sent nothing in time',
}

const reasonWords = (reason: string): string => (Object.hasOwn(reasons, reason) ? reasons[reason] : null) ?? reason

const because = (words: string, reason: string): string => (reason === '' ? words : `${words}: ${reasonWords(reason)}`)

type End = Pick<PipelineExecution, 'status' | 'reason' | 'infra'>

/** Whether a finished run counts for the success rate. */
export const counts = ({ status }: Pick<End, 'status'>): boolean => status !== 'canceled' && status !== 'terminated'

/** Appearance of a finished run. */
export function endLook({ status, reason, infra }: End): Look {
  switch (status) {
    case 'completed':
      return { icon: 'pass', ink: 'text-pass-ink', words: 'completed' }
    case 'failed':
      return { icon: 'fail', ink: 'text-fail-ink', words: because('failed', reason) }
    case 'timed_out':
      return { icon: 'fail', ink: 'text-fail-ink', words: 'timed out' }
    case 'canceled': {
      const words = because('could not run', infra && reason !== 'no_place' ? 'service_failed' : reason)
      return { icon: 'absent', ink: 'text-ink-3', words: reason === '' && !infra ? 'cancelled' : words }
    }
    case 'terminated':
      return { icon: 'absent', ink: 'text-ink-3', words: 'could not run: it was terminated' }
    default:
      return { icon: 'unseen', ink: 'text-ink-2', words: status }
  }
}

/** What an unfinished run is doing or waiting for. */
export function nowWords({ steps }: { readonly steps: readonly RunStep[] }): string {
  if (steps.length === 0) return 'Waits for a worker to take it'
  const open = openStep(steps)
  if (open === undefined) return 'Goes on to its next step'
  if (open.waitsFor === 'wallet') return `Waits for a wallet: ${open.id}`
  if (open.waitsFor === 'result') return `Waits for a result from elsewhere: ${open.id}`
  return open.kind === 'custom'
    ? `An integration is at work: ${open.id}`
    : `The reference wallet is at work: ${open.id}`
}

const stepLooks: Readonly<Record<string, Look>> = {
  waiting: { icon: 'unseen', ink: 'text-ink-3', words: 'not begun' },
  running: { icon: 'current', ink: 'text-accent', words: 'under way' },
  passed: { icon: 'pass', ink: 'text-pass-ink', words: 'passed' },
  failed: { icon: 'fail', ink: 'text-fail-ink', words: 'failed' },
  uncounted: { icon: 'absent', ink: 'text-ink-3', words: 'not counted' },
  skipped: { icon: 'absent', ink: 'text-ink-3', words: 'skipped' },
}

/** Appearance of a step. `reason` is one of our codes, with details after a colon. */
export function stepLook({ state, reason, waitsFor }: Pick<RunStep, 'state' | 'reason' | 'waitsFor'>): Look {
  const look = Object.hasOwn(stepLooks, state) ? stepLooks[state] : undefined
  if (look === undefined) return { icon: 'unseen', ink: 'text-ink-2', words: state }
  if (state === 'running' && waitsFor !== null)
    return { ...look, words: waitsFor === 'wallet' ? 'waits for a wallet' : 'waits for a result' }
  const [word = '', ...details] = reason.split(': ')
  if (word === '') return look
  const words = [because(look.words, word), ...details].join(': ')
  return { ...look, words }
}
