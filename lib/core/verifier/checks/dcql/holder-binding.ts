import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onMatch } from '../../judgements/on-match'
import type { PresentedSubject } from '../../read/response/response-reading'

export const dcqlHolderBinding = defineCheck<PresentedSubject>('vp.dcql.holder_binding', {
  title: 'Presentation proves possession of the holder key',
  problem: 'The presentation lacks the proof of holder binding that the query requires',
  clauses: ['OID4VP-1FINAL-6.1', 'OID4VP-1FINAL-8.6', 'OID4VP-1FINALA-B.3'],
  level: 'must',
  rejects: 'invalid_presentation',
  why: 'Without the proof, anyone who has seen the credential can present it.',
  hint: 'Add the Key Binding JWT or the device signature, unless the query has require_cryptographic_holder_binding: false.',
  run: onMatch(({ holderBinding }) => {
    if (!holderBinding.required) return notApplicable(say`The query does not ask for holder binding.`)
    return holderBinding.present ? pass() : violated({ expected: say`a proof`, actual: null })
  }),
})
