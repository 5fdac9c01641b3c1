import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parNotRepeated = defineCheck<PushedRequestReading>('vci.par.not_repeated', {
  title: 'Wallet pushes one request for one authorization',
  problem: 'The wallet pushed an accepted request again',
  clauses: ['RFC9126-2.1'],
  level: 'info',
  impossibleIn: ['pre_authorized_code'],
  why: 'A second request without a reason suggests that the wallet lost track of the first.',
  hint: 'Use the request_uri of the first response unless it expired or was refused.',
  run: ({ acceptedBefore, session }) => {
    if (session === null) return notApplicable(say`The request does not belong to an earlier session.`)
    return acceptedBefore === 0
      ? pass()
      : violated({ expected: say`one accepted request`, actual: say`accepted before: ${acceptedBefore}` })
  },
})
