import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownNames } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import type { CredentialReading } from '../../read/credential-reading'

const known = [
  'credential_configuration_id',
  'credential_identifier',
  'proofs',
  'credential_response_encryption',
  'access_token',
  'format',
  'proof',
  'vct',
  'doctype',
  'types',
  'credential_definition',
  'claims',
]

export const credentialUnknownMembers = defineCheck<CredentialReading>('vci.credential.unknown_members', {
  title: 'Credential request has no undefined members',
  problem: 'The credential request has undefined members',
  clauses: ['OID4VCI-1FINAL-8.2'],
  level: 'info',
  why: 'Unknown members are ignored, so a typing error goes unnoticed.',
  hint: 'Check the spelling of the listed members, or remove them.',
  run: ({ body: { request } }) => {
    if (request === null) return notApplicable(say`The body is not a JSON object.`)
    const unknown = Object.keys(request).filter((name) => !known.includes(name))
    if (unknown.length === 0) return pass()
    return violated({ expected: say`defined members`, actual: shownNames(unknown) })
  },
})
