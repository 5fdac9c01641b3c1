import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const kbDistinct = defineCheck<PresentedSubject>('vp.kb.distinct', {
  title: 'Each credential in the response has its own holder key',
  problem: 'Several credentials in the response share a holder key',
  clauses: ['OID4VP-1FINAL-14.1.2', 'OID4VP-1FINAL-15.5'],
  level: 'should',
  why: 'A shared key lets anyone who sees the credentials link them.',
  hint: 'Bind each credential to a separate key.',
  run: onSdJwt(({ cnf }, { presented, answer }) => {
    const own = cnf.jwk.thumbprint
    const others = answer.presentations.filter(
      ({ queryId, index }) => queryId !== presented.queryId || index !== presented.index,
    )
    if (own === null || others.length === 0) return notApplicable(say`The response has only one holder key.`)
    const shared = others.filter(
      ({ reading }) =>
        reading.format === 'dc+sd-jwt' &&
        reading.cnf.jwk.thumbprint === own &&
        reading.instance !== presented.reading.instance,
    )
    return shared.length === 0
      ? pass()
      : violated({
          expected: say`a separate key`,
          actual: shared.map(({ queryId, index }) => say`the key of ${shown(queryId)} ${index}`),
        })
  }),
})
