import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { hintFor } from '../../judgements/hint-words'
import { onKbJwt } from '../../judgements/presentation/on-kb-jwt'
import { shown } from '../../judgements/shown'

export const vpKbSdHash = defineCheck<PresentedSubject>('vp.kb.sd_hash', {
  title: 'Key Binding JWT covers this presentation',
  clauses: ['RFC9901-4.3.1', 'RFC9901-7.3'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'The sd_hash of the Key Binding JWT does not match the presentation.',
  why: 'The hash prevents others from adding or removing Disclosures.',
  hint: 'Hash everything up to and including the last tilde with the algorithm of _sd_alg, and encode it in unpadded base64url.',
  run: onKbJwt(({ sdHash, jws }, { hints }) => {
    if (jws.claims === null) return notApplicable('The payload cannot be read.')
    if (sdHash.matches) return pass()
    const found = hintFor(hints, 'vp.kb.sd_hash')
    return violated({
      expected: sdHash.computed,
      actual: sdHash.value === null ? sdHash.type : shown(sdHash.value),
      ...(found === null ? {} : { hint: found }),
    })
  }),
})
