import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parScopeFromMetadata = defineCheck<PushedRequestReading>('vci.par.scope_from_metadata', {
  title: 'Scope is the one of the offered credential configuration',
  problem: 'The scope is not the one of the offered credential configuration',
  clauses: ['OID4VCI-1FINAL-5.1.2', 'HAIP-4.2'],
  level: 'must',
  rejects: 'invalid_scope',
  refusal: 'Ask for the scope of the offered credential configuration, as the issuer metadata states it.',
  impossibleIn: ['pre_authorized_code'],
  why: 'The scope says which credential the user is asked to approve.',
  hint: 'Take scope from the credential configuration in the issuer metadata that the offer names.',
  run: ({ scope }) => {
    if (scope.values === null) return notApplicable(say`No scope was sent.`)
    if (scope.granted !== null && scope.values.includes(scope.granted)) return pass(quote(scope.granted))
    if (!scope.published)
      return violated({
        expected: say`no scope`,
        actual: scope.values.slice(0, 10).map(shown),
        cause: say`The pushed request asks for a scope, and the metadata has none`,
        hint: say`Name the credential in authorization_details, and send no scope.`,
        refusal: 'Name the credential in authorization_details: the metadata has no scope.',
      })
    return violated({
      expected: quote(scope.offered) ?? say`a scope of the metadata`,
      actual: scope.values.slice(0, 10).map(shown),
    })
  },
})
