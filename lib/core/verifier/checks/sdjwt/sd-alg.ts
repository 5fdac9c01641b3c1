import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { shownPaths } from '../../../engine/judgements/shown-path'
import { say, word } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtSdAlg = defineCheck<PresentedSubject>('vp.sdjwt.sd_alg', {
  title: 'Hash algorithm of the credential is supported',
  problem: 'The _sd_alg of the credential is unsupported or misplaced',
  clauses: ['RFC9901-4.1.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'claims._sd_alg' },
  why: 'With an unknown algorithm no Disclosure can be verified.',
  hint: 'The issuer uses sha-256, and sets _sd_alg at the top level only.',
  run: onSdJwt(({ sdAlg, issuerJwt }) => {
    if (issuerJwt.claims === null) return notApplicable(say`The payload of the credential cannot be read.`)
    if (sdAlg.nested.length > 0) return violated({ expected: say`at the top level`, actual: shownPaths(sdAlg.nested) })
    return sdAlg.supported
      ? pass(word(sdAlg.used))
      : violated({ expected: say`sha-256, sha-384 or sha-512`, actual: shown(sdAlg.value) })
  }),
})
