import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { listed, say, word } from '../../../ground/values/wording'
import { onDisclosures } from '../../judgements/on-disclosures'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtDisclosureEncoding = defineCheck<PresentedSubject>('vp.sdjwt.disclosure_encoding', {
  title: 'Each Disclosure is a JSON array in base64url',
  problem: 'A Disclosure cannot be read',
  clauses: ['RFC9901-4.2.1', 'RFC9901-4.2.2', 'RFC9901-7.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'disclosures' },
  why: 'The verifier cannot use a Disclosure that it cannot read.',
  hint: 'Send each Disclosure as issued: unpadded base64url of [salt, name, value] or [salt, value].',
  run: onDisclosures((disclosures) => {
    const bad = disclosures.filter(({ errors }) => errors.length > 0)
    return bad.length === 0
      ? pass(say`${disclosures.length} Disclosures`)
      : violated({
          expected: say`an array of two or three elements`,
          actual: bad.slice(0, 20).map(({ index, errors }) => say`${index}: ${listed(errors.map(word), ', ')}`),
        })
  }),
})
