import { paths } from '@/lib/paths'
import type { publishedWallets } from '@/lib/queries/wallets'

interface PublishedListProps {
  readonly wallets: Awaited<ReturnType<typeof publishedWallets>>
}

/** Wallets whose publishers show a statement of the official cases; nothing without any. */
export function PublishedList({ wallets }: PublishedListProps) {
  if (wallets.length === 0) return null
  return (
    <section aria-labelledby="published" className="mt-6">
      <h2 id="published" className="text-md">
        Published statements
      </h2>
      <p className="mt-1 mb-2 text-xs text-ink-3">
        Official cases, each wallet by whoever published it: a self-assessment, no certificate.
      </p>
      <ul className="grid gap-1">
        {wallets.map(({ slug, statement, state, editionId }) => (
          <li key={slug} className="flex flex-wrap items-baseline gap-x-3 border-line border-b py-1.5 text-sm">
            <a className="link target" href={paths.wallet(slug)}>
              <bdi>{statement.wallet.name}</bdi> <bdi>{statement.wallet.version}</bdi>
            </a>
            <span className={state === 'expired' ? 'text-ink-3' : ''}>
              {state === 'expired'
                ? 'expired'
                : `${statement.counts.passed} of ${statement.counts.of} passed, ${statement.counts.failed} failed`}
            </span>
            <span className="text-ink-3">
              edition {editionId}, by <bdi>{statement.organisation}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
