'use client'

import { useEffect, useState } from 'react'
import { cn } from '@/lib/cn'
import { Icon, type IconName } from '../ui/icon'
import type { Step, StepState } from './model/progress'

const looks: Record<
  StepState,
  { readonly icon: IconName; readonly row: string; readonly mark: string; readonly word: string }
> = {
  done: { icon: 'pass', row: 'text-ink-2', mark: 'text-pass-ink', word: 'Done: ' },
  current: { icon: 'current', row: 'font-[550] text-ink', mark: 'text-accent', word: 'Next: ' },
  refused: { icon: 'fail', row: 'font-[550] text-fail-ink', mark: 'text-fail-ink', word: '' },
  held: { icon: 'warn', row: 'font-[550] text-warn-ink', mark: 'text-warn-ink', word: '' },
  ahead: { icon: 'unseen', row: 'text-ink-3', mark: '', word: 'Not done: ' },
}

interface ShownStep extends Pick<Step, 'key' | 'label' | 'state' | 'isCurrent'> {
  /** Time from creation to completion or refusal, in words; empty if neither happened. */
  readonly since: string
}

interface StepListProps {
  readonly steps: readonly ShownStep[]
  /** How long the current step has been awaited. */
  readonly idleMillis: number
}

/** Milestones of the flow with their times, showing where it is stuck. */
export function StepList({ steps, idleMillis }: StepListProps) {
  return (
    <ol className="text-sm">
      {steps.map(({ key, label, state, isCurrent, since }, index) => {
        const { icon, row, mark, word } = looks[state]
        return (
          <li
            key={key}
            data-step={state}
            aria-current={isCurrent ? 'step' : undefined}
            className={cn(
              'relative grid grid-cols-[20px_1fr_auto] items-start gap-2 py-1',
              row,
              index > 0 &&
                'before:absolute before:-top-[9px] before:left-[7.5px] before:h-[15px] before:w-px before:bg-line-strong',
            )}
          >
            <Icon name={icon} className={cn('relative mt-[3px] size-4 bg-surface', mark)} />
            <span>
              <span className="sr-only">{word}</span>
              {label}
            </span>
            <span className="text-xs leading-5 tabular-nums">
              {since}
              {state === 'current' && <Elapsed millis={idleMillis} />}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** Running count of seconds, starting from `millis` at rendering. */
function Elapsed({ millis }: { readonly millis: number }) {
  const [shown, setShown] = useState(millis)
  useEffect(() => {
    const opened = performance.now()
    setShown(millis)
    const timer = setInterval(() => setShown(millis + performance.now() - opened), 1000)
    return () => clearInterval(timer)
  }, [millis])
  const seconds = Math.floor(shown / 1000)
  return <span className="tabular-nums">{seconds < 100 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`}</span>
}
