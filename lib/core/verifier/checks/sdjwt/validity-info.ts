import { defineCheck, notApplicable, pass, tolerated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtValidityInfo = defineCheck<PresentedSubject>('vp.sdjwt.validity_info', {
  title: 'Credential has an expiry or a status',
  problem: 'The credential has neither an expiry nor a status',
  clauses: ['HAIP-6.1'],
  level: 'should',
  profile: 'haip',
  counterpart: 'ValidateCredentialValidityInfoIsPresent',
  judges: { token: 'presented_credential', member: 'claims.exp' },
  why: 'Without exp or status a credential stays valid forever.',
  hint: 'The issuer sets exp or status.',
  run: onSdJwt(({ exp, status, issuerJwt }) => {
    if (issuerJwt.claims === null) return notApplicable(say`The payload of the credential cannot be read.`)
    return exp.present || status.present ? pass() : tolerated({ expected: say`exp or status`, actual: null })
  }),
})
