import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownPath } from '../../../engine/judgements/shown-path'
import { say } from '../../../ground/values/wording'
import { onReadMatch } from '../../judgements/on-match'
import type { PresentedSubject } from '../../read/response/response-reading'

export const dcqlValues = defineCheck<PresentedSubject>('vp.dcql.values', {
  title: 'Claims have values that the query asks for',
  problem: 'A claim does not have a value that the query asks for',
  clauses: ['OID4VP-1FINAL-6.3', 'OID4VP-1FINAL-6.4.1'],
  level: 'should',
  judges: { token: 'presented_credential', member: 'disclosures' },
  why: 'The verifier has no use for a credential with other values.',
  hint: 'Choose a credential whose claim equals one of the values, in type and value.',
  run: onReadMatch(({ claims }) => {
    const asked = claims?.flatMap(({ path, values }) => (values === null ? [] : [{ path, values }])) ?? []
    if (asked.length === 0) return notApplicable(say`The query names no values.`)
    const others = asked.filter(({ values }) => !values.matches)
    if (others.length === 0) return pass()
    return violated({
      expected: others.map(({ path, values }) => say`${shownPath(path)}: one of ${values.wanted.length} values`),
      actual: others.map(({ path }) => say`${shownPath(path)}: another value`),
      ...(others.some(({ values }) => values.typeDiffers)
        ? { hint: say`The value matches as text, but its JSON type differs.` }
        : {}),
    })
  }),
})
