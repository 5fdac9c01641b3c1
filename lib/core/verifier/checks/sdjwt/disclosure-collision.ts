import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shownPath } from '../../../engine/judgements/shown-path'
import { say } from '../../../ground/values/wording'
import { onDisclosures } from '../../judgements/on-disclosures'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtDisclosureCollision = defineCheck<PresentedSubject>('vp.sdjwt.disclosure_collision', {
  title: 'No Disclosure repeats a claim that already exists',
  problem: 'A Disclosure repeats a claim that already exists',
  clauses: ['RFC9901-7.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'disclosures' },
  why: 'Verifiers disagree on which of two values counts.',
  hint: 'The issuer gives each claim one value.',
  run: onDisclosures((disclosures) => {
    const bad = disclosures.filter(({ collides }) => collides)
    return bad.length === 0
      ? pass()
      : violated({
          expected: say`each claim once`,
          actual: bad.slice(0, 20).map(({ name }) => shownPath([name ?? ''])),
        })
  }),
})
