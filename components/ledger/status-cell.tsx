import { cn } from '@/lib/cn'

/**
 * The status code of a response. A refusal stands out by font weight, not colour, because a planned refusal is not a
 * failure.
 */
export function StatusCell({ status }: { readonly status: number | null }) {
  if (status === null) return <span className="text-ink-3">no response</span>
  return <code className={cn(status >= 400 ? 'font-semibold text-ink' : 'text-ink-2')}>{status}</code>
}
