import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onKbJwt } from '../../judgements/on-kb-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const kbAlg = defineCheck<PresentedSubject>('vp.kb.alg', {
  title: 'Key Binding JWT is signed with an algorithm that the request allows',
  problem: 'The alg of the Key Binding JWT is not allowed by the request, or does not fit the key in cnf',
  clauses: ['RFC9901-4.3', 'OID4VP-1FINALA-B.3.4', 'RFC8725-3.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'key_binding.header.alg' },
  why: 'An unsigned token or a MAC does not prove possession of a key.',
  hint: 'Use an algorithm of kb-jwt_alg_values that fits the key in cnf.',
  run: onKbJwt(({ jws: { header, alg } }) => {
    if (header === null) return notApplicable(say`The header cannot be read.`)
    if (!alg.asymmetric) return violated({ expected: say`a digital signature`, actual: shown(alg.value) })
    if (!alg.allowed) return violated({ expected: say`an algorithm of kb-jwt_alg_values`, actual: shown(alg.value) })
    return alg.fitsKey === false
      ? violated({ expected: say`an algorithm for the key of cnf`, actual: shown(alg.value) })
      : pass(shown(alg.value))
  }),
})
