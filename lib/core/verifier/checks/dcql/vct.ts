import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import { onMatch } from '../../judgements/on-match'
import type { PresentedSubject } from '../../read/response/response-reading'

export const dcqlVct = defineCheck<PresentedSubject>('vp.dcql.vct', {
  title: 'Credential has a type that the query asks for',
  problem: 'The vct of the credential is not in the vct_values of the query',
  clauses: ['OID4VP-1FINALA-B.3.5'],
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'ValidateCredentialVctMatchesDcqlQuery',
  judges: { token: 'presented_credential', member: 'claims.vct' },
  why: 'The type says what the credential is proof of.',
  hint: 'Choose a credential whose vct is in vct_values.',
  run: onMatch(({ type }) => {
    if (type.kind !== 'vct') return notApplicable(say`The query does not ask for a vct.`)
    if (type.matches) return pass(shown(type.actual))
    return violated({
      expected: type.wanted.map(quote),
      actual: shown(type.actual),
      ...(type.mayInherit
        ? { hint: say`The type may extend a wanted one, but type metadata is not fetched here.` }
        : {}),
    })
  }),
})
