import { decoded } from '@/lib/queries/decoded'
import { metadataUnlessAway, unlessAway } from '../../../unless-away'
import { walletMetadata, walletPage } from '../../wallet-page'

interface VersionParams {
  readonly params: Promise<{ readonly slug: string; readonly version: string }>
}

const partsOf = async ({ params }: VersionParams) => {
  const { slug, version } = await params
  return [decoded(slug) ?? '', decoded(version) ?? ''] as const
}

export const generateMetadata = metadataUnlessAway(async (props: VersionParams) =>
  walletMetadata(...(await partsOf(props))),
)

export default unlessAway(async function Page(props: VersionParams) {
  return walletPage(...(await partsOf(props)))
})
