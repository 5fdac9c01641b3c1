import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onDisclosures } from '../../judgements/on-disclosures'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtDisclosureKind = defineCheck<PresentedSubject>('vp.sdjwt.disclosure_kind', {
  title: 'Each Disclosure has the kind that its digest announces',
  problem: 'A Disclosure does not have the kind that its digest announces',
  clauses: ['RFC9901-7.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'disclosures' },
  why: 'A property in place of an array element, or the reverse, changes what the issuer signed.',
  hint: 'The issuer puts digests of properties into _sd and digests of array elements into "...".',
  run: onDisclosures((disclosures) => {
    const bad = disclosures.filter(({ kindMismatch }) => kindMismatch)
    return bad.length === 0
      ? pass()
      : violated({
          expected: say`the same kind`,
          actual: bad.slice(0, 20).map(({ index }) => say`Disclosure ${index}`),
        })
  }),
})
