import { cn } from '@/lib/cn'
import { Icon } from './icon'

/** What is wrong at a place of a JSON text, or worth saying about it. */
interface ListedProblem {
  /** True for what is allowed all the same. */
  readonly isNote: boolean
  /** RFC 6901; the empty text is the whole. */
  readonly pointer: string
  readonly message: string
}

/** Problems with the place of each. */
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
