import { defineCheck, notApplicable, pass } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onMatch } from '../../judgements/on-match'
import type { PresentedSubject } from '../../read/response/response-reading'

export const dcqlNoBindingAccepted = defineCheck<PresentedSubject>('vp.dcql.no_binding_accepted', {
  title: 'Query allows a presentation without holder binding',
  problem: 'The query does not allow a presentation without holder binding',
  clauses: ['OID4VP-1FINALA-B.3'],
  level: 'info',
  why: 'The query accepts credentials that are not bound to a key.',
  hint: 'Nothing to do: this is for information.',
  run: onMatch(({ holderBinding }) =>
    holderBinding.required
      ? notApplicable(say`The query asks for holder binding.`)
      : pass(holderBinding.present ? say`with a proof` : say`without a proof`),
  ),
})
