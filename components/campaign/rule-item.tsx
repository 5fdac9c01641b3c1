import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import type { BrokenRule } from '@/lib/core/campaigns/session-result'
import { paths } from '@/lib/paths'
import { LevelWord } from '../ui/level'

interface RuleItemProps {
  readonly rule: Pick<BrokenRule, 'id' | 'level' | 'clause'>
  readonly sentence: string
  /** How to fix it; `null` for no hint. */
  readonly hint: string | null
  /** Class that colours the edge. */
  readonly mark: string
  /** Shown next to the level. */
  readonly change?: string
  /** Shown last. */
  readonly seen?: ReactNode
}

/** A rule in a list: what is wrong with it, how to fix it, its level, check and clause. */
export function RuleItem({ rule, sentence, hint, mark, change, seen }: RuleItemProps) {
  return (
    <li className={cn('grid gap-0.5 border-l-4 pl-3', mark)}>
      <p className="font-[550] [overflow-wrap:anywhere]">{sentence}</p>
      {hint !== null && <p className="text-sm text-ink-2">{hint}</p>}
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
        <LevelWord level={rule.level} />
        {change !== undefined && <span>{change}</span>}
        <a className="link target wire text-xs" href={paths.check(rule.id)}>
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
