import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parScopePresent = defineCheck<PushedRequestReading>('vci.par.scope_present', {
  title: 'Pushed request asks for a scope',
  problem: 'The scope is missing',
  clauses: ['HAIP-4.3'],
  level: 'must',
  profile: 'haip',
  rejects: 'invalid_request',
  needs: ['vci.par.content_type'],
  impossibleIn: ['pre_authorized_code'],
  why: 'HAIP wallets use scope to name the credential.',
  hint: 'Send the scope of the credential configuration that the offer names.',
  run: ({ form, scope, details }) => {
    if (scope.values !== null) return pass()
    if (details !== null) return notApplicable(say`The request names its credential in authorization_details.`)
    if (!scope.published)
      return violated({
        expected: say`authorization_details`,
        actual: null,
        cause: say`The pushed request names no credential`,
        hint: say`Where the metadata has no scope, name the credential in authorization_details.`,
        refusal: 'Name the credential in authorization_details: the metadata has no scope.',
      })
    return form.body.get('authorization_details') !== null
      ? violated({
          expected: say`scope`,
          actual: say`authorization_details alone`,
          cause: say`The pushed request names its credential in authorization_details alone, which this issuer does not read`,
          refusal:
            'Name the credential by its scope: the metadata has no authorization_details_types_supported, so authorization_details are ignored.',
        })
      : violated({ expected: say`scope`, actual: null })
  },
})
