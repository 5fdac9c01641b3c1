import { bind } from '../../engine/checks/evaluate'
import { answerAlone, type Entered, type Entry, enter, entered, withMade } from '../../engine/endpoints/door/enter'
import { judged } from '../../engine/endpoints/endpoint'
import { answeredRequest } from '../../engine/endpoints/unmatched-reading'
import { issuerIdOf } from '../../shared/ports/laboratory'
import { offerAddressChecks } from '../checks/metadata'
import { offerChecks } from '../checks/offer'
import { type OfferReading, offerUrl } from '../read/credential-offer'
import { decideOffer, offerReading } from './offer'
import { startIssuance } from './sessions/create-session'

type Reading = Entry<Entered<'issuance'> & { readonly offer: OfferReading }>

/** As at the session's own address. */
const checks = [
  ...bind(offerAddressChecks, (_reading: Reading) => answeredRequest('getCredentialOffer', 'GET')),
  ...bind(offerChecks, (reading: Reading) => entered(reading).offer),
]

/**
 * `GET /d/{doorId}/offer`: the offer of the session that a workbench has for this wallet now, which the fetch makes if there
 * is none. OID4VCI-1FINAL-4.1.3
 */
export const doorOffer = judged<Reading>({
  read: async (context) => {
    const { exchange } = context
    const entry = await enter({ kind: 'issuance', start: startIssuance, always }, context)
    if ('answer' in entry) return entry
    const { session } = entry
    return { ...entry, offer: offerReading({ session, named: session.sessionId }, exchange) }
  },
  checks: (reading) => ('answer' in reading ? [] : checks),
  decide: (reading, _findings, context) => {
    if ('answer' in reading) return answerAlone(reading.answer)
    const { session, offer } = reading
    const decision = withMade(decideOffer(offer, context), reading, offerUrl(session, context.settings.baseUrl))
    return { ...decision, issuerId: issuerIdOf(session) }
  },
})

/** By value, the one-time values would be in the code. */
const always = { credential_offer_mode: 'credential_offer_uri' }
