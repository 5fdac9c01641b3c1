import { decidedBy, defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import { exchangesOf, type SessionEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'

const freshSeconds = 60

export const flowNonceRequestFresh = defineCheck<SessionEvidence>('vci.flow.nonce_request_fresh', {
  title: 'Nonce is fetched right before it is used',
  problem: 'The nonce was fetched long before it was used',
  clauses: ['OID4VCI-1FINAL-7.2'],
  level: 'info',
  impossibleIn: ['no_nonce_endpoint'],
  why: 'A nonce fetched early may have expired by the time the user is done.',
  hint: 'Fetch the nonce when the rest of the credential request is ready.',
  run: (evidence) => {
    const nonces = exchangesOf(evidence, 'requestNonce').filter(({ correlation }) => correlation === 'exact')
    const [request] = exchangesOf(evidence, 'requestCredential').filter(({ at }) =>
      nonces.some((nonce) => nonce.at <= at),
    )
    const nonce = request && nonces.findLast(({ at }) => at <= request.at)
    if (request === undefined || nonce === undefined)
      return notObserved(say`No credential request with a nonce of the endpoint was seen.`)
    const seconds = Math.round((request.at - nonce.at) / 1000)
    return decidedBy(
      request,
      seconds <= freshSeconds
        ? pass(seconds)
        : violated({ expected: { seconds_at_most: freshSeconds }, actual: { seconds } }),
    )
  },
})
