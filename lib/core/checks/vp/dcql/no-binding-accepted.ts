import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass } from '../../check'
import { onMatch } from '../../judgements/presentation/on-match'

export const vpDcqlNoBindingAccepted = defineCheck<PresentedSubject>('vp.dcql.no_binding_accepted', {
  title: 'Query without holder binding is answered with or without it',
  clauses: ['OID4VP-1FINALA-B.3'],
  level: 'info',
  why: 'A credential without a key can be presented where the verifier does not ask for holder binding.',
  hint: 'Nothing to do: this only tells what came.',
  run: onMatch(({ holderBinding }) =>
    holderBinding.required
      ? notApplicable('The query asks for holder binding.')
      : pass(holderBinding.present ? 'with a proof' : 'without a proof'),
  ),
})
