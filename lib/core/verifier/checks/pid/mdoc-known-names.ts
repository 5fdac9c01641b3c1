import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownPaths } from '../../../engine/judgements/shown-path'
import { pidAttributes } from '../../../ground/pid/attributes'
import { listed, quote, say } from '../../../ground/values/wording'
import { onMdocPid } from '../../judgements/on-mdoc-pid'
import type { PresentedSubject } from '../../read/response/response-reading'

const known: ReadonlySet<string> = new Set(
  [
    pidAttributes.flatMap(({ mdoc }) => (mdoc === null ? [] : [mdoc.element])),
    // Elements that the rulebook derives or names for other uses.
    ['age_over_18', 'age_in_years', 'age_birth_year', 'trust_anchor', 'attestation_legal_category', 'location_status'],
  ].flat(),
)
const claimNames: ReadonlySet<string> = new Set(pidAttributes.map(({ sdJwtPath }) => sdJwtPath[0]))

export const pidMdocKnownNames = defineCheck<PresentedSubject>('vp.pid.mdoc_known_names', {
  title: 'Elements are defined by the PID rulebook',
  problem: 'The PID rulebook does not define an element',
  clauses: ['PIDRB-3'],
  level: 'info',
  profile: 'pid',
  why: 'Verifiers do not understand an element under another name. Some names differ between mdoc and SD-JWT VC.',
  hint: 'The issuer uses the element names for mdocs, e.g. birth_date and not birthdate.',
  run: onMdocPid((elements) => {
    const names = [...elements.keys()]
    if (names.length === 0) return notApplicable(say`No element was presented.`)
    const others = names.filter((name) => !known.has(name))
    if (others.length === 0) return pass(names.map(quote))
    const claims = others.filter((name) => claimNames.has(name))
    return violated({
      expected: say`names of the rulebook`,
      actual: shownPaths(others.map((name) => [name])),
      ...(claims.length > 0
        ? { hint: say`${listed(claims.map(quote), ', ')}: that is the name in an SD-JWT VC.` }
        : {}),
    })
  }),
})
