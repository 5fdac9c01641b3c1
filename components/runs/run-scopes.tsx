import Link from 'next/link'
import { cn } from '@/lib/cn'

/** A list of runs that a visitor may open. */
export interface RunScope {
  readonly title: string
  readonly href: string
  readonly isShown: boolean
}

/** Heading of the runs, and the lists that there are. */
export const RunScopes = ({ scopes }: { readonly scopes: readonly RunScope[] }) => (
  <>
    <h1 className="text-2xl">Runs</h1>
    <nav aria-label="Lists of runs" className="flex min-w-0 flex-wrap gap-1">
      {scopes.map(({ title, href, isShown }) => (
        <Link
          key={href}
          href={href}
          prefetch={false}
          aria-current={isShown ? 'page' : undefined}
          className={cn(
            'flex h-(--control-size) max-w-60 items-center rounded-md border px-2.5 text-sm',
            isShown ? 'border-accent-mark bg-accent-soft font-[550]' : 'border-line-strong hover:bg-hover',
          )}
        >
          <bdi className="truncate">{title}</bdi>
        </Link>
      ))}
    </nav>
  </>
)
