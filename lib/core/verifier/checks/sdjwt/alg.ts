import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtAlg = defineCheck<PresentedSubject>('vp.sdjwt.alg', {
  title: 'Credential is signed with an algorithm that the request allows',
  problem: 'The alg of the credential is not allowed by the request, or does not fit the issuer key',
  clauses: ['RFC9901-7.1', 'OID4VP-1FINALA-B.3.4', 'RFC8725-3.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'header.alg' },
  why: 'An unsigned token or a MAC does not prove who issued the credential.',
  hint: 'Present a credential whose alg is in sd-jwt_alg_values of the request.',
  run: onSdJwt(({ issuerJwt: { header, alg } }) => {
    if (header === null) return notApplicable(say`The header of the credential cannot be read.`)
    if (!alg.asymmetric) return violated({ expected: say`a digital signature`, actual: shown(alg.value) })
    if (!alg.allowed) return violated({ expected: say`an algorithm of sd-jwt_alg_values`, actual: shown(alg.value) })
    return alg.fitsKey === false
      ? violated({ expected: say`an algorithm for the key of the issuer`, actual: shown(alg.value) })
      : pass(shown(alg.value))
  }),
})
