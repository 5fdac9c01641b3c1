import { decidedBy, defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import { answeredError, exchangesOf, type SessionEvidence } from '../../../engine/sessions/session-evidence'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'

export const credentialStopAfterDenied = defineCheck<SessionEvidence>('vci.credential.stop_after_denied', {
  title: 'Wallet stops when the credential is denied',
  problem: 'The wallet went on after the credential was denied',
  clauses: ['OID4VCI-1FINAL-8.3.1.2'],
  level: 'should',
  why: 'A denial is final: the issuer has decided, and a repeated request cannot change that.',
  hint: 'On credential_request_denied tell the user and send no further credential request with this token.',
  run: (evidence) => {
    const requests = exchangesOf(evidence, 'requestCredential')
    const index = requests.findIndex((request) => answeredError(request) === 'credential_request_denied')
    const denied = requests[index]
    if (denied === undefined) return notObserved(say`No credential request was denied.`)
    const next = requests[index + 1]
    if (next === undefined) return decidedBy(denied, pass())
    return decidedBy(next, violated({ expected: bare.noFurtherRequest, actual: bare.anotherCredentialRequest }))
  },
})
