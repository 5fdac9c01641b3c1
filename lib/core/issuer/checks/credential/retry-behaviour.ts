import { decidedBy, defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import { answeredError, exchangesOf, type SessionEvidence } from '../../../engine/sessions/session-evidence'
import type { StoredExchange } from '../../../ground/ports/store-types'
import { bare } from '../../../ground/values/bare-words'
import { isObject } from '../../../ground/values/json'
import { say } from '../../../ground/values/wording'

/** Errors about header fields: there, repeating the body is correct. */
const aboutHeaders = ['use_dpop_nonce', 'invalid_dpop_proof', 'invalid_token', 'invalid_request']

const refusesBody = (exchange: StoredExchange): boolean => {
  const error = answeredError(exchange)
  return error !== null && !aboutHeaders.includes(error)
}

/**
 * Redaction keeps a fingerprint of each value, so equal bodies stay equal. For an unreadable body only the length is
 * known; for a body that was not stored, nothing.
 */
const sameBody = ({ body: one }: StoredExchange, { body: other, contentOmitted }: StoredExchange): boolean =>
  !contentOmitted && !(isObject(one) && one.unparsed === true) && JSON.stringify(one) === JSON.stringify(other)

export const credentialRetryBehaviour = defineCheck<SessionEvidence>('vci.credential.retry_behaviour', {
  title: 'Wallet changes a refused credential request before retrying',
  problem: 'The wallet repeated a refused credential request unchanged',
  clauses: ['OID4VCI-1FINAL-8.3.1.2'],
  level: 'info',
  why: 'The same request gets the same refusal, so repeating it is pointless.',
  hint: 'Read error and error_description, change what they name, and only then send the request again.',
  run: (evidence) => {
    const requests = exchangesOf(evidence, 'requestCredential')
    const retries = requests.flatMap((refused, index) => {
      const next = requests[index + 1]
      return next !== undefined && refusesBody(refused) ? [{ refused, next }] : []
    })
    const identical = retries.find(({ refused, next }) => sameBody(refused, next))
    if (identical) {
      return decidedBy(identical.next, violated({ expected: say`a changed request`, actual: bare.theSameBodyAgain }))
    }
    const last = retries.at(-1)
    return last ? decidedBy(last.next, pass()) : notObserved(say`No refused request was followed by another.`)
  },
})
