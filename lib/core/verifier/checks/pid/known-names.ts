import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownPaths } from '../../../engine/judgements/shown-path'
import { pidAttributes } from '../../../ground/pid/attributes'
import { listed, quote, say } from '../../../ground/values/wording'
import { onPid } from '../../judgements/on-pid'
import type { PresentedSubject } from '../../read/response/response-reading'

const known: ReadonlySet<string> = new Set([
  ...pidAttributes.map(({ sdJwtPath }) => sdJwtPath[0]),
  // Claims of the document, and names derived by the rulebook.
  'date_of_issuance',
  'date_of_expiry',
  'age_equal_or_over',
  'age_in_years',
  'age_birth_year',
  'trust_anchor',
  'attestation_legal_category',
])
const elements: ReadonlySet<string> = new Set(
  pidAttributes.flatMap(({ mdoc }) => (mdoc === null ? [] : [mdoc.element])),
)

export const pidKnownNames = defineCheck<PresentedSubject>('vp.pid.known_names', {
  title: 'Disclosed claims are defined by the PID rulebook',
  problem: 'The PID rulebook does not define a disclosed claim',
  clauses: ['PIDRB-4'],
  level: 'info',
  profile: 'pid',
  why: 'Verifiers do not understand a claim under another name. Some names differ between mdoc and SD-JWT VC.',
  hint: 'The issuer uses the claim names for SD-JWT VC, e.g. birthdate and not birth_date.',
  run: onPid(({ disclosedPositions }) => {
    const names = [...new Set(disclosedPositions.map(([first]) => String(first)))]
    if (names.length === 0) return notApplicable(say`Nothing was disclosed.`)
    const others = names.filter((name) => !known.has(name))
    if (others.length === 0) return pass(names.map(quote))
    const mdocNames = others.filter((name) => elements.has(name))
    return violated({
      expected: say`names of the rulebook`,
      actual: shownPaths(others.map((name) => [name])),
      ...(mdocNames.length > 0
        ? { hint: say`${listed(mdocNames.map(quote), ', ')}: that is the name in an mdoc.` }
        : {}),
    })
  }),
})
