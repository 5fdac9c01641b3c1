import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { IdentifiersReading } from '../../read/credential-identifiers'

export const identifiersUsed = defineCheck<IdentifiersReading>('vci.identifiers.used', {
  title: 'Credential request uses a credential_identifier of the token response',
  problem: 'The credential request does not use a credential_identifier although the token response gave some',
  clauses: ['OID4VCI-1FINAL-8.2', 'OID4VCI-1FINAL-6.2'],
  level: 'must',
  impossibleIn: ['no_identifiers'],
  rejects: 'invalid_credential_request',
  refusal: 'Send a credential_identifier of the token response instead of credential_configuration_id.',
  needs: ['vci.credential.one_identifier'],
  why: 'An issuer that gave identifiers knows several datasets, and a configuration names none of them.',
  hint: 'Take credential_identifier from the authorization_details of the token response, and leave credential_configuration_id out.',
  run: ({ given, sent }) => {
    if (!given) return notApplicable(say`The token response gave no credential_identifiers.`)
    return sent === 'absent'
      ? violated({ expected: say`credential_identifier`, actual: say`credential_configuration_id` })
      : pass()
  },
})
