import type { RunnerType, StepKind } from './z-definition'

/** Signals a run that an external step's result is there. */
export const resultSignal = 'result'

/** Header that names the pipeline whose run makes a session or campaign. Only honoured together with the admin key. */
export const pipelineHeader = 'x-pipeline-id'

/** How often a step is reopened after its worker was lost or the service failed. */
export const reopeningsMax = 2

/** What started a run. */
export type Trigger = 'manual' | 'scheduled' | 'CI'

/** The input of a run: ids and facts, never a secret, a link, or a body. */
export interface PipelineInput {
  readonly pipeline_id: string
  readonly trigger: Trigger
  /** Path of the wallet version, if the starter overrides the definition's. */
  readonly wallet_version?: string
  readonly ci_run_url?: string
  /** The definition that was started, which must not change before the run begins; absent: whatever is current. */
  readonly definition_sha256?: string
  /** Seconds without heartbeat after which an activity is given up. */
  readonly heartbeat_seconds?: number
}

/** The part of its definition that a run needs. */
export interface RunPlan {
  readonly runner: RunnerType
  readonly wait_seconds: number
  readonly timeout_seconds: number
  readonly definition_sha256: string
  readonly steps: readonly PlannedStep[]
}

export interface PlannedStep {
  readonly id: string
  readonly kind: StepKind
  readonly on_failure: 'stop' | 'continue'
  /** Who runs a custom step; `null` for other kinds. */
  readonly runs: 'built_in' | 'external' | null
}

/**
 * State of a step. `waiting`: its turn has not come. `running`: open. `uncounted`: says nothing about the wallet.
 * `skipped`: the run ended first.
 */
type StepState = 'waiting' | 'running' | 'passed' | 'failed' | 'uncounted' | 'skipped'

/** What wallets are compared by, in the order of the table. */
export const capabilities = [
  'issue_sd_jwt',
  'issue_mdoc',
  'present_sd_jwt',
  'present_mdoc',
  'haip',
  'refusals',
  'trust',
  'browser',
] as const
export type Capability = (typeof capabilities)[number]

/** How often a wallet was right in what a capability needs. A step counts once, each preset of a campaign once. */
export interface CapabilityCount {
  readonly id: Capability
  readonly passed: number
  readonly total: number
}

/** One step of a run, as in the ledger. */
export interface StepRecord {
  readonly id: string
  readonly kind: StepKind
  readonly state: StepState
  /** `null` until the step has a result. */
  readonly passed: boolean | null
  /** Why it did not pass, in a few words; '' otherwise. */
  readonly reason: string
  readonly session_id?: string
  readonly campaign_id?: string
  /** Number of checks that judged the wallet. */
  readonly checks: number
  /** What the step tells of the wallet; absent for a step that says nothing about it. */
  readonly capabilities?: readonly CapabilityCount[]
  /** Ids of sessions abandoned because our own side failed. */
  readonly abandoned?: readonly string[]
  /** Who has to act, if not this service. */
  readonly waits_for?: 'wallet' | 'result'
  /** What an external program said about its result, or what a session ignored of its body. Only in the ledger: Temporal holds just ids and verdicts. */
  readonly summary?: string
}

/** Words of §2.3 for what did not pass, at most 40 characters. */
export type Reason =
  | 'must_failed'
  | 'check_failed'
  | 'check_warned'
  | 'check_not_observed'
  | 'check_not_applicable'
  | 'wallet_stopped'
  | 'rule_broken'
  | 'custom_failed'
  | 'timed_out'
  | 'nobody_came'
  | 'no_result'
  | 'no_verdict'
  | 'step_refused'
  | 'definition_changed'
  | 'service_failed'
  | 'worker_lost'
  | 'no_place'

/** The verdict of a step. */
export type StepVerdict =
  | { readonly kind: 'passed' }
  /** The wallet, or what else the step judges, is wrong: this counts. */
  | { readonly kind: 'failed'; readonly reason: Reason; readonly detail: string }
  /** Nobody came, or our own side failed: this says nothing about the wallet. */
  | { readonly kind: 'uncounted'; readonly reason: Reason; readonly detail: string; readonly infra: boolean }

/** The result of judging a step. */
export interface StepJudgement {
  readonly verdict: StepVerdict
  /** Ids of the checks that judged. */
  readonly checks: readonly string[]
  /** What the step tells of the wallet. Absent in histories of older workers. */
  readonly capabilities?: readonly CapabilityCount[]
}

/** How a run ends. */
export interface RunEnd {
  readonly status: 'completed' | 'failed' | 'timed_out' | 'canceled'
  readonly reason: Reason | ''
  readonly infra: boolean
}

/** Names shared by the workflow of pipelines, its starters and its workers. Imports nothing, so that workflow code can use it. */
export const pipelineWorkflowType = 'PipelineWorkflow'

export const pipelineTaskQueue = 'pipelines'

/** Workflow id of a run. A pipeline's id has only letters and digits, so it can be read back. */
export const pipelineWorkflowId = (pipelineId: string, suffix: string): string => `pipeline-${pipelineId}-${suffix}`

/** The pipeline that a workflow id names; `null` if it names none. */
export const pipelineOfWorkflow = (workflowId: string): string | null =>
  /^pipeline-([A-Za-z0-9]{1,64})-./.exec(workflowId)?.[1] ?? null
