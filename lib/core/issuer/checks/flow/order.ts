import { decidedBy, defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import type { SessionEvidence } from '../../../engine/sessions/session-evidence'
import { quote, say } from '../../../ground/values/wording'

/** In the order of a flow, without the nonce, which may be fetched at any time. */
const steps = ['getCredentialOffer', 'pushAuthorizationRequest', 'authorize', 'requestToken', 'requestCredential']

export const flowOrder = defineCheck<SessionEvidence>('vci.flow.order', {
  title: 'Wallet takes the steps of the flow in order',
  problem: 'The wallet took the steps of the flow out of order',
  clauses: ['OID4VCI-1FINAL-3.4', 'OID4VCI-1FINAL-3.5'],
  level: 'must',
  why: 'Each step uses the result of the one before it, so a step out of order relies on guesses.',
  hint: 'Fetch the offer, push the request, open the browser, then request the token, and finally the credential.',
  run: ({ exchanges }) => {
    const own = exchanges.filter(({ correlation, origin }) => correlation === 'exact' && origin !== 'operator')
    const firsts = steps.flatMap((step) => own.find(({ operation }) => operation === step) ?? [])
    if (firsts.length < 2) return notObserved(say`Fewer than two steps were seen.`)
    const early = firsts.find((step, index) => index > 0 && step.at < (firsts[index - 1]?.at ?? step.at))
    const expected = firsts.map(({ operation }) => quote(operation))
    return early
      ? decidedBy(early, violated({ expected, actual: say`${early.operation} came too early` }))
      : pass(expected)
  },
})
