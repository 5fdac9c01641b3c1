import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shownPath } from '../../../engine/judgements/shown-path'
import type { DisclosureReading } from '../../../ground/formats/sd-jwt-vc/read-presentation/disclosure-reading'
import { listed, say, type Wording } from '../../../ground/values/wording'
import { onDisclosures } from '../../judgements/on-disclosures'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtDisclosureReferenced = defineCheck<PresentedSubject>('vp.sdjwt.disclosure_referenced', {
  title: 'Digest of each Disclosure is in the credential',
  problem: 'The digest of a Disclosure is not in the credential',
  clauses: ['RFC9901-7.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'disclosures' },
  why: 'The issuer did not sign a Disclosure without a digest.',
  hint: 'Send only Disclosures of this credential, as issued.',
  run: onDisclosures((disclosures) => {
    const loose = disclosures.filter(({ errors, referencedBy }) => errors.length === 0 && referencedBy.length === 0)
    if (loose.length === 0) return pass()
    const named = loose.slice(0, namesMax).map(nameOf)
    return violated({
      expected: say`a digest in the credential`,
      actual: named,
      cause: say`${loose.length === 1 ? say`Disclosure ${named[0] ?? null} matches` : say`Disclosures ${listed(named, ', ')} match`} no digest`,
      ...(loose.some(({ parentMayBeMissing }) => parentMayBeMissing)
        ? {
            hint: say`Send only Disclosures of this credential, as issued. One that is nested in another needs that one too.`,
          }
        : {}),
    })
  }),
})

/** How many Disclosures a finding names. */
const namesMax = 20

/** The claim of a Disclosure; the place of one that is an element of an array. */
const nameOf = ({ index, name }: DisclosureReading): Wording =>
  name === null ? say`number ${index + 1} (an array element)` : say`“${shownPath([name])}”`
