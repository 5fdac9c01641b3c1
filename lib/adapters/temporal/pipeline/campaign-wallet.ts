import type { PipelineInput } from '@/lib/core/scoreboard/pipelines/run-types'
import type { Definition } from '@/lib/core/scoreboard/pipelines/z-definition'
import { requestMillisMax, requireStatus } from '../service-api'
import type { PipelineDeps } from './pipeline-deps'

/** Maximum length of a wallet's name in a campaign. */
const walletNameMax = 100
/** An id that no campaign has. */
const noCampaign = '00000000-0000-4000-8000-000000000000'

/**
 * The name and version of the wallet in a run's campaign. If everybody can read campaigns, a wallet hidden from
 * visitors is not named, nor if the definition names none. Campaigns never change: publishing the wallet affects later
 * ones only.
 */
export async function campaignWallet(
  definition: Pick<Definition, 'entities'>,
  { wallet_version }: Pick<PipelineInput, 'wallet_version'>,
  deps: Pick<PipelineDeps, 'api' | 'scoreboard'>,
): Promise<{ readonly name: string; readonly version: string }> {
  const version = wallet_version ?? definition.entities.wallet_version
  const wallet = definition.entities.wallet ?? version?.slice(0, version.lastIndexOf('/'))
  const { paths } = await deps.scoreboard.resolve({
    paths: { wallets: wallet === undefined ? [] : [wallet], wallet_versions: version === undefined ? [] : [version] },
    pipelines: [],
    results: [],
  })
  const shows = async (collection: 'wallets' | 'wallet_versions', path: string | undefined): Promise<boolean> =>
    path === undefined || (await isShown(collection, paths[collection]?.get(path), deps))
  const showsWallet = await shows('wallets', wallet)
  const showsVersion = await shows('wallet_versions', version)
  const isOpen = !(showsWallet && showsVersion) && (await everybodyReadsCampaigns(deps))
  const name = isOpen && !showsWallet ? undefined : wallet
  const told = isOpen && !showsVersion ? undefined : version
  return {
    name: (name ?? 'unnamed').slice(-walletNameMax),
    version: (told?.slice(told.lastIndexOf('/') + 1) ?? 'unknown').slice(-walletNameMax),
  }
}

/** Whether visitors see a record; false if it does not exist. */
async function isShown(
  collection: 'wallets' | 'wallet_versions',
  id: string | undefined,
  { api }: Pick<PipelineDeps, 'api'>,
): Promise<boolean> {
  if (id === undefined) return false
  const answer = await api.get(`/api/collections/${collection}/records/${id}`, requestMillisMax)
  if (answer.status === 404) return false
  requireStatus(answer, 200, 'reading what the wallet is called')
  return true
}

/** Whether the service has no operator token. A remote worker learns this only from the service. */
async function everybodyReadsCampaigns({ api }: Pick<PipelineDeps, 'api'>): Promise<boolean> {
  const answer = await api.get(`/campaigns/${noCampaign}`, requestMillisMax)
  if (answer.status === 401) return false
  requireStatus(answer, 404, 'asking who reads campaigns')
  return true
}
