import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onSdJwt } from '../../judgements/presentation/on-sd-jwt'

const skewSeconds = 60

export const vpSdjwtExp = defineCheck<PresentedSubject>('vp.sdjwt.exp', {
  title: 'Credential has not expired',
  clauses: ['SDJWTVC13-3.2.2.2', 'RFC7519-4.1.4'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'The credential has expired.',
  why: 'An expired credential must not be accepted, and a wallet should not offer it.',
  hint: 'Present a credential that is still valid, and get a new one before the old one expires.',
  run: onSdJwt(({ exp }) => {
    if (!exp.present) return notApplicable('The credential has no exp.')
    if (exp.seconds === null) return violated({ expected: 'a number', actual: exp.type })
    return (exp.fromNow ?? 0) <= -skewSeconds
      ? violated({ expected: 'in the future', actual: `${-(exp.fromNow ?? 0)} s ago` })
      : pass()
  }),
})
