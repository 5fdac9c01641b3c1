import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtSdAlgSha256 = defineCheck<PresentedSubject>('vp.sdjwt.sd_alg_sha256', {
  title: 'Credential uses sha-256 for its digests',
  problem: 'The credential does not use sha-256 for its digests',
  clauses: ['HAIP-8'],
  level: 'should',
  profile: 'haip',
  judges: { token: 'presented_credential', member: 'claims._sd_alg' },
  why: 'HAIP requires every party to support sha-256.',
  hint: 'The issuer uses sha-256.',
  run: onSdJwt(({ sdAlg, issuerJwt }) => {
    if (issuerJwt.claims === null) return notApplicable(say`The payload of the credential cannot be read.`)
    return sdAlg.used === 'sha-256' && sdAlg.supported
      ? pass(say`sha-256`)
      : violated({ expected: say`sha-256`, actual: shown(sdAlg.value) })
  }),
})
