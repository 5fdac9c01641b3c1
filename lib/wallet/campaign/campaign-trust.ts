import { X509Certificate } from 'node:crypto'
import { WalletStop } from '../errors'
import { waitAsTold } from '../http/wait-as-told'
import type { SendHttp } from '../http/wire'
import type { TrustSettings } from '../trust/settings'
import { createTrustMemory } from '../trust/trust-memory'
import type { CampaignTrust } from './campaign-client'

/**
 * How the wallet of a campaign under the European framework evaluates trust where its user sets nothing: by the lists that the
 * campaign names, those of the service otherwise, and by the policy of the campaign. As a test wallet it takes the operator's
 * certificate from the service that it tests with.
 *
 * @throws WalletStop when that cannot be read
 */
export async function trustOfCampaign(
  { lists, policy }: CampaignTrust,
  { origin, http }: { readonly origin: string; readonly http: SendHttp },
): Promise<TrustSettings> {
  const url = lists?.operatorUrl ?? `${origin}/trust/anchors/lists.pem`
  const { body } = await waitAsTold(http)({ method: 'GET', url, headers: [], body: null })
  return {
    policy,
    lists: { base: lists?.base ?? `${origin}/trust/lists`, operators: [certificateIn(body)] },
    anchors: {},
    overAsking: 'warn',
    memory: createTrustMemory(),
  }
}

function certificateIn(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new WalletStop('The service does not say who signs its lists')
  }
}
