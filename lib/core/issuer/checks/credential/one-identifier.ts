import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import type { CredentialReading } from '../../read/credential-reading'

export const credentialOneIdentifier = defineCheck<CredentialReading>('vci.credential.one_identifier', {
  title: 'Credential request names its credential exactly once',
  problem: 'The credential request does not name its credential exactly once',
  clauses: ['OID4VCI-1FINAL-8.2'],
  level: 'must',
  rejects: 'invalid_credential_request',
  refusal: 'Send either credential_configuration_id or credential_identifier, exactly one of them.',
  why: 'With both members, or neither, the issuer cannot tell which credential is meant.',
  hint: 'Send credential_configuration_id alone: the token response held no credential_identifiers.',
  run: ({ body: { request } }) => {
    if (request === null) return notApplicable(say`The body is not a JSON object.`)
    const sent = ['credential_configuration_id', 'credential_identifier'].filter((name) => request[name] !== undefined)
    return sent.length === 1
      ? pass(quote(sent[0]))
      : violated({ expected: say`exactly one identifier`, actual: sent.map(quote) })
  },
})
