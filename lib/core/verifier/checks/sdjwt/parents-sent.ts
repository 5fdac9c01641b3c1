import { defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import { shownPath } from '../../../engine/judgements/shown-path'
import type { ClaimMatch } from '../../../ground/dcql/dcql-reading'
import { say } from '../../../ground/values/wording'
import { onDisclosures } from '../../judgements/on-disclosures'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtParentsSent = defineCheck<PresentedSubject>('vp.sdjwt.parents_sent', {
  title: 'Nested Disclosure is sent with its parent',
  problem: 'A nested Disclosure was sent without its parent',
  clauses: ['RFC9901-7.2'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'disclosures' },
  why: 'Without its parent a nested claim has no place in the credential.',
  hint: 'Also send the Disclosure of the parent.',
  run: onDisclosures((disclosures, _, { presented }) => {
    const orphans = disclosures.filter(
      // A value that is not a Disclosure has its own check.
      ({ errors, parentMayBeMissing, referencedBy }) =>
        errors.length === 0 && parentMayBeMissing && referencedBy.length === 0,
    )
    if (orphans.length === 0) return pass()
    const isAsked = askedInside(presented.match?.claims ?? [])
    const nested = orphans.filter(({ name }) => isAsked(name))
    return nested.length === 0
      ? notObserved(
          say`A Disclosure has no place in the credential, and whether a parent of it exists cannot be known.`,
        )
      : violated({
          expected: say`the parent`,
          actual: nested.slice(0, 20).map(({ name, index }) => shownPath([name ?? index])),
        })
  }),
})

/**
 * True for a claim that the query looks for inside another claim and did not find. Nothing shows that any other claim
 * has a parent.
 */
function askedInside(claims: readonly ClaimMatch[]): (name: string | null) => boolean {
  const steps = new Set(claims.flatMap(({ found, path }) => (found ? [] : path.slice(1))))
  const hasElement = [...steps].some((step) => typeof step !== 'string')
  return (name) => (name === null ? hasElement : steps.has(name))
}
