import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onDisclosures } from '../../judgements/on-disclosures'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtDisclosureOnce = defineCheck<PresentedSubject>('vp.sdjwt.disclosure_once', {
  title: 'Each Disclosure is sent once',
  problem: 'A Disclosure was sent more than once',
  clauses: ['RFC9901-4'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'disclosures' },
  why: 'A repeated Disclosure makes the SD-JWT invalid.',
  hint: 'Send each Disclosure once.',
  run: onDisclosures((disclosures) => {
    const bad = disclosures.filter(({ repeats }) => repeats.length > 0)
    return bad.length === 0
      ? pass()
      : violated({ expected: say`once`, actual: bad.slice(0, 20).map(({ index }) => say`Disclosure ${index}`) })
  }),
})
