import { decoded } from '@/lib/queries/decoded'
import type { WalletQuery } from '@/lib/queries/wallets'
import { metadataUnlessAway, unlessAway } from '../../unless-away'
import { walletMetadata, walletPage } from '../wallet-page'

interface WalletParams {
  readonly params: Promise<{ readonly slug: string }>
  readonly searchParams: Promise<WalletQuery>
}

export const generateMetadata = metadataUnlessAway(async ({ params, searchParams }: WalletParams) =>
  walletMetadata(decoded((await params).slug) ?? '', null, await searchParams),
)

export default unlessAway(async function Page({ params, searchParams }: WalletParams) {
  return walletPage(decoded((await params).slug) ?? '', null, await searchParams)
})
