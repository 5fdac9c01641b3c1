import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { onTokenMatch } from '../../judgements/on-token'
import type { ResponseReading } from '../../read/response/response-reading'

/** The same in the words of ISO/IEC 18013-7, which has no error response. ISO18013-7-C */
const documentRequest = {
  cause: say`A document request is unanswered`,
  refusal: 'A document request is unanswered: all of them are required.',
  hint: say`Return a document for each document request, or let the browser share nothing.`,
}

export const tokenAllCredentials = defineCheck<ResponseReading>('vp.token.all_credentials', {
  title: 'Every credential query is answered',
  problem: 'A credential query is unanswered',
  clauses: ['OID4VP-1FINAL-6.4.2'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: (problem) => `${problem}: without credential_sets all of them are required.`,
  why: 'Without credential_sets the verifier needs every credential that it asks for.',
  hint: 'Send a presentation for each credential query, or the error access_denied.',
  run: onTokenMatch((match, _vpToken, { annexC }) => {
    if (match.unanswered === null) return notApplicable(say`The request has credential sets.`)
    return match.unanswered.length === 0
      ? pass()
      : violated({
          expected: say`all of them`,
          actual: match.unanswered.map(quote),
          ...(annexC === undefined ? {} : documentRequest),
        })
  }),
})
