import { decidedBy, defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import { answeredError, type SessionEvidence } from '../../../engine/sessions/session-evidence'
import { isFinalError } from '../../../ground/ports/errors'
import type { StoredExchange } from '../../../ground/ports/store-types'
import { say } from '../../../ground/values/wording'

/** More identical requests than this are a loop. */
const equalRequestsMax = 5

const isFinal = (exchange: StoredExchange): boolean => {
  const error = answeredError(exchange)
  return error !== null && isFinalError(error)
}

const pictureOf = ({ method, path, query, body }: StoredExchange): string => JSON.stringify([method, path, query, body])

export const flowNoRequestsAfterError = defineCheck<SessionEvidence>('vci.flow.no_requests_after_error', {
  title: 'Wallet does not repeat a refused request over and over',
  problem: 'The wallet repeated a refused request over and over',
  clauses: ['OID4VCI-1FINAL-8.3.1.2'],
  level: 'should',
  why: 'A wallet that loops on an error drains the battery and looks like an attack.',
  hint: 'Stop after an error that a retry cannot fix, and tell the user what went wrong.',
  run: ({ exchanges }) => {
    const refused = exchanges.filter((exchange) => exchange.correlation === 'exact' && isFinal(exchange))
    const counts = new Map<string, number>()
    for (const exchange of refused) {
      if (exchange.contentOmitted) continue
      const count = (counts.get(pictureOf(exchange)) ?? 0) + 1
      counts.set(pictureOf(exchange), count)
      if (count > equalRequestsMax) {
        const expected = say`at most ${equalRequestsMax} equal requests`
        return decidedBy(exchange, violated({ expected, actual: say`the same refused request again and again` }))
      }
    }
    const last = refused.at(-1)
    return last ? decidedBy(last, pass()) : notObserved(say`No request got a response that ends the flow.`)
  },
})
