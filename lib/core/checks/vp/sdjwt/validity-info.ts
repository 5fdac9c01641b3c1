import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, tolerated } from '../../check'
import { onSdJwt } from '../../judgements/presentation/on-sd-jwt'

export const vpSdjwtValidityInfo = defineCheck<PresentedSubject>('vp.sdjwt.validity_info', {
  title: 'Credential has an expiry or a status',
  clauses: ['HAIP-6.1'],
  level: 'should',
  profile: 'haip',
  why: 'Without exp or status a credential stays valid forever.',
  hint: 'The issuer sets exp or status.',
  run: onSdJwt(({ exp, status, issuerJwt }) => {
    if (issuerJwt.claims === null) return notApplicable('The payload of the credential cannot be read.')
    return exp.present || status.present ? pass() : tolerated({ expected: 'exp or status', actual: null })
  }),
})
