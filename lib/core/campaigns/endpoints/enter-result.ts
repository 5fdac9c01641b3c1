import type { z } from 'zod'
import { plain } from '../../engine/endpoints/endpoint'
import { jsonReply } from '../../ground/http/reply'
import { ProtocolError } from '../../ground/ports/errors'
import type { Ports } from '../../ground/ports/ports'
import type { EnteredResult } from '../../ground/ports/store-types'
import { officialCases } from '../official-cases/cases'
import { enteredView } from '../official-cases/entered-view'
import { noCampaign } from '../official-cases/no-campaign'
import { takesEntry } from '../official-cases/official-case'
import { countsOperatorOnly, enteredMax, enteredReadMax, newestEntries } from '../official-cases/wallet-coverage'
import { zResultEntry } from '../official-cases/z-coverage'
import { noMoreResults } from './no-more-of-wallet'
import { readBody } from './read-body'
import { scrubbed, scrubbedName } from './scrubbed'

/**
 * `POST /coverage/results`: enters a result for an official case that no session decides. Entries never
 * change; the newest one counts. Throws `campaign_not_found` for a wallet without a campaign, so that nobody can fill
 * storage with made-up names.
 */
export const enterResult = plain(async (context) => {
  const { exchange, ports, asker } = context
  const operatorOnly = countsOperatorOnly(asker)
  const asked = readBody(exchange, zResultEntry)
  const { wallet, result } = asked
  const official = officialCases.find(({ id }) => id === asked.case)
  if (official === undefined || !takesEntry(official))
    throw new ProtocolError(
      'invalid_request',
      'No case of class manual or out_of_scope has this id: GET /fcaf.json lists them.',
      {
        pointer: '/case',
      },
    )
  if ((await ports.store.campaigns({ wallet, operatorOnly, max: 1 })).length === 0) throw noCampaign(context)
  const entries = await ports.store.enteredResults({ wallet, operatorOnly, max: enteredReadMax })
  if (result === 'withdrawn' && !newestEntries(entries).has(official.id))
    throw new ProtocolError('invalid_request', 'No result has been entered for this case.', { pointer: '/result' })
  // A result can always be withdrawn, even when no more entries are accepted.
  if (entries.length >= enteredMax && result !== 'withdrawn') throw noMoreResults()
  const refusal = await ports.refuseCreation(exchange.remoteAddress, ports.now())
  if (refusal !== null) throw refusal
  const entered: EnteredResult = {
    id: ports.uuid(),
    wallet,
    caseId: official.id,
    result,
    note: result === 'withdrawn' ? '' : scrubbed(asked.note, ports),
    ...(result === 'withdrawn' ? {} : saidBy(asked, ports)),
    by: asked.by,
    byOperator: asker === 'operator',
    enteredAt: exchange.at,
  }
  return { reply: jsonReply(201, { case: official.id, wallet, entered: enteredView(entered) }), entered }
})

/** Who entered it and what shows it, as far as anything is named. */
function saidBy(
  { tester = '', evidence = [] }: z.infer<typeof zResultEntry>,
  ports: Pick<Ports, 'madeIn'>,
): Pick<EnteredResult, 'tester' | 'evidence'> {
  return {
    ...(tester === '' ? {} : { tester: scrubbedName(tester, ports) }),
    ...(evidence.length === 0
      ? {}
      : {
          evidence: evidence.map(({ note, ...ids }) => ({
            ...ids,
            ...(note === undefined ? {} : { note: scrubbed(note, ports) }),
          })),
        }),
  }
}
