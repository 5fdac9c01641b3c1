import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onSdJwt } from '../../judgements/presentation/on-sd-jwt'

export const vpSdjwtX5cPresent = defineCheck<PresentedSubject>('vp.sdjwt.x5c_present', {
  title: 'Credential carries the certificates of its issuer',
  clauses: ['HAIP-6.1.1'],
  level: 'must',
  profile: 'haip',
  why: 'HAIP identifies issuers by their certificates.',
  hint: 'The issuer puts its certificates into the x5c header.',
  run: onSdJwt(({ x5c, issuerJwt }) => {
    if (issuerJwt.header === null) return notApplicable('The header of the credential cannot be read.')
    return x5c === null ? violated({ expected: 'x5c', actual: null }) : pass()
  }),
})
