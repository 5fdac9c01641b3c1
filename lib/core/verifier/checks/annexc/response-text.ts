import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onAnnexC } from '../../judgements/on-annex-c'
import type { ResponseReading } from '../../read/response/response-reading'

export const annexcResponseText = defineCheck<ResponseReading>('vp.annexc.response_text', {
  title: 'Encrypted response is base64url without padding',
  problem: 'The member response is not base64url without padding',
  clauses: ['ISO18013-7-C'],
  level: 'must',
  rejects: 'invalid_encrypted_response',
  why: 'Other verifiers decode base64url only.',
  hint: 'Encode the CBOR of the encrypted response in base64url without padding or line breaks, as the member response of data.',
  run: onAnnexC(({ text, textError }) =>
    textError === null
      ? pass(say`${text?.length ?? 0} characters`)
      : violated({ expected: say`base64url without padding`, actual: textError }),
  ),
})
