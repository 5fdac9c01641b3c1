import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, pass, violated } from '../../check'
import { onDisclosures } from '../../judgements/presentation/on-disclosures'

export const vpSdjwtDisclosureKind = defineCheck<PresentedSubject>('vp.sdjwt.disclosure_kind', {
  title: 'Each Disclosure is of the kind that its digest stands for',
  clauses: ['RFC9901-7.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'A Disclosure is not of the kind that its digest stands for.',
  why: 'A claim in the place of an array element, or the other way round, changes what was signed.',
  hint: 'The issuer refers to claims in _sd and to array elements by "...".',
  run: onDisclosures((disclosures) => {
    const bad = disclosures.filter(({ kindMismatch }) => kindMismatch)
    return bad.length === 0
      ? pass()
      : violated({ expected: 'the same kind', actual: bad.map(({ index }) => `Disclosure ${index}`) })
  }),
})
