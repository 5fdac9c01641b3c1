import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, pass, violated } from '../../check'
import { onDisclosures } from '../../judgements/presentation/on-disclosures'
import { shown } from '../../judgements/shown'

export const vpSdjwtDisclosureReserved = defineCheck<PresentedSubject>('vp.sdjwt.disclosure_reserved', {
  title: 'No Disclosure has a reserved name',
  clauses: ['RFC9901-7.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'A Disclosure has the name _sd or ... .',
  why: '_sd and ... are how digests are written.',
  hint: 'The issuer chooses another name for the claim.',
  run: onDisclosures((disclosures) => {
    const bad = disclosures.filter(({ reservedName }) => reservedName)
    return bad.length === 0
      ? pass()
      : violated({ expected: 'another name', actual: bad.map(({ name }) => shown(name)) })
  }),
})
