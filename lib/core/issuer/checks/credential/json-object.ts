import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import { beyondBound } from '../../judgements/beyond-bound'
import type { CredentialReading } from '../../read/credential-reading'

export const credentialJsonObject = defineCheck<CredentialReading>('vci.credential.json_object', {
  title: 'Credential request is a JSON object',
  problem: 'The credential request is not a JSON object',
  clauses: ['OID4VCI-1FINAL-8.2'],
  level: 'must',
  rejects: 'invalid_credential_request',
  refusal: 'Send one JSON object in UTF-8 as the credential request.',
  why: 'The members of that object tell the issuer everything that it needs to know.',
  hint: 'Serialise the request as one JSON object, at most 32 levels deep.',
  run: ({ body: { json, request, encrypted } }) => {
    if (encrypted !== null)
      return notApplicable(say`The content of an encrypted request is judged with its decryption.`)
    if (request !== null) return pass()
    return violated({
      expected: say`a JSON object`,
      actual: json.ok ? say`another JSON value` : word(json.reason),
      ...beyondBound('The credential request', json),
    })
  },
})
