import { cn } from '@/lib/cn'
import type { Level } from '@/lib/core/engine/checks/check'

const words: Record<Level, string> = { must: 'MUST', should: 'SHOULD', info: 'INFO' }

/** Level of a rule, in the words of the specifications. */
export function LevelWord({ level, className }: { readonly level: Level; readonly className?: string | undefined }) {
  return (
    <span
      className={cn(
        'font-mono text-xs font-medium whitespace-nowrap',
        level === 'must' ? 'text-ink-2' : 'text-ink-3',
        className,
      )}
    >
      {words[level]}
    </span>
  )
}
