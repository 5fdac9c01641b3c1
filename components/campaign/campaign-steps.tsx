import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { brokenRules } from '@/lib/core/campaigns/broken-rules'
import { stepOutcome } from '@/lib/core/campaigns/reports/step-outcome'
import type { BrokenRule } from '@/lib/core/campaigns/session-result'
import type { CampaignStepView } from '@/lib/core/campaigns/z-campaign'
import { fixHeading } from '@/lib/core/engine/evidence/fix-heading'
import { runningTimeWords } from '@/lib/core/scoreboard/rows/row-words'
import { issuanceAddresses, paths, presentationAddresses } from '@/lib/paths'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { LevelWord } from '../ui/level'
import { Panel } from '../ui/panel'
import { OutcomeWords } from '../ui/verdict'
import { verdictTones } from '../ui/verdict-styles'

const words = {
  issuance: {
    answer: 'Expected: the wallet accepts the credential.',
    refusal: 'Expected: the wallet refuses, and accepts no credential.',
    report: 'No text says what a wallet does here: the session tells what it did.',
  },
  presentation: {
    answer: 'Expected: the wallet responds to the request.',
    refusal: 'Expected: the wallet refuses the request.',
    report: 'No text says what a wallet does here: the session tells what it did.',
  },
} as const

/** Describes what a conformant wallet does with a preset; empty for a preset that this version does not know. */
export const expectedBehaviour = ({
  kind,
  expects,
  warning_enough: isWarningEnough,
}: Pick<CampaignStepView, 'kind' | 'expects' | 'warning_enough'>): string =>
  kind === null || expects === null
    ? ''
    : isWarningEnough
      ? 'Expected: the wallet refuses the request, or warns its user and asks.'
      : words[kind][expects]

/** URL of a step's newest session; `null` if there is none. */
export function sessionUrl({ session, kind }: Pick<CampaignStepView, 'session' | 'kind'>): string | null {
  if (session === null || kind === null) return null
  return (kind === 'issuance' ? issuanceAddresses : presentationAddresses)(session.session_id).page()
}

interface CampaignStepsProps {
  readonly campaignId: string
  readonly steps: readonly CampaignStepView[]
}

/** Results of all sessions, a line each; a line opens to what was expected and found. Works without script. */
export function CampaignSteps({ campaignId, steps }: CampaignStepsProps) {
  return (
    <Panel labelledBy="steps" className="overflow-hidden">
      <h2 id="steps" className="px-3.5 py-2 text-sm">
        Sessions
      </h2>
      <ol>
        {steps.map((step) => (
          <li key={step.preset} className="border-t border-line">
            <details>
              <summary className="chevron flex min-h-9 items-center px-3.5 py-1 text-sm hover:bg-hover">
                <StepLine step={step} />
              </summary>
              <div className="grid min-w-0 gap-1.5 px-3.5 pt-1 pb-3">
                <p className="text-sm text-ink-2">{expectedBehaviour(step)}</p>
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
                  <Result step={step} />
                  {step.broken.map(({ id, reason, problem, level }) => (
                    <a key={id} className="link target" href={paths.reason({ id, reason })}>
                      {level === 'must' ? problem : `${problem} (${level.toUpperCase()})`}
                    </a>
                  ))}
                </p>
                <Links campaignId={campaignId} step={step} />
              </div>
            </details>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** Number, result, direction, title and duration of a step. */
function StepLine({ step: { number, title, duration_ms: millis, ...step } }: { readonly step: CampaignStepView }) {
  const { tone, sentence } = stepOutcome(step)
  const { icon, ink } = tone === 'none' ? ({ icon: 'absent', ink: 'text-ink-3' } as const) : verdictTones[tone]
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2">
      <span className="w-6 shrink-0 text-right text-ink-3 tabular-nums">{number}</span>
      <Icon name={icon} className={cn('size-4 shrink-0', ink)} />
      <span className="sr-only">{sentence}. </span>
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{title}</span>
      {millis !== null && <span className="shrink-0 text-ink-3 tabular-nums">{runningTimeWords(millis)}</span>}
    </span>
  )
}

function Result({ step }: { readonly step: CampaignStepView }) {
  const { tone, sentence, why } = stepOutcome(step)
  return (
    <>
      {tone === 'none' ? (
        <span className="text-ink-3">{sentence}</span>
      ) : (
        <OutcomeWords tone={tone} sentence={sentence} />
      )}
      {why !== '' && <span>{why}</span>}
    </>
  )
}

function Links({ campaignId, step }: { readonly campaignId: string; readonly step: CampaignStepView }) {
  const page = sessionUrl(step)
  if (page === null) return null
  return (
    <div className="flex items-center gap-2">
      <a className={buttonClass({ size: 'small' })} href={page}>
        Inspect
      </a>
      {step.state !== 'open' && (
        <form method="post" action={renderedPaths.tryCampaignAgain(campaignId)}>
          <button
            type="submit"
            name="preset"
            value={step.preset}
            className={buttonClass({ size: 'small', look: 'quiet' })}
          >
            Try again
          </button>
        </form>
      )}
    </div>
  )
}

interface RuleItemProps {
  readonly rule: Pick<BrokenRule, 'id' | 'level' | 'clause' | 'acts' | 'reason'>
  readonly sentence: string
  /** How to fix it; `null` if there is no hint. */
  readonly hint: string | null
  /** CSS class for the colour of the edge. */
  readonly mark: string
  /** Shown beside the level. */
  readonly change?: string
  readonly seen?: ReactNode
}

/** One violated rule: problem, fix, level, check and clause. */
export function RuleItem({ rule, sentence, hint, mark, change, seen }: RuleItemProps) {
  return (
    <li className={cn('grid gap-0.5 border-l-4 pl-3', mark)}>
      <p className="font-[550] [overflow-wrap:anywhere]">{sentence}</p>
      {hint !== null && (
        <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
          <b className="font-[550]">{fixHeading(rule.acts)}:</b> {hint}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
        <LevelWord level={rule.level} />
        {change !== undefined && <span>{change}</span>}
        <a className="link target wire text-xs" href={paths.reason(rule)}>
          {rule.id}
        </a>
        <a className="link target" href={rule.clause.url}>
          {rule.clause.spec} {rule.clause.section}
        </a>
        {seen}
      </p>
    </li>
  )
}

/** What is broken so far; renders nothing for nothing. */
export function BrokenSoFar({ steps }: { readonly steps: readonly CampaignStepView[] }) {
  const broken = brokenRules(steps)
  if (broken.length === 0) return null
  return (
    <Panel labelledBy="mend" className="p-4">
      <h2 id="mend" className="text-md">
        What to fix first
      </h2>
      <BrokenList broken={broken} />
    </Panel>
  )
}

/** Broken rules in the order in which to fix them. */
export const BrokenList = ({ broken }: { readonly broken: ReturnType<typeof brokenRules> }) => (
  <ol className="mt-2 grid gap-3">
    {broken.map(({ rule, steps: brokenIn }) => (
      <RuleItem
        key={`${rule.id} ${rule.problem}`}
        rule={rule}
        sentence={rule.problem}
        hint={rule.hint}
        mark="border-l-fail-mark"
        seen={<FindingLinks steps={brokenIn} />}
      />
    ))}
  </ol>
)

/** Links to the sessions in which something was found. */
export const FindingLinks = ({ steps }: { readonly steps: readonly CampaignStepView[] }) => (
  <span>
    Seen in {steps.length === 1 ? 'session' : 'sessions'}{' '}
    {steps.map((step, index) => (
      <span key={step.number}>
        {index > 0 && ', '}
        <a className="link" href={sessionUrl(step) ?? '#steps'}>
          {step.number}
        </a>
      </span>
    ))}
  </span>
)
