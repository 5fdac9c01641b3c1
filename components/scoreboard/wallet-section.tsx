import { newestVersions, type WalletRow } from '@/lib/core/scoreboard/rows/wallet-rows'
import { paths } from '@/lib/paths'
import { WalletMatrix } from './wallet-matrix'

/** So many stand above the pipelines, so that their table begins on the first screen. */
const shownMax = 5

/** The first wallets by name, above the table of pipelines; nothing without any. */
export function WalletSection({ rows, now }: { readonly rows: readonly WalletRow[]; readonly now: number }) {
  const wallets = newestVersions(rows)
  if (wallets.length === 0) return null
  const words = wallets.length === 1 ? '1 wallet' : `All ${wallets.length} wallets`
  return (
    <section aria-labelledby="wallets" className="mb-5">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <h2 id="wallets" className="text-md">
          Wallets
        </h2>
        <WalletNote />
        <a className="link target ml-auto text-sm" href={paths.wallets()}>
          {words}
        </a>
        <a className="link target text-sm" href="#pipelines">
          Pipelines
        </a>
      </div>
      <WalletMatrix rows={wallets.slice(0, shownMax)} now={now} />
    </section>
  )
}

/** What is counted, in a line. */
export const WalletNote = () => (
  <p className="text-xs text-ink-3">
    Passed / all tests in counted runs of the last 90 days. By name: nobody is ranked. · not tested
  </p>
)
