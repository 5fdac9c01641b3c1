import { plain } from '../../engine/endpoints/endpoint'
import { scrubVisible } from '../../engine/redaction/values/scrub-text'
import { jsonReply } from '../../ground/http/reply'
import { ProtocolError } from '../../ground/ports/errors'
import type { EnteredResult } from '../../ground/ports/store-types'
import { redactionOf } from '../../wings'
import { officialCases } from '../official-cases/cases'
import { enteredView } from '../official-cases/entered-view'
import { takesEntry } from '../official-cases/official-case'
import { countsOperatorOnly, enteredMax, enteredReadMax, newestEntries } from '../official-cases/wallet-coverage'
import { zResultEntry } from '../official-cases/z-coverage'
import { noCampaign } from './coverage'
import { readBody } from './read-body'

/**
 * `POST /coverage/results`: what a person says of an official case that no session decides. An entry is never changed: the newest
 * one counts. Throws `campaign_not_found` for a wallet that has no campaign, so that nobody fills the storage with names.
 */
export const enterResult = plain(async (context) => {
  const { exchange, ports, asker } = context
  const operatorOnly = countsOperatorOnly(asker)
  const asked = readBody(exchange, zResultEntry)
  const { wallet, result } = asked
  const official = officialCases.find(({ id }) => id === asked.case)
  if (official === undefined || !takesEntry(official))
    throw new ProtocolError('invalid_request', 'No case that needs a person has this id: GET /fcaf.json lists them.', {
      pointer: '/case',
    })
  if ((await ports.store.campaigns({ wallet, operatorOnly, max: 1 })).length === 0) throw noCampaign(context)
  const entries = await ports.store.enteredResults({ wallet, operatorOnly, max: enteredReadMax })
  if (result === 'withdrawn' && !newestEntries(entries).has(official.id))
    throw new ProtocolError('invalid_request', 'Nothing is entered about this case.', { pointer: '/result' })
  // What was said can always be taken back, also where no further entry is taken.
  if (entries.length >= enteredMax && result !== 'withdrawn')
    throw new ProtocolError('too_many_requests', 'Too many results were entered.', {}, [
      ['Retry-After', String(fullSeconds)],
    ])
  const refusal = await ports.refuseCreation(exchange.remoteAddress, ports.now())
  if (refusal !== null) throw refusal
  const entered: EnteredResult = {
    id: ports.uuid(),
    wallet,
    caseId: official.id,
    result,
    note:
      result === 'withdrawn'
        ? ''
        : scrubVisible(asked.note, redactionOf('/openid4vp/sessions').names)
            .slice(0, storedCharactersMax)
            .toWellFormed(),
    byOperator: asker === 'operator',
    enteredAt: exchange.at,
  }
  return { reply: jsonReply(201, { case: official.id, wallet, entered: enteredView(entered) }), entered }
})

/** Characters of a note that are kept: what is taken out of one may be named by more characters than it had. */
const storedCharactersMax = 2000

/** Seconds after which to try again where a wallet and version have as many entries as are kept: retention takes old ones. */
const fullSeconds = 3600
