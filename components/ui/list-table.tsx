import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { buttonClass } from './button-class'

interface ListTableProps {
  readonly caption: string
  /** Header cells; only screen readers get them where rows are cards. */
  readonly head: ReactNode
  readonly children: ReactNode
}

/** A table on a wide screen, and one card per row on a narrow one. */
export function ListTable({ caption, head, children }: ListTableProps) {
  return (
    <table className="block w-full text-sm min-[60rem]:table">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-[60rem]:sr-only">
        <tr className="bg-sunk">{head}</tr>
      </thead>
      <tbody className="block min-[60rem]:table-row-group">{children}</tbody>
    </table>
  )
}

export function ListRow({ children }: { readonly children: ReactNode }) {
  return (
    <tr className="relative grid gap-1 border-b border-line px-4 py-2.5 last:border-b-0 hover:bg-hover min-[60rem]:table-row">
      {children}
    </tr>
  )
}

/** Class of a row's cell. */
export const listCellClass = (more = ''): string => cn('min-w-0 align-top min-[60rem]:px-3 min-[60rem]:py-2.5', more)

interface ListPagerProps {
  readonly label: string
  /** Which page is shown, in words. */
  readonly words: string
  /** Shows the newer page; `null` on the newest. */
  readonly onNewer: (() => void) | null
  /** Shows the older page; `null` on the oldest. */
  readonly onOlder: (() => void) | null
}

/** Pager of a list; renders nothing for a single page. */
export function ListPager({ label, words, onNewer, onOlder }: ListPagerProps) {
  if (onNewer === null && onOlder === null) return null
  return (
    <nav aria-label={label} className="flex items-center gap-3 border-t border-line px-4 py-2.5 text-sm text-ink-2">
      <button type="button" className={buttonClass()} disabled={onNewer === null} onClick={() => onNewer?.()}>
        Newer
      </button>
      <span className="tabular-nums">{words}</span>
      <button type="button" className={buttonClass()} disabled={onOlder === null} onClick={() => onOlder?.()}>
        Older
      </button>
    </nav>
  )
}
