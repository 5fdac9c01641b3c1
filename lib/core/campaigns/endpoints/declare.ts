import { plain } from '../../engine/endpoints/endpoint'
import { jsonReply } from '../../ground/http/reply'
import type { Declaration } from '../../ground/ports/store-types'
import { toIso } from '../../ground/time/time'
import { noCampaign } from '../official-cases/no-campaign'
import { countsOperatorOnly } from '../official-cases/wallet-coverage'
import { zDeclarationRequest } from '../official-cases/z-declaration'
import { noMoreOfWallet } from './no-more-of-wallet'
import { readBody } from './read-body'
import { scrubbed, scrubbedName } from './scrubbed'

/** How many declarations a wallet and version may have. */
const declarationsMax = 200

/**
 * `POST /coverage/declarations`: what a maker says of a wallet. Declarations never change; the newest one counts, as a whole, so
 * that what it leaves out is unknown again. Throws `campaign_not_found` for a wallet without a campaign, as entering a result
 * does. ETSI EG 201 058
 */
export const declare = plain(async (context) => {
  const { exchange, ports, asker } = context
  const operatorOnly = countsOperatorOnly(asker)
  const { wallet, tester, items } = readBody(exchange, zDeclarationRequest)
  if ((await ports.store.campaigns({ wallet, operatorOnly, max: 1 })).length === 0) throw noCampaign(context)
  if ((await ports.store.declarations({ wallet, operatorOnly, max: declarationsMax })).length >= declarationsMax)
    throw noMoreOfWallet('Too much was declared of this wallet.')
  const refusal = await ports.refuseCreation(exchange.remoteAddress, ports.now())
  if (refusal !== null) throw refusal
  const { name = null, organisation = null } = tester ?? {}
  const declaration: Declaration = {
    id: ports.uuid(),
    wallet,
    tester:
      name === null && organisation === null
        ? null
        : { name: name && scrubbedName(name, ports), organisation: organisation && scrubbedName(organisation, ports) },
    items: Object.fromEntries(
      Object.entries(items).map(([item, value]) => [
        item,
        Array.isArray(value) ? [...new Set(value.map((one) => scrubbed(one, ports)))] : value,
      ]),
    ) as Declaration['items'],
    byOperator: asker === 'operator',
    declaredAt: exchange.at,
  }
  const { tester: by, items: kept, declaredAt } = declaration
  return {
    reply: jsonReply(201, { wallet, tester: by, items: kept, declared_at: toIso(declaredAt) }),
    declaration,
  }
})
