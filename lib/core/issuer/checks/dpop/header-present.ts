import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopHeaderPresent = defineCheck<DpopReading>('vci.dpop.header_present', {
  title: 'The request carries a DPoP proof',
  problem: 'The DPoP header is missing',
  clauses: ['RFC9449-5', 'RFC9449-7', 'HAIP-4'],
  level: 'must',
  rejects: 'invalid_dpop_proof',
  refusal: (problem) => `${problem}: send a DPoP proof made for this request.`,
  concerns: ['dpop_proof'],
  why: 'Access tokens are bound to a key of the wallet; without a proof of possession, a stolen token would be enough.',
  hint: 'Make a DPoP proof for this method and address and send it in the DPoP header.',
  run: ({ demanded, headerCount }) => {
    if (headerCount > 0) return pass()
    return demanded
      ? violated({ expected: say`one DPoP header`, actual: null })
      : notApplicable(say`This endpoint works without DPoP.`)
  },
})
