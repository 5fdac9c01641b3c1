import { area, of } from '../../engine/checks/area'
import { notApplicable, pass, violated } from '../../engine/checks/check'
import { bare, quote, say } from '../../shared/values/wording'
import { authorizationDetailsErrors } from '../judgements/authorization-details-errors'
import type { DetailsReading } from '../read/oauth/authorization-details'

/** Checks of `authorization_details`, for issuers that read them. */
export const detailsChecks = Object.values(
  area(
    'vci.details',
    { subject: of<DetailsReading>(), impossibleIn: ['no_authorization_details'] },
    {
      wellformed: {
        title: 'Parameter authorization_details asks for the offered credential configuration in the defined form',
        problem:
          'The parameter authorization_details does not ask for the offered credential configuration in the defined form',
        clauses: ['OID4VCI-1FINAL-5.1.1', 'OID4VCI-1FINALA-B.1', 'OID4VCI-1FINALA-B.3', 'RFC9396-5'],
        level: 'must',
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
      },
      locations: {
        title:
          'Parameter authorization_details names the issuer in locations where its metadata lists authorization servers',
        problem: 'The parameter authorization_details does not name the issuer in locations',
        clauses: ['OID4VCI-1FINAL-5.1.1', 'OID4VCI-1FINAL-6.1'],
        level: 'must',
        why: 'An authorization server that protects several issuers has to know which one the credential is asked of.',
        hint: 'Set locations to an array of the Credential Issuer Identifier where the metadata has authorization_servers.',
        run: ({ location, locations, amongOthers }) => {
          if (location === null) return notApplicable(say`The metadata lists no authorization servers.`)
          if (locations.length === 0) return notApplicable(say`No entry is of type openid_credential.`)
          const isRight = (value: unknown): boolean =>
            Array.isArray(value) && value.includes(location) && (amongOthers || value.length === 1)
          const wrong = locations.find((value) => !isRight(value))
          if (locations.every(isRight)) return pass()
          return violated({ expected: quote(location), actual: wrong === undefined ? bare.missing : bare.anotherValue })
        },
      },
    },
  ),
)
