import { defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopSingleHeader = defineCheck<DpopReading>('vci.dpop.single_header', {
  title: 'The request carries exactly one DPoP proof',
  problem: 'More than one DPoP proof was sent',
  clauses: ['RFC9449-4.3'],
  level: 'must',
  rejects: 'invalid_dpop_proof',
  refusal: (problem) => `${problem}: send exactly one DPoP header with one value.`,
  needs: ['vci.dpop.header_present'],
  concerns: ['dpop_proof'],
  why: 'With two proofs a server may check one and use the other, so every server must refuse them.',
  hint: 'Replace the DPoP header when you repeat a request; do not add a second one.',
  run: ({ headerCount }) => {
    if (headerCount === 0) return notObserved(say`The request carries no DPoP header.`)
    return headerCount === 1 ? pass() : violated({ expected: 1, actual: headerCount })
  },
})
