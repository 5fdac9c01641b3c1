import { trustOfCampaign } from '../campaign/campaign-client'
import type { CommandLine } from '../command-line'
import { WalletStop } from '../errors'
import { type JsonObject, objectMember, stringMember } from '../json'
import { addressOf } from '../session-of-link'
import type { TrustSettings } from './trust-context'

/**
 * Trust by the lists of the service where the session is one of the European framework and no option says whom to
 * trust, as in a campaign; a wallet that evaluates nothing breaks rules there. Without lists nothing is judged.
 * @param session - its read-back
 */
export async function trustInFramework(
  session: JsonObject,
  deeplink: string,
  line: CommandLine,
): Promise<{ trust?: TrustSettings }> {
  if (objectMember(session, 'options')?.trust_framework !== 'eu' || line['trust-anchor'] !== undefined) return {}
  const { origin, http } = addressOf(deeplink, line)
  const base = stringMember(objectMember(objectMember(session, 'trust'), 'lists') ?? {}, 'base')
  const lists = base === null ? null : { base, operatorUrl: `${origin}/trust/anchors/lists.pem` }
  try {
    return { trust: await trustOfCampaign({ policy: 'warn', lists }, { origin, http }) }
  } catch (error) {
    if (!(error instanceof WalletStop)) throw error
    return {}
  }
}
