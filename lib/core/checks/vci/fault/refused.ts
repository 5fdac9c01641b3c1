import { faultOf } from '../../../oid4vci/faults'
import { mustStop } from '../../../oid4vci/faults/fault-outcome'
import type { IssuanceEvidence } from '../../../sessions/session-evidence'
import { defineCheck, notObserved } from '../../check'
import { judgeFault } from '../../judgements/judge-fault'

export const faultRefused = defineCheck<IssuanceEvidence>('vci.fault.refused', {
  title: 'Wallet stops at an answer that is wrong on purpose',
  clauses: ['OID4VCI-1FINAL-8.3', 'RFC9207-2.4', 'RFC6749-10.12'],
  level: 'must',
  impossibleIn: ['no_refusal_expected'],
  why: 'A wallet that takes whatever it is sent can be led to another server, to the session of somebody else, or to a forged credential.',
  hint: 'Verify each answer before the next step, stop where it is wrong, and tell the user.',
  run: (evidence) => {
    const fault = faultOf(evidence.session)
    if (fault === null || !mustStop(evidence.session)) return notObserved('No answer of this session calls for a stop.')
    return judgeFault(fault, evidence)
  },
})
