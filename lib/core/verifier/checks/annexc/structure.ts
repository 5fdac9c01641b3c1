import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onAnnexC } from '../../judgements/on-annex-c'
import type { ResponseReading } from '../../read/response/response-reading'

export const annexcStructure = defineCheck<ResponseReading>('vp.annexc.structure', {
  title: 'Encrypted response is the text dcapi, and a map of enc and cipherText',
  problem: 'The encrypted response is not the text dcapi and a map of enc and cipherText',
  clauses: ['ISO18013-7-C'],
  level: 'must',
  rejects: 'invalid_encrypted_response',
  why: 'A verifier finds the key of the wallet and what is encrypted by their names.',
  hint: 'Send the CBOR array ["dcapi", {"enc": bstr, "cipherText": bstr}], and nothing after it.',
  run: onAnnexC(({ structureError, enc }) => {
    if (structureError !== null)
      return violated({ expected: say`["dcapi", {"enc": bstr, "cipherText": bstr}]`, actual: structureError })
    return enc === null ? notApplicable(say`The text cannot be decoded; see vp.annexc.response_text.`) : pass()
  }),
})
