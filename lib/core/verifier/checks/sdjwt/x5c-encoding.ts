import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onX5c } from '../../judgements/on-x5c'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtX5cEncoding = defineCheck<PresentedSubject>('vp.sdjwt.x5c_encoding', {
  title: 'Certificates in x5c are base64-encoded DER',
  problem: 'The x5c header of the credential cannot be read as certificates',
  clauses: ['RFC7515-4.1.6'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'header.x5c' },
  why: 'Unlike the rest of JOSE, x5c uses standard base64.',
  hint: 'The issuer encodes each certificate in standard base64, not in base64url, the leaf first.',
  run: onX5c(({ facts, misencoded }) => {
    if (!facts.readable) return violated({ expected: say`certificates`, actual: facts.reason })
    return misencoded.length === 0
      ? pass(say`${facts.certificates.length} certificates`)
      : violated({ expected: say`base64`, actual: say`base64url or white space in ${misencoded.length} of them` })
  }),
})
