import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { answerClaimValuesMax } from '../../../ground/formats/reading-budget'
import { claimValuesMax } from '../../../ground/formats/sd-jwt-vc/read-presentation/tolerances'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

const tooManyWords = `more values than one presentation may have, ${claimValuesMax} (claimValuesMax), or one answer, ${answerClaimValuesMax} (answerClaimValuesMax)`

export const vpSdjwtCompact = defineCheck<PresentedSubject>('vp.sdjwt.compact', {
  title: 'Presentation is a compact SD-JWT',
  problem: 'The presentation is not a compact SD-JWT',
  clauses: ['RFC9901-4', 'HAIP-6.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'ParseCredentialAsSdJwtKb',
  why: 'Everything else is read from the parts between the tildes.',
  hint: 'Send <issuer-signed JWT>~<Disclosures>~<KB-JWT>, without empty parts.',
  run: onSdJwt(({ shape, tooDeep, tooWide }) => {
    if (shape.kind === 'json_serialisation') return violated({ expected: 'compact', actual: 'JSON serialization' })
    if (shape.kind === 'other') return violated({ expected: 'a JWS and at least one tilde', actual: 'something else' })
    if (!shape.ascii) return violated({ expected: 'ASCII', actual: 'other characters' })
    if (shape.emptyDisclosures.length > 0)
      return violated({ expected: 'no empty part', actual: `${shape.emptyDisclosures.length} empty parts` })
    // Anything beyond a limit was not read, so the rest proves nothing.
    if (tooDeep || tooWide)
      return violated({ expected: 'fewer claims', actual: tooDeep ? 'nested too deep' : tooManyWords })
    return shape.tooMany
      ? violated({ expected: 'fewer Disclosures', actual: `${shape.parts} parts` })
      : pass(`${shape.parts} parts`)
  }),
})
