import { decoded } from '@/lib/queries/decoded'
import { metadataUnlessAway, unlessAway } from '../../unless-away'
import { walletMetadata, walletPage } from '../wallet-page'

interface WalletParams {
  readonly params: Promise<{ readonly slug: string }>
}

export const generateMetadata = metadataUnlessAway(async ({ params }: WalletParams) =>
  walletMetadata(decoded((await params).slug) ?? '', null),
)

export default unlessAway(async function Page({ params }: WalletParams) {
  return walletPage(decoded((await params).slug) ?? '', null)
})
