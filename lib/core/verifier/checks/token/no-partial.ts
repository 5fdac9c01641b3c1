import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onTokenMatch } from '../../judgements/on-token'
import type { ResponseReading } from '../../read/response/response-reading'

/** ISO/IEC 18013-7 has no error response. ISO18013-7-C */
const shareNothing = { hint: say`Let the browser share nothing instead of part of the documents.` }

export const tokenNoPartial = defineCheck<ResponseReading>('vp.token.no_partial', {
  title: 'Wallet that cannot satisfy the whole query presents nothing',
  problem: 'The wallet presented something although it cannot satisfy the whole query',
  clauses: ['OID4VP-1FINAL-6.4.2'],
  level: 'must',
  why: 'A partial response reveals data that the verifier cannot use.',
  hint: 'Send the error access_denied instead of part of the credentials.',
  run: onTokenMatch((match, _vpToken, { annexC }) => {
    if (match.satisfied) return notApplicable(say`The query was answered in full.`)
    return match.partial
      ? violated({
          expected: say`everything required, or nothing`,
          actual: say`a part of it`,
          ...(annexC === undefined ? {} : shareNothing),
        })
      : pass()
  }),
})
