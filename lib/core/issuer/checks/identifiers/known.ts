import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import type { IdentifiersReading } from '../../read/credential-identifiers'

const seen = {
  malformed: 'a value that is no text',
  unknown: 'one that was never given',
  other_grant: 'one of another token',
} as const

export const identifiersKnown = defineCheck<IdentifiersReading>('vci.identifiers.known', {
  title: 'The credential_identifier is one that came with this access token',
  problem: 'The credential_identifier is not one that came with this access token',
  clauses: ['OID4VCI-1FINAL-8.3.1.2', 'OID4VCI-1FINAL-6.2'],
  level: 'must',
  impossibleIn: ['no_identifiers'],
  rejects: 'unknown_credential_identifier',
  refusal: 'Send a credential_identifier of the token response unchanged, with the access token of that response.',
  needs: ['vci.credential.one_identifier'],
  why: 'An identifier stands for one dataset, and for the grant that it was given with.',
  hint: 'Keep the credential_identifiers together with the access token that they came with.',
  run: ({ given, sent }) => {
    if (!given) return notApplicable(say`The token response gave no credential_identifiers.`)
    if (sent === 'absent') return notApplicable(say`The request names no credential_identifier.`)
    return sent === 'known'
      ? pass()
      : violated({ expected: say`a credential_identifier of the token response`, actual: word(seen[sent]) })
  },
})
