import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { quoteStart, say, word } from '../../../ground/values/wording'
import { beyondBound } from '../../judgements/beyond-bound'
import type { DeferredReading } from '../../read/deferred/deferred-reading'

export const deferredWellformed = defineCheck<DeferredReading>('vci.deferred.wellformed', {
  title: 'Deferred credential request is a JSON object that names its transaction once',
  problem: 'The deferred credential request does not name its transaction in a JSON object',
  clauses: ['OID4VCI-1FINAL-9.1', 'OID4VCI-1FINAL-8.3.1.2'],
  level: 'must',
  impossibleIn: ['nothing_deferred'],
  rejects: 'invalid_credential_request',
  refusal:
    'Send one JSON object as application/json, or encrypted as application/jwt, with transaction_id as a string.',
  why: 'The transaction_id alone tells the issuer which credential the wallet comes back for.',
  hint: 'Send the transaction_id of the credential response, unchanged, as the one member of a JSON object.',
  run: ({ body: { encrypted, json, mediaType, request }, transactionId }) => {
    if (encrypted !== null && request === null)
      return notApplicable(say`The content of an encrypted request is judged with its decryption.`)
    if (encrypted === null && mediaType !== 'application/json')
      return violated({
        expected: [say`application/json`, say`application/jwt`],
        actual: quoteStart(mediaType, 100) ?? say`no Content-Type`,
      })
    if (request === null)
      return violated({
        expected: say`a JSON object`,
        actual: json.ok ? say`another JSON value` : word(json.reason),
        ...beyondBound('The deferred credential request', json),
      })
    if (json.ok && json.duplicates.length > 0)
      return violated({
        expected: say`each member once`,
        actual: json.duplicates.slice(0, 10).map((path) => quoteStart(path, 80)),
      })
    if (typeof transactionId === 'string') return pass()
    return violated({
      expected: say`transaction_id as a string`,
      actual: transactionId === undefined ? bare.none : say`a value of type ${typeof transactionId}`,
    })
  },
})
