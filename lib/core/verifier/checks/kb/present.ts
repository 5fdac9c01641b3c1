import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const kbPresent = defineCheck<PresentedSubject>('vp.kb.present', {
  title: 'Presentation has a Key Binding JWT',
  problem: 'The presentation has no Key Binding JWT',
  clauses: ['OID4VP-1FINALA-B.3', 'RFC9901-7.3', 'HAIP-6.1.1.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'ParseCredentialAsSdJwtKb',
  judges: { token: 'presented_credential', member: 'key_binding' },
  why: 'It proves possession of the holder key for this request.',
  hint: 'Append a JWT, signed with the key in cnf, after the last tilde.',
  run: onSdJwt(({ kbJwt }, { presented }) => {
    if (presented.match?.holderBinding.required === false && !kbJwt.present)
      return notApplicable(say`The query does not ask for holder binding.`)
    return kbJwt.present ? pass() : violated({ expected: say`a JWT after the last tilde`, actual: null })
  }),
})
