import { decidedBy, defineCheck, notObserved, type Outcome, pass, violated } from '../../../engine/checks/check'
import { answeredError, exchangesOf, isOver, type SessionEvidence } from '../../../engine/sessions/session-evidence'
import type { StoredExchange } from '../../../ground/ports/store-types'
import { bare } from '../../../ground/values/bare-words'
import { isObject } from '../../../ground/values/json'
import { say } from '../../../ground/values/wording'

/** Nonces of all proofs of a request, as recorded. */
const noncesOf = ({ decoded }: StoredExchange): string =>
  JSON.stringify(decoded.map(({ claims }) => (isObject(claims) ? (claims.nonce ?? null) : null)))

const blamesNonce = ({ findings }: StoredExchange) => findings.some(({ error }) => error === 'invalid_nonce')

function judge(refused: StoredExchange, next: StoredExchange | undefined, over: boolean): Outcome {
  if (next === undefined) {
    if (!over) return notObserved(say`The wallet has not tried again yet.`)
    return decidedBy(refused, violated({ expected: say`a request with a fresh nonce`, actual: bare.noFurtherRequest }))
  }
  if (!blamesNonce(next)) return decidedBy(next, pass())
  const actual = noncesOf(next) === noncesOf(refused) ? say`the same nonce again` : say`another nonce that is not valid`
  return decidedBy(next, violated({ expected: say`a fresh nonce`, actual }))
}

export const nonceRecovery = defineCheck<SessionEvidence>('vci.nonce.recovery', {
  title: 'Wallet fetches a fresh nonce after invalid_nonce and retries',
  problem: 'The wallet did not retry with a fresh nonce after invalid_nonce',
  clauses: ['OID4VCI-1FINAL-8.3.1.2'],
  level: 'should',
  why: 'A nonce may expire while the user reads a screen, so a wallet that cannot renew it fails at random.',
  hint: 'On invalid_nonce ask nonce_endpoint for a new value, sign a new proof with it and repeat the request.',
  run: (evidence) => {
    const requests = exchangesOf(evidence, 'requestCredential')
    const outcomes = requests.flatMap((request, index) =>
      answeredError(request) === 'invalid_nonce' ? [judge(request, requests[index + 1], isOver(evidence))] : [],
    )
    return (
      outcomes.find(({ result }) => result === 'violated') ??
      outcomes.find(({ result }) => result === 'not_observed') ??
      outcomes.at(-1) ??
      notObserved(say`No response was invalid_nonce.`)
    )
  },
})
