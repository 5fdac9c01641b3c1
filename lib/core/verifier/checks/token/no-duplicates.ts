import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onToken } from '../../judgements/on-token'
import type { ResponseReading } from '../../read/response/response-reading'

export const tokenNoDuplicates = defineCheck<ResponseReading>('vp.token.no_duplicates', {
  title: 'No credential is presented twice',
  problem: 'A credential was presented more than once',
  clauses: ['OID4VP-1FINAL-8.1'],
  level: 'should',
  why: 'The same credential twice proves nothing more.',
  hint: 'Send each credential once per query.',
  run: onToken(({ entries }, match) => {
    const count = entries.flatMap(({ elements }) => elements).length
    if (match === null || count < 2) return notApplicable(say`The response has only one presentation, or no query.`)
    return match.duplicates.length === 0
      ? pass()
      : violated({
          expected: say`different credentials`,
          actual: match.duplicates.slice(0, 20).map(({ second }) => say`${shown(second.queryId)} ${second.index}`),
        })
  }),
})
