import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { answerClaimValuesMax } from '../../../ground/formats/reading-budget'
import { claimValuesMax } from '../../../ground/formats/sd-jwt-vc/read-presentation/tolerances'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

const tooManyWords = say`more values than one presentation may have, ${claimValuesMax} (claimValuesMax), or one response, ${answerClaimValuesMax} (answerClaimValuesMax)`

export const sdjwtCompact = defineCheck<PresentedSubject>('vp.sdjwt.compact', {
  title: 'Presentation is a compact SD-JWT',
  problem: 'The presentation is not a compact SD-JWT',
  clauses: ['RFC9901-4', 'HAIP-6.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'ParseCredentialAsSdJwtKb',
  why: 'Everything else is read from the parts between the tildes.',
  hint: 'Send <issuer-signed JWT>~<Disclosures>~<KB-JWT>, without empty parts.',
  run: onSdJwt(({ shape, tooDeep, tooWide }) => {
    if (shape.kind === 'json_serialisation')
      return violated({ expected: say`compact`, actual: say`JSON serialization` })
    if (shape.kind === 'other')
      return violated({ expected: say`a JWS and at least one tilde`, actual: bare.somethingElse })
    if (!shape.ascii) return violated({ expected: say`ASCII`, actual: say`other characters` })
    if (shape.emptyDisclosures.length > 0)
      return violated({ expected: say`no empty part`, actual: say`${shape.emptyDisclosures.length} empty parts` })
    // What exceeds a limit was not read, so the rest proves nothing.
    if (tooDeep || tooWide)
      return violated({ expected: say`fewer claims`, actual: tooDeep ? say`nested too deep` : tooManyWords })
    return shape.tooMany
      ? violated({ expected: say`fewer Disclosures`, actual: say`${shape.parts} parts` })
      : pass(say`${shape.parts} parts`)
  }),
})
