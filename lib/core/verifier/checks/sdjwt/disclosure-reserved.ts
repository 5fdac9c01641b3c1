import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onDisclosures } from '../../judgements/on-disclosures'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtDisclosureReserved = defineCheck<PresentedSubject>('vp.sdjwt.disclosure_reserved', {
  title: 'No Disclosure has a reserved name',
  problem: 'A Disclosure uses a reserved claim name',
  clauses: ['RFC9901-7.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'disclosures' },
  why: 'The names _sd and ... are reserved for digests.',
  hint: 'The issuer chooses another claim name.',
  run: onDisclosures((disclosures) => {
    const bad = disclosures.filter(({ reservedName }) => reservedName)
    return bad.length === 0
      ? pass()
      : violated({ expected: say`another name`, actual: bad.slice(0, 20).map(({ name }) => shown(name)) })
  }),
})
