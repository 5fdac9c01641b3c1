import { defineCheck, pass, tolerated, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parDpopPresent = defineCheck<PushedRequestReading>('vci.par.dpop_present', {
  title: 'Pushed request carries a DPoP proof',
  problem: 'The DPoP header is missing',
  clauses: ['RFC9449-10.1'],
  level: 'must',
  rejects: 'invalid_dpop_proof',
  refusal: (problem) => `${problem}: send a DPoP proof made for this request.`,
  impossibleIn: ['pre_authorized_code'],
  why: 'The code is bound to this key, so that nobody else can redeem it.',
  hint: 'Send a DPoP proof for the PAR endpoint with the key of the later token request.',
  run: ({ dpop }) => {
    if (dpop.headerCount > 0) return pass()
    const mismatch = { expected: say`one DPoP header`, actual: null }
    // RFC 9449 section 10.1 makes the proof optional; only this service's interface requires it.
    return dpop.demanded ? violated(mismatch) : tolerated(mismatch)
  },
})
