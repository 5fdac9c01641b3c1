import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtCnf = defineCheck<PresentedSubject>('vp.sdjwt.cnf', {
  title: 'Credential is bound to a holder key',
  problem: 'The credential has no cnf object',
  clauses: ['SDJWTVC13-3.2.2.2', 'OID4VP-1FINALA-B.3'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'claims.cnf' },
  why: 'Without cnf nobody can prove possession.',
  hint: 'The issuer binds the credential to a key of the wallet with cnf.',
  run: onSdJwt(({ cnf, issuerJwt }, { presented }) => {
    if (issuerJwt.claims === null) return notApplicable(say`The payload of the credential cannot be read.`)
    if (presented.match?.holderBinding.required === false)
      return notApplicable(say`The query does not ask for holder binding.`)
    if (!cnf.present) return violated({ expected: say`cnf`, actual: null })
    return cnf.isObject ? pass() : violated({ expected: say`an object`, actual: bare.somethingElse })
  }),
})
