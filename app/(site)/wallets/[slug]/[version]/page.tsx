import { decoded } from '@/lib/queries/decoded'
import type { WalletQuery } from '@/lib/queries/wallets'
import { metadataUnlessAway, unlessAway } from '../../../unless-away'
import { walletMetadata, walletPage } from '../../wallet-page'

interface VersionParams {
  readonly params: Promise<{ readonly slug: string; readonly version: string }>
  readonly searchParams: Promise<WalletQuery>
}

const partsOf = async ({ params, searchParams }: VersionParams) => {
  const { slug, version } = await params
  return [decoded(slug) ?? '', decoded(version) ?? '', await searchParams] as const
}

export const generateMetadata = metadataUnlessAway(async (props: VersionParams) =>
  walletMetadata(...(await partsOf(props))),
)

export default unlessAway(async function Page(props: VersionParams) {
  return walletPage(...(await partsOf(props)))
})
