import { cn } from '@/lib/cn'
import type { ExpectedExchange } from './model/flow-model'

interface ExpectedRowProps {
  readonly expected: ExpectedExchange
  readonly number: number
  /** Whether it should come next. */
  readonly next: boolean
}

/** An exchange that has not happened yet, drawn dotted, so that an empty page explains the protocol. */
export function ExpectedRow({ expected, number, next }: ExpectedRowProps) {
  return (
    <div
      className={cn(
        'grid grid-cols-[26px_46px_minmax(0,1fr)] items-baseline gap-x-2 gap-y-px border-l-3 py-[7px] pr-4 pl-2.5',
        next ? 'border-dotted border-accent-mark bg-sunk text-ink' : 'border-transparent text-ink-3',
      )}
    >
      <span
        className={cn(
          'size-5 justify-self-end rounded-full border border-dashed text-center text-xs/[18px]',
          next ? 'border-accent-mark text-accent' : 'border-unseen-mark',
        )}
      >
        {number}
      </span>
      <span className="font-mono text-xs font-semibold">{expected.method}</span>
      <span className="truncate font-mono text-xs">{expected.path}</span>
      <span className="col-start-3">
        {expected.does}
        <span className="sr-only">{next ? ', expected next' : ', expected later'}</span>
      </span>
    </div>
  )
}
