import type { Metadata } from 'next'
import { NoSuchWallet, RemovedWallet } from '@/components/wallets/removed-wallet'
import { WalletPage } from '@/components/wallets/wallet-page'
import { paths } from '@/lib/paths'
import { publishedWallet, type WalletQuery } from '@/lib/queries/wallets'

/** The title of a published wallet's page, and what a link to it shows. */
export async function walletMetadata(slug: string, version: string | null, query: WalletQuery): Promise<Metadata> {
  const found = await publishedWallet(slug, version, query)
  if (found === null || found.state === 'removed') return { title: 'No such wallet', robots: { index: false } }
  const { wallet, counts, organisation } = found.statement
  const shown = {
    title: `${wallet.name} ${wallet.version}`,
    description: `${counts.passed} of ${counts.of} required cases passed, ${counts.failed} failed. A self-assessment, published by ${organisation}.`,
  }
  const isOfEdition = query.edition !== undefined
  const address =
    version === null && !isOfEdition
      ? paths.wallet(slug)
      : paths.walletVersion(slug, wallet.version, isOfEdition ? found.addressed : null)
  return {
    ...shown,
    alternates: { canonical: address },
    openGraph: { ...shown, type: 'website', siteName: 'Wallet Capture', url: `${found.origin}${address}` },
    ...(found.state === 'expired' ? { robots: { index: false } } : {}),
  }
}

/** A published wallet, in one version or its newest, of the edition in its query or the newest. Its status comes from `proxy.ts`. */
export async function walletPage(slug: string, version: string | null, query: WalletQuery) {
  const found = await publishedWallet(slug, version, query)
  if (found === null) return <NoSuchWallet />
  if (found.state === 'removed' || found.document === null) return <RemovedWallet {...found} />
  return <WalletPage wallet={found} document={found.document} />
}
