import { cn } from '@/lib/cn'
import { Icon } from './icon'

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
