import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { authorizationDetailsErrors } from '../../judgements/authorization-details-errors'
import type { DetailsReading } from '../../read/oauth/authorization-details/read-authorization-details'

export const detailsWellformed = defineCheck<DetailsReading>('vci.details.wellformed', {
  title: 'Parameter authorization_details asks for the offered credential configuration in the defined form',
  problem:
    'The parameter authorization_details does not ask for the offered credential configuration in the defined form',
  clauses: ['OID4VCI-1FINAL-5.1.1', 'OID4VCI-1FINALA-B.1', 'OID4VCI-1FINALA-B.3', 'RFC9396-5'],
  level: 'must',
  impossibleIn: ['no_authorization_details'],
  rejects: 'invalid_authorization_details',
  refusal:
    'Send a JSON array of objects of type openid_credential with a credential_configuration_id of the metadata each, among them that of the offer.',
  why: 'An authorization server must refuse details that it does not understand, or the wallet would get another token than it asked for.',
  hint: 'Send one object with type openid_credential and the credential_configuration_id of the offer, in a JSON array.',
  run: ({ text, known, offered, configurations }) => {
    const errors = authorizationDetailsErrors(text, known)
    if (errors.length > 0) return violated({ expected: say`credentials of the metadata`, actual: errors })
    return offered === null || configurations.includes(offered)
      ? pass()
      : violated({ expected: quote(offered), actual: configurations.map(quote) })
  },
})
