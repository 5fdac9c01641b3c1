import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { authorizationDetailsErrors } from '../../judgements/authorization-details-errors'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parAuthorizationDetailsWellformed = defineCheck<PushedRequestReading>(
  'vci.par.authorization_details_wellformed',
  {
    title: 'Parameter authorization_details is well-formed',
    problem: 'The parameter authorization_details is malformed',
    clauses: ['OID4VCI-1FINAL-5.1.1', 'OID4VCI-1FINALA-B.1', 'OID4VCI-1FINALA-B.3', 'OID4VCI-1FINALA-C', 'RFC9396-2'],
    level: 'must',
    impossibleIn: ['pre_authorized_code'],
    why: 'Other issuers use this parameter and refuse a malformed one.',
    hint: 'Send a JSON array of objects of type openid_credential with one credential_configuration_id of the metadata each.',
    run: ({ form, issuer, readsDetails }) => {
      if (readsDetails) return notApplicable(say`The issuer reads them: vci.details.wellformed judges.`)
      const text = form.body.get('authorization_details')
      if (text === null) return notApplicable(say`No authorization_details were sent.`)
      const errors = authorizationDetailsErrors(
        text,
        issuer.credentialConfigurations.map(({ id }) => id),
      )
      return errors.length === 0 ? pass() : violated({ expected: say`credentials of the metadata`, actual: errors })
    },
  },
)
