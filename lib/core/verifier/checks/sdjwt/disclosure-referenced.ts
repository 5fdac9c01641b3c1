import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shownPath } from '../../../engine/judgements/shown-path'
import { say } from '../../../ground/values/wording'
import { onDisclosures } from '../../judgements/on-disclosures'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtDisclosureReferenced = defineCheck<PresentedSubject>('vp.sdjwt.disclosure_referenced', {
  title: 'Digest of each Disclosure is in the credential',
  problem: 'The digest of a Disclosure is not in the credential',
  clauses: ['RFC9901-7.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  why: 'The issuer did not sign a Disclosure without a digest.',
  hint: 'Send only Disclosures of this credential, as issued.',
  run: onDisclosures((disclosures) => {
    const loose = disclosures.filter(({ errors, referencedBy }) => errors.length === 0 && referencedBy.length === 0)
    if (loose.length === 0) return pass()
    return violated({
      expected: say`a digest in the credential`,
      actual: loose
        .slice(0, 20)
        .map(({ index, name }) => (name === null ? say`${index}` : say`${index}: ${shownPath([name])}`)),
      ...(loose.some(({ parentMayBeMissing }) => parentMayBeMissing)
        ? {
            hint: say`Send only Disclosures of this credential, as issued. One that is nested in another needs that one too.`,
          }
        : {}),
    })
  }),
})
