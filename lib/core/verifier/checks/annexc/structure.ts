import { defineCheck, notApplicable, pass, tolerated, violated } from '../../../engine/checks/check'
import { shownNames } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onAnnexC } from '../../judgements/on-annex-c'
import type { ResponseReading } from '../../read/response/response-reading'

export const annexcStructure = defineCheck<ResponseReading>('vp.annexc.structure', {
  title: 'Encrypted response is the text dcapi, and a map of enc and cipherText alone',
  problem: 'The encrypted response is not the text dcapi and a map of enc and cipherText',
  clauses: ['ISO18013-7-C'],
  level: 'must',
  rejects: 'invalid_encrypted_response',
  why: 'A verifier finds the key of the wallet and what is encrypted by their names.',
  hint: 'Send the CBOR array ["dcapi", {"enc": bstr, "cipherText": bstr}], and nothing after it.',
  run: onAnnexC(({ structureError, enc, furtherMembers }) => {
    const expected = say`["dcapi", {"enc": bstr, "cipherText": bstr}]`
    if (structureError !== null) return violated({ expected, actual: structureError })
    if (enc === null) return notApplicable(say`The text cannot be decoded; see vp.annexc.response_text.`)
    return furtherMembers.length === 0
      ? pass()
      : tolerated({
          expected,
          actual: { further_members: shownNames(furtherMembers.map((name) => name ?? 'no_text')) },
          cause: say`The map of enc and cipherText has further members`,
          hint: say`Send enc and cipherText alone: what stands beside them is neither encrypted nor read.`,
        })
  }),
})
