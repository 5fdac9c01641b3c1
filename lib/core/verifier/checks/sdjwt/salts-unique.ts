import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onDisclosures } from '../../judgements/on-disclosures'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtSaltsUnique = defineCheck<PresentedSubject>('vp.sdjwt.salts_unique', {
  title: 'Each Disclosure has its own salt',
  problem: 'Several Disclosures share a salt',
  clauses: ['RFC9901-4.2.1', 'RFC9901-9.3'],
  level: 'must',
  counterpart: 'ValidateSdJwtDisclosureSaltsAreUnique',
  judges: { token: 'presented_credential', member: 'disclosures' },
  why: 'With a shared salt equal values can be recognised.',
  hint: 'The issuer generates a new salt for every claim.',
  run: onDisclosures((_disclosures, { sharedSalts }) =>
    sharedSalts.length === 0
      ? pass()
      : violated({
          expected: say`different salts`,
          actual: sharedSalts.slice(0, 20).map((group) => say`Disclosures ${group.join(', ')}`),
        }),
  ),
})
