import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { isObject } from '../../../ground/values/json'
import { quote, say } from '../../../ground/values/wording'
import type { CredentialReading } from '../../read/credential-reading'

const legacy = ['format', 'proof', 'vct', 'doctype', 'types', 'credential_definition', 'claims']

export const credentialNoLegacyMembers = defineCheck<CredentialReading>('vci.credential.no_legacy_members', {
  title: 'Credential request has no members from older drafts',
  problem: 'The credential request has members from older drafts',
  clauses: ['OID4VCI-1FINAL-8.2'],
  level: 'info',
  why: 'Members of drafts are ignored, so a wallet that relies on them does not get what it asked for.',
  hint: 'Drop the members of pre-1.0 drafts; credential_configuration_id and proofs are enough.',
  run: ({ body: { request } }) => {
    if (request === null) return notApplicable(say`The body is not a JSON object.`)
    const found = legacy.filter((name) => name in request)
    const encryption = request.credential_response_encryption
    if (isObject(encryption) && 'alg' in encryption) found.push('credential_response_encryption.alg')
    return found.length === 0 ? pass() : violated({ expected: say`members of version 1.0`, actual: found.map(quote) })
  },
})
