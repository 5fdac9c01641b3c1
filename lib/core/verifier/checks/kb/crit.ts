import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onKbJwt } from '../../judgements/on-kb-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const kbCrit = defineCheck<PresentedSubject>('vp.kb.crit', {
  title: 'Key Binding JWT uses no critical extension',
  problem: 'The crit header of the Key Binding JWT names an extension that is not supported',
  clauses: ['RFC7515-4.1.11'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'key_binding.header.crit' },
  why: 'A verifier must refuse critical extensions that it does not understand.',
  hint: 'Leave crit out.',
  run: onKbJwt(({ jws }) => {
    if (jws.header === null) return notApplicable(say`The header cannot be read.`)
    return jws.crit === null
      ? pass()
      : violated({
          expected: say`no crit`,
          actual: jws.crit === 'malformed' ? say`malformed` : jws.crit.slice(0, 20).map(shown),
        })
  }),
})
