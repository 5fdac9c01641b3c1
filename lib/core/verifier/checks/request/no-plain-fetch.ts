import {
  decidedBy,
  defineCheck,
  notApplicable,
  notObserved,
  pass,
  tolerated,
  violated,
} from '../../../engine/checks/check'
import { isAsItShould } from '../../../engine/deviations/outcome'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'
import { deviationOf } from '../../deviations'
import { deviationOutcome } from '../../deviations/outcome'

export const requestNoPlainFetch = defineCheck<PresentationEvidence>('vp.request.no_plain_fetch', {
  title: 'Wallet fetches no request over plain http',
  problem: 'The wallet fetched the request over plain http',
  clauses: ['OID4VP-1FINAL-5.10', 'RFC9101-5.2'],
  level: 'must',
  why: 'On the way of plain http anybody can read the request, or put another one in its place.',
  hint: 'Refuse a request_uri whose scheme is not https.',
  run: ({ session, events, now }) => {
    if (deviationOf(session)?.id !== 'request_uri_http') return notApplicable(say`The address of the request is https.`)
    const fetches = events.filter(({ type }) => type === 'vp_request_retrieved')
    const plain = fetches.find(({ detail }) => detail.plain_http === true)
    if (plain !== undefined) {
      const result = violated({ expected: say`no fetch`, actual: say`a fetch over plain http` })
      return plain.exchangeId === null ? result : decidedBy({ id: plain.exchangeId }, result)
    }
    if (fetches.length > 0)
      return tolerated({
        expected: say`no fetch`,
        actual: say`a fetch`,
        hint: say`Nothing shows that it was over plain http: the wallet, or a proxy, may have changed the scheme.`,
      })
    return isAsItShould('refusal', deviationOutcome(session, events, now))
      ? pass()
      : notObserved(say`The wallet has fetched nothing yet.`)
  },
})
