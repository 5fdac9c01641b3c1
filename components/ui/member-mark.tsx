import Link from 'next/link'
import type { FindingStatus } from '@/lib/core/shared/ports/finding'
import { Icon } from './icon'
import { verdictStyles } from './verdict-styles'

/** A finding beside the member that it judged. */
export interface MemberMark {
  readonly status: FindingStatus
  readonly title: string
  readonly href: string
}

/** Verdict on a member: a small linked icon with text for screen readers. */
export function MemberMarkLink({ mark }: { readonly mark: MemberMark }) {
  const style = verdictStyles[mark.status]
  return (
    <Link
      href={mark.href}
      scroll={false}
      prefetch={false}
      title={`${style.word}: ${mark.title}`}
      className={`-my-[3px] inline-grid size-6 place-items-center ${style.ink}`}
    >
      <Icon name={style.icon} className="size-3.5" />
      <span className="sr-only">
        {style.word}: {mark.title}
      </span>
    </Link>
  )
}
