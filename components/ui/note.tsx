import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { Icon } from './icon'

/** What happened and what to do, beside the part it concerns. */
export function Note({ kind, children }: { readonly kind: 'information' | 'warning'; readonly children: ReactNode }) {
  return (
    <div
      className={cn(
        'grid grid-cols-[16px_minmax(0,1fr)] gap-2 rounded-md py-2 pr-3 pl-2.5 text-sm',
        kind === 'warning' ? 'bg-warn-soft text-warn-ink' : 'bg-sunk text-ink-2',
      )}
    >
      <Icon name={kind === 'warning' ? 'warn' : 'info'} className="mt-[3px] size-4" />
      <div>{children}</div>
    </div>
  )
}

/** Focuses a new refusal, which brings it into view: it may be far from the button. */
const focusIt = (shown: HTMLElement | null): void => shown?.focus()

/** Why a form was refused, in a sentence, inside the form; `null` if it was not. */
export const FormRefusal = ({ refusal }: { readonly refusal: string | null }) => (
  <div role="alert">
    {refusal !== null && (
      <div ref={focusIt} tabIndex={-1} className="scroll-my-4 rounded-md">
        <Note kind="warning">{refusal}</Note>
      </div>
    )}
  </div>
)

/** A problem or remark about a place in a JSON text. */
interface ListedProblem {
  /** True if it is allowed anyway. */
  readonly isNote: boolean
  /** RFC 6901; the empty string means the whole document. */
  readonly pointer: string
  readonly message: string
}

/** Problems, each with its place. */
export function ProblemList({ problems }: { readonly problems: readonly ListedProblem[] }) {
  return (
    <ul className="grid gap-1.5 text-sm">
      {problems.map(({ isNote, pointer, message }) => (
        <li key={`${pointer} ${message}`} className="grid grid-cols-[14px_minmax(0,1fr)] gap-2">
          <Icon
            name={isNote ? 'info' : 'fail'}
            className={cn('mt-[3px] size-3.5', isNote ? 'text-ink-3' : 'text-fail-ink')}
          />
          <span>
            <code className="wire text-xs [overflow-wrap:anywhere]">{pointer === '' ? '(the whole)' : pointer}</code>{' '}
            <span className={isNote ? 'text-ink-2' : ''}>{message}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
