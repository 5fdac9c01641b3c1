import { defineCheck, notApplicable, pass, tolerated } from '../../../engine/checks/check'
import { shownName } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtCnfClean = defineCheck<PresentedSubject>('vp.sdjwt.cnf_clean', {
  title: 'The cnf claim holds only known members',
  problem: 'The cnf claim holds unknown members',
  clauses: ['RFC7800-3.1'],
  level: 'info',
  counterpart: 'WarnIfUnexpectedFieldsInCredentialCnf',
  judges: { token: 'presented_credential', member: 'claims.cnf' },
  why: 'Unknown members may make the holder linkable across verifiers.',
  hint: 'The issuer puts only the public JWK into cnf.',
  run: onSdJwt(({ cnf }) => {
    if (!cnf.isObject) return notApplicable(say`The credential has no cnf.`)
    const others = [...cnf.unknownMembers, ...cnf.jwk.unknownMembers.map((name) => `jwk/${name}`)]
    return others.length === 0 ? pass() : tolerated({ expected: say`jwk`, actual: others.slice(0, 20).map(shownName) })
  }),
})
