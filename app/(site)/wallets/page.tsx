import type { Metadata } from 'next'
import { WalletMatrix } from '@/components/scoreboard/wallet-matrix'
import { WalletNote } from '@/components/scoreboard/wallet-section'
import { StorageAway } from '@/components/site/fallback-pages'
import { PublishedList } from '@/components/wallets/published-list'
import { paths } from '@/lib/paths'
import { awayFrom } from '@/lib/queries/storage-away'
import { walletCapabilities } from '@/lib/queries/wallet-capabilities'
import { publishedWallets } from '@/lib/queries/wallets'

const description = 'What each wallet was tested for, and how often it passed, from runs with evidence.'

export const metadata: Metadata = {
  title: 'Wallets',
  description,
  alternates: { canonical: paths.wallets() },
}

export default async function WalletsPage() {
  const rows = (await awayFrom()) === null ? await walletCapabilities() : null
  if (rows === null) return <StorageAway path={paths.wallets()} />
  const published = await publishedWallets()
  return (
    <div className="mx-auto max-w-board px-4 pb-8 md:px-6">
      <div className="pt-6 pb-4">
        <h1 className="text-2xl">Wallets</h1>
        <p className="mt-1 text-ink-2">{description}</p>
      </div>
      {rows.length === 0 ? (
        <p className="text-ink-2">
          No counted run names a wallet yet. A{' '}
          <a className="link" href={paths.scoreboard()}>
            published pipeline
          </a>{' '}
          whose definition names one puts it here.
        </p>
      ) : (
        <>
          <div className="mb-2">
            <WalletNote />
          </div>
          <WalletMatrix rows={rows} now={Date.now()} />
        </>
      )}
      <PublishedList wallets={published} />
    </div>
  )
}
