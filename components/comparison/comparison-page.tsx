import Link from 'next/link'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import type { ComparisonView } from '@/lib/core/campaigns/z-comparison'
import { toneOf, verdictWords } from '@/lib/core/engine/evidence/outcomes'
import type { FindingStatus } from '@/lib/core/shared/ports/finding'
import { paths } from '@/lib/paths'
import { RuleItem } from '../campaign/campaign-steps'
import type { RecentSession } from '../start/recent-store'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { Note } from '../ui/note'
import { Panel } from '../ui/panel'
import { RelativeTime } from '../ui/time'
import { OutcomeWords } from '../ui/verdict'
import { verdictStyles } from '../ui/verdict-styles'
import { WalletName } from '../ui/wallet-name'
import { RunPickers } from './run-pickers'

interface ComparisonFormProps {
  readonly before: string
  readonly after: string
  /** Why the two runs could not be compared. */
  readonly problem: string | null
  /** Newest runs of the whole installation, for the operator; `null` to offer only this browser's runs. */
  readonly listed: readonly RecentSession[] | null
}

/**
 * Form for the two runs to compare. Other people's runs are not offered, but anyone who knows a run's id may read it.
 */
export function ComparisonForm({ before, after, problem, listed }: ComparisonFormProps) {
  return (
    <div className="mx-auto grid max-w-[720px] gap-4 px-4 pt-10 pb-12 md:px-6">
      <div>
        <h1 className="text-2xl">What changed</h1>
        <p className="mt-1 text-ink-2">
          Compares two campaigns, two issuances or two presentations of one wallet, such as those of two versions. What
          got worse comes first.
        </p>
      </div>
      {problem !== null && <Note kind="warning">{problem}</Note>}
      <form action={paths.compare()} className="grid gap-4">
        <RunPickers before={before} after={after} listed={listed} />
        <button type="submit" className={buttonClass({ look: 'solid' }, 'justify-self-start')}>
          Compare
        </button>
      </form>
    </div>
  )
}

type Step = ComparisonView['steps'][number]

type Rule = Step['rules'][number]

/** Words for a session's change, and the status that supplies its colour and icon. */
const stepWords: Readonly<Record<Step['change'], { readonly words: string; readonly status: FindingStatus }>> = {
  regression: { words: 'Got worse', status: 'fail' },
  improvement: { words: 'Got better', status: 'pass' },
  not_compared: { words: 'Not compared', status: 'not_observed' },
  other: { words: 'Different rules', status: 'warn' },
  same: { words: 'The same', status: 'not_applicable' },
}

const ruleStatuses: Readonly<Record<Rule['before'], string>> = {
  passed: 'passed',
  warned: 'a warning',
  failed: 'failed',
  not_seen: 'not observed',
}

/** Result of a rule before and after, e.g. `passed before, failed now`. */
const ruleWords = ({ before, after }: Rule): string => `${ruleStatuses[before]} before, ${ruleStatuses[after]} now`

/** Outcome of a session, or verdict of a campaign. */
export const outcomeOf = ({ outcome, verdict }: ComparisonView['before']) =>
  outcome === null
    ? ({ tone: verdict === 'incomplete' ? 'open' : verdict, sentence: verdictWords[verdict] } as const)
    : { tone: toneOf(outcome), sentence: outcome.sentence }

/** Outcome of one side's session in words. */
export function sideWords(side: Step['before']): string {
  if (side === null) return 'not done'
  return side.outcome?.sentence ?? 'not finished'
}

/** Why two sessions were not compared. */
const whyNotCompared = ({ before, after }: Step): string => `Before: ${sideWords(before)}. After: ${sideWords(after)}.`

/** What changed in one session: its rules by how they changed or, if none did, the session itself. */
function stepSentence({ change, rules }: Pick<Step, 'change' | 'rules'>): string {
  if (change === 'not_compared') return 'There is nothing to compare yet.'
  const count = (...wanted: Rule['change'][]) => rules.filter((rule) => wanted.includes(rule.change)).length
  const parts = [
    [count('regression', 'newly_broken', 'newly_warned'), 'got worse'],
    [count('improvement'), 'got better'],
    [count('not_seen_again'), 'not observed again'],
  ] as const
  const said = parts.filter(([of]) => of > 0).map(([of, words]) => `${of} ${words}`)
  return said.length === 0 ? `${stepWords[change].words}.` : `${said.join(', ')}.`
}

/** Summary of all changes in one sentence. */
export function changeSentence({ counts, steps }: Pick<ComparisonView, 'counts' | 'steps'>): string {
  if (steps.length === 1 && steps[0] !== undefined) return stepSentence(steps[0])
  const parts = [
    [counts.regression, 'got worse'],
    [counts.improvement, 'got better'],
    [counts.other, 'tested different rules'],
    [counts.same, counts.same === 1 ? 'is the same' : 'are the same'],
    [counts.not_compared, 'not compared'],
  ] as const
  const said = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`)
  return `Of ${steps.length} sessions: ${said.join(', ')}.`
}

/** Path of one of our absolute URLs, for internal links. */
const internalPath = (address: string): string => new URL(address).pathname

/** Compared sessions with the rules whose results changed. */
function StepChanges({ heading, steps }: { readonly heading: string; readonly steps: readonly Step[] }) {
  const id = heading.toLowerCase().replaceAll(' ', '-')
  return (
    <Panel labelledBy={id}>
      <h2 id={id} className="px-4 py-3 text-md">
        {heading}
      </h2>
      <ol>
        {steps.map((step) => (
          <li
            key={step.preset ?? 'session'}
            className="grid gap-2 border-t border-line px-4 py-3 md:grid-cols-[minmax(0,1fr)_auto]"
          >
            <div className="grid min-w-0 gap-2">
              <div className="grid gap-0.5">
                {step.preset !== null && <p className="[overflow-wrap:anywhere]">{step.title}</p>}
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
                  <Change change={step.change} />
                  <span>
                    {step.change === 'not_compared'
                      ? whyNotCompared(step)
                      : `${sideWords(step.before)} before, ${sideWords(step.after)} now`}
                  </span>
                </p>
              </div>
              {step.rules.length > 0 && (
                <ul className="grid gap-2">
                  {step.rules.map((rule) => (
                    <RuleChange key={rule.id} rule={rule} />
                  ))}
                </ul>
              )}
              <Unlisted words="passed before and not observed now" ids={step.passed_not_seen_again} />
              <Unlisted words="not observed before and passed now" ids={step.newly_passed} />
            </div>
            <div className="flex items-start gap-2">
              <Side words="Before" side={step.before} />
              <Side words="After" side={step.after} />
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function Change({ change }: { readonly change: Step['change'] }) {
  const { words, status } = stepWords[change]
  return (
    <span className={cn('inline-flex items-center gap-1.5 font-[550] whitespace-nowrap', verdictStyles[status].ink)}>
      <Icon name={verdictStyles[status].icon} />
      {words}
    </span>
  )
}

const marks: Readonly<Record<Rule['change'], string>> = {
  regression: 'border-l-fail-mark',
  newly_broken: 'border-l-fail-mark',
  improvement: 'border-l-pass-mark',
  newly_warned: 'border-l-warn-mark',
  not_seen_again: 'border-l-warn-mark',
}

function RuleChange({ rule }: { readonly rule: Rule }) {
  const isWorse = rule.change === 'regression' || rule.change.startsWith('newly_')
  return (
    <RuleItem
      rule={rule}
      sentence={isWorse ? rule.problem : rule.title}
      hint={isWorse ? rule.hint : null}
      mark={marks[rule.change]}
      change={ruleWords(rule)}
    />
  )
}

/** Ids of rules listed without details. */
function Unlisted({ words, ids }: { readonly words: string; readonly ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <details className="text-sm text-ink-2">
      <summary className="chevron flex items-center py-1">
        {ids.length === 1 ? '1 rule' : `${ids.length} rules`} {words}
      </summary>
      <ul className="mt-1 grid gap-0.5">
        {ids.map((id) => (
          <li key={id}>
            <a className="link target wire text-xs" href={paths.check(id)}>
              {id}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Side({ words, side }: { readonly words: string; readonly side: Step['before'] }) {
  if (side === null) return null
  return (
    <a className={buttonClass({ size: 'small' })} href={internalPath(side.inspector_url)}>
      {words}
      <span className="sr-only">: open the session</span>
    </a>
  )
}

interface ComparisonPageProps {
  readonly comparison: ComparisonView
  /** What the wallet sent in two sessions, which comes first; `null` for campaigns. */
  readonly messages: ReactNode
  /** Time of rendering, epoch milliseconds. */
  readonly now: number
}

/** Two runs of a wallet side by side: regressions, improvements, and what stayed the same. */
export function ComparisonPage({ comparison, messages, now }: ComparisonPageProps) {
  const { before, after, same_wallet: sameWallet, steps } = comparison
  const shown = steps.filter(({ change }) => change !== 'same')
  const same = steps.filter(({ change }) => change === 'same')
  return (
    <div className="mx-auto max-w-[1176px] px-4 pb-12 md:px-6">
      <div className="grid items-end gap-x-6 gap-y-2 pt-5 pb-4 md:grid-cols-[minmax(0,1fr)_auto] md:pt-6 md:pb-5">
        <div>
          <h1 className="text-xl md:text-2xl">What changed</h1>
          <p className="mt-1 font-[550]">{changeSentence(comparison)}</p>
        </div>
        <Link href={paths.compare({ before: after.id, after: before.id })} className={buttonClass()}>
          Swap the two
        </Link>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <Run name="Before" run={before} now={now} />
        <Run name="After" run={after} now={now} />
      </div>
      <div className="mt-4 grid gap-4">
        {sameWallet === false && (
          <Note kind="warning">
            The two runs name different wallets: what differs may be the wallet, not its version.
          </Note>
        )}
        {messages}
        {shown.length > 0 && <StepChanges heading={messages === null ? 'Changes' : 'Rules'} steps={shown} />}
        {same.length > 0 && (
          <details>
            <summary className="chevron flex items-center py-1 text-sm text-ink-2">
              {same.length === 1 ? '1 session is' : `${same.length} sessions are`} the same
            </summary>
            <div className="mt-2">
              <StepChanges heading="The same" steps={same} />
            </div>
          </details>
        )}
      </div>
    </div>
  )
}

function Run({
  name,
  run,
  now,
}: {
  readonly name: string
  readonly run: ComparisonView['before']
  readonly now: number
}) {
  const id = name.toLowerCase()
  return (
    <Panel labelledBy={id} className="grid gap-1 p-4">
      <h2 id={id} className="text-sm text-ink-3">
        {name}
      </h2>
      <p className="text-md [overflow-wrap:anywhere]">
        <a className="link target" href={internalPath(run.page_url)}>
          {run.wallet === null ? run.title : <WalletName {...run.wallet} />}
        </a>
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
        <OutcomeWords {...outcomeOf(run)} />
        {run.wallet !== null && <span className="[overflow-wrap:anywhere]">{run.title}</span>}
        <span>
          Started <RelativeTime at={run.created_at} now={now} />
        </span>
      </p>
    </Panel>
  )
}
