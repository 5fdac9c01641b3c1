import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onMdoc } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocBase64url = defineCheck<PresentedSubject>('vp.mdoc.base64url', {
  title: 'Mdoc is base64url without padding',
  problem: 'The mdoc is not base64url',
  clauses: ['OID4VP-1FINALA-B.2.5'],
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'ValidateCredentialIsUnpaddedBase64Url',
  why: 'Other verifiers decode base64url only.',
  hint: 'Encode the DeviceResponse in base64url without padding or line breaks.',
  run: onMdoc(({ encoding: { spelling, characters } }) => {
    if (spelling === 'unreadable')
      return violated({ expected: say`base64url`, actual: say`${characters} characters of another form` })
    return spelling === 'repaired'
      ? violated({ expected: say`base64url without padding`, actual: say`base64 of another spelling`, error: null })
      : pass(say`${characters} characters`)
  }),
})
