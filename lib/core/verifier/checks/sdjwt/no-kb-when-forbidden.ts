import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtNoKbWhenForbidden = defineCheck<PresentedSubject>('vp.sdjwt.no_kb_when_forbidden', {
  title: 'Presentation without Key Binding JWT ends with a tilde',
  problem: 'The presentation without Key Binding JWT does not end with a tilde',
  clauses: ['RFC9901-4'],
  level: 'info',
  why: 'Without a Key Binding JWT the last part is empty.',
  hint: 'End the presentation with a tilde if it has no Key Binding JWT.',
  run: onSdJwt(({ kbJwt, shape, hints }, { presented }) => {
    if (presented.match?.holderBinding.required !== false) return notApplicable(say`The query asks for holder binding.`)
    if (hints.some(({ found }) => found === 'final_tilde_missing'))
      return violated({ expected: say`a tilde at the end`, actual: say`a Disclosure` })
    if (kbJwt.present) return notApplicable(say`The presentation has a Key Binding JWT.`)
    return shape.endsWithTilde ? pass() : violated({ expected: say`a tilde at the end`, actual: bare.none })
  }),
})
