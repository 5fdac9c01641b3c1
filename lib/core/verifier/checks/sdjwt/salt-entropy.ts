import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onDisclosures } from '../../judgements/on-disclosures'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtSaltEntropy = defineCheck<PresentedSubject>('vp.sdjwt.salt_entropy', {
  title: 'Salts are long enough to be unguessable',
  problem: 'A salt is short enough to be guessed',
  clauses: ['RFC9901-9.3'],
  level: 'should',
  judges: { token: 'presented_credential', member: 'disclosures' },
  why: 'With a short salt a hidden claim can be guessed from its digest.',
  hint: 'The issuer generates salts of 128 random bits.',
  run: onDisclosures((disclosures) => {
    const weak = disclosures.filter(({ salt }) => salt !== null && salt.bitsAtMost < 128)
    return weak.length === 0
      ? pass()
      : violated({
          expected: say`at least 128 bits`,
          actual: weak
            .slice(0, 20)
            .map(({ index, salt }) => say`Disclosure ${index}: ${salt?.bitsAtMost ?? null} bits`),
        })
  }),
})
