import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, pass, violated } from '../../check'
import { onDisclosures } from '../../judgements/presentation/on-disclosures'
import { shownPath } from '../../judgements/shown-path'

export const vpSdjwtDisclosureCollision = defineCheck<PresentedSubject>('vp.sdjwt.disclosure_collision', {
  title: 'No Disclosure repeats a claim that already exists',
  clauses: ['RFC9901-7.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'A Disclosure repeats a claim that already exists.',
  why: 'Verifiers disagree on which of two values counts.',
  hint: 'The issuer gives each claim one value.',
  run: onDisclosures((disclosures) => {
    const bad = disclosures.filter(({ collides }) => collides)
    return bad.length === 0
      ? pass()
      : violated({ expected: 'each claim once', actual: bad.slice(0, 20).map(({ name }) => shownPath([name ?? ''])) })
  }),
})
