import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtX5cPresent = defineCheck<PresentedSubject>('vp.sdjwt.x5c_present', {
  title: 'Credential carries the certificates of its issuer',
  problem: 'The credential does not carry the certificates of its issuer',
  clauses: ['HAIP-6.1.1'],
  level: 'must',
  profile: 'haip',
  judges: { token: 'presented_credential', member: 'header.x5c' },
  why: 'HAIP identifies issuers by their certificates.',
  hint: 'The issuer puts its certificates into the x5c header.',
  run: onSdJwt(({ x5c, issuerJwt }) => {
    if (issuerJwt.header === null) return notApplicable(say`The header of the credential cannot be read.`)
    return x5c === null ? violated({ expected: say`x5c`, actual: null }) : pass()
  }),
})
