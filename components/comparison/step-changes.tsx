import { cn } from '@/lib/cn'
import type { ComparisonView } from '@/lib/core/campaigns/z-comparison'
import { paths } from '@/lib/paths'
import { RuleItem } from '../campaign/rule-item'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { Panel } from '../ui/panel'
import { verdictStyles } from '../ui/verdict-styles'
import { pathOf, ruleWords, sideWords, stepWords, whyNotCompared } from './words'

type Step = ComparisonView['steps'][number]
type Rule = Step['rules'][number]

/** The compared sessions, each with the rules that changed in it. */
export function StepChanges({ heading, steps }: { readonly heading: string; readonly steps: readonly Step[] }) {
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
      sentence={isWorse ? (rule.problem ?? rule.title) : rule.title}
      hint={isWorse ? rule.hint : null}
      mark={marks[rule.change]}
      change={ruleWords(rule)}
    />
  )
}

/** Ids of rules that are listed without details. */
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
    <a className={buttonClass({ size: 'small' })} href={pathOf(side.inspector_url)}>
      {words}
      <span className="sr-only">: open the session</span>
    </a>
  )
}
