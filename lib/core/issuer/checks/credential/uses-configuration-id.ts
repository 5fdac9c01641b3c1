import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { CredentialReading } from '../../read/credential-reading'

export const credentialUsesConfigurationId = defineCheck<CredentialReading>('vci.credential.uses_configuration_id', {
  title: 'Credential request uses credential_configuration_id where it was given no credential_identifiers',
  problem: 'The credential request does not use credential_configuration_id',
  clauses: ['OID4VCI-1FINAL-8.2', 'OID4VCI-1FINAL-3.3.4'],
  level: 'must',
  rejects: 'unknown_credential_identifier',
  refusal: 'Send credential_configuration_id: the token response gave no credential_identifiers.',
  needs: ['vci.credential.one_identifier'],
  why: 'A credential_identifier exists only when the token response handed one out.',
  hint: 'Replace credential_identifier by the credential_configuration_id of the offer.',
  run: ({ body: { request }, identifiers }) => {
    if (request === null) return notApplicable(say`The body is not a JSON object.`)
    if (identifiers.given) return pass()
    return request.credential_identifier === undefined
      ? pass()
      : violated({ expected: say`credential_configuration_id`, actual: say`credential_identifier` })
  },
})
