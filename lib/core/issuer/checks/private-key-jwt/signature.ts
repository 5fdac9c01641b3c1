import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say, word } from '../../../ground/values/wording'
import { unreadableToken } from '../../judgements/unreadable-token'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const privateKeyJwtSignature = defineCheck<ClientAuthenticationReading>('vci.private_key_jwt.signature', {
  title: 'Client assertion is signed with a registered key of the client',
  problem: 'The client assertion does not verify with a registered key of the client',
  clauses: ['RFC7523-3', 'RFC6749-3.2.1', 'RFC7515-4', 'RFC7519-4'],
  level: 'must',
  rejects: 'invalid_client',
  concerns: ['client'],
  why: 'Only the client holds the private half of its registered keys.',
  hint: 'Register the client with its keys, and sign the assertion with one of them.',
  run: ({ assertion, methods, registered }) => {
    // A name alone proves nothing: without its registered keys, a client could be anyone.
    if (methods.length === 0 && registered) return violated({ expected: say`a client assertion`, actual: bare.none })
    if (assertion === null) return notApplicable(say`The request carries no client assertion.`)
    if (assertion.jwt === null) {
      const { unreadable } = assertion
      const expected = say`a compact JWS`
      if (unreadable === null)
        return violated({
          expected,
          actual: say`no client_assertion`,
          refusal: 'The client_assertion is missing.',
        })
      return violated({
        ...unreadableToken(say`The client assertion`, unreadable, expected),
        refusal: `The client_assertion is not a readable JWT. ${unreadable.reason}`,
      })
    }
    if (assertion.client === null) return violated({ expected: say`a registered client`, actual: say`unknown client` })
    return assertion.jwt.signature === 'valid'
      ? pass(say`valid`)
      : violated({ expected: say`a signature of a registered key`, actual: word(assertion.jwt.signature) })
  },
})
