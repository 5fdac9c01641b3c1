import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtVct = defineCheck<PresentedSubject>('vp.sdjwt.vct', {
  title: 'Credential names its type in the clear',
  problem: 'The credential has no vct in the clear',
  clauses: ['SDJWTVC13-3.2.2.1', 'SDJWTVC13-3.2.2.2'],
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'ValidateCredentialJWTVct',
  judges: { token: 'presented_credential', member: 'claims.vct' },
  why: 'The vct tells the verifier what the claims mean.',
  hint: 'The issuer puts vct into the payload, not into a Disclosure.',
  run: onSdJwt(({ vct, issuerJwt }) => {
    if (issuerJwt.claims === null) return notApplicable(say`The payload of the credential cannot be read.`)
    if (!vct.present) return violated({ expected: say`vct`, actual: null })
    if (vct.value === null || vct.value === '') return violated({ expected: say`a string`, actual: bare.somethingElse })
    return vct.clear ? pass(shown(vct.value)) : violated({ expected: say`in the clear`, actual: say`in a Disclosure` })
  }),
})
