import { defineCheck, notApplicable, pass, tolerated } from '../../../engine/checks/check'
import { shownName } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onKbJwt } from '../../judgements/on-kb-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const kbNoHeaderKeys = defineCheck<PresentedSubject>('vp.kb.no_header_keys', {
  title: 'Header of the Key Binding JWT holds only typ and alg',
  problem: 'The header of the Key Binding JWT holds more than typ and alg',
  clauses: ['RFC9901-4.3'],
  level: 'info',
  counterpart: 'CheckForUnexpectedParametersInBindingJwtHeader',
  judges: { token: 'presented_credential', member: 'key_binding.header' },
  why: 'The verifier uses the key in cnf and must ignore any other.',
  hint: 'Send typ and alg only.',
  run: onKbJwt(({ headerKeys, otherHeaderMembers, jws }) => {
    if (jws.header === null) return notApplicable(say`The header cannot be read.`)
    const others = [...headerKeys, ...otherHeaderMembers]
    return others.length === 0
      ? pass()
      : tolerated({ expected: [say`typ`, say`alg`], actual: others.slice(0, 20).map(shownName) })
  }),
})
