import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, pass, violated } from '../../check'
import { onDisclosures } from '../../judgements/presentation/on-disclosures'
import { shownPath } from '../../judgements/shown-path'

export const vpSdjwtParentsSent = defineCheck<PresentedSubject>('vp.sdjwt.parents_sent', {
  title: 'Nested Disclosure is sent with its parent',
  clauses: ['RFC9901-7.2'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'A nested Disclosure was sent without its parent.',
  why: 'Without its parent a nested claim has no place in the credential.',
  hint: 'Also send the Disclosure of the parent.',
  run: onDisclosures((disclosures) => {
    const orphans = disclosures.filter(
      // One that is no Disclosure at all has a check of its own.
      ({ errors, parentMayBeMissing, referencedBy }) =>
        errors.length === 0 && parentMayBeMissing && referencedBy.length === 0,
    )
    return orphans.length === 0
      ? pass()
      : violated({
          expected: 'the parent',
          actual: orphans.slice(0, 20).map(({ name, index }) => shownPath([name ?? index])),
        })
  }),
})
