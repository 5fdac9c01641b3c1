import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import { onKbJwt } from '../../judgements/on-kb-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const kbAudSingle = defineCheck<PresentedSubject>('vp.kb.aud_single', {
  title: 'Key Binding JWT names its audience as a single string',
  problem: 'The aud of the Key Binding JWT is not a single string',
  clauses: ['RFC9901-4.3'],
  level: 'must',
  judges: { token: 'presented_credential', member: 'key_binding.claims.aud' },
  why: 'With several audiences one verifier could replay the proof to another.',
  hint: 'Set aud to a string, not an array.',
  run: onKbJwt(({ aud }) => {
    if (aud.type === 'absent') return notApplicable(say`There is no aud; see vp.kb.aud.`)
    return aud.type === 'string' ? pass() : violated({ expected: say`string`, actual: word(aud.type) })
  }),
})
