import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quoteStart, say } from '../../../ground/values/wording'
import type { CredentialReading } from '../../read/credential-reading'

export const credentialNoDuplicateMembers = defineCheck<CredentialReading>('vci.credential.no_duplicate_members', {
  title: 'Credential request names each JSON member once',
  problem: 'The credential request repeats a JSON member',
  clauses: ['OID4VCI-1FINAL-8.3.1.2'],
  level: 'must',
  rejects: 'invalid_credential_request',
  refusal: 'Send each member of the credential request once.',
  why: 'Parsers disagree about which of two duplicate members counts.',
  hint: 'Write every member of the JSON object exactly once.',
  run: ({ body: { json } }) => {
    if (!json.ok) return notApplicable(say`The body is not JSON.`)
    if (json.duplicates.length === 0) return pass()
    return violated({
      expected: say`each member once`,
      actual: json.duplicates.slice(0, 10).map((path) => quoteStart(path, 80)),
    })
  },
})
