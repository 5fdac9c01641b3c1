import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import { onBrowser } from '../../judgements/on-browser'
import type { ResponseReading } from '../../read/response/response-reading'

/** Names that browsers and wallets used before OpenID4VP 1.0. */
const outdated = ['openid4vp', 'preview']

export const dcapiProtocolRequested = defineCheck<ResponseReading>('vp.dcapi.protocol_requested', {
  title: 'Wallet answers with a protocol that was asked for',
  problem: 'The protocol of the answer was not asked for',
  clauses: ['OID4VP-1FINALA-A.1', 'DC-DigitalCredential'],
  level: 'must',
  rejects: 'invalid_request',
  refusal: (problem) => `${problem}: name the protocol of the entry of requests that you answer.`,
  why: 'The protocol says how to read data, and which entry of the request it answers.',
  hint: 'Return the protocol of the entry that you answer, character for character.',
  run: onBrowser(({ protocol, named }, { session: { dcApi } }) => {
    if (typeof protocol !== 'string')
      return notApplicable(say`The answer names no protocol; see vp.dcapi.result_shape.`)
    if (named !== null) return pass(quote(protocol))
    return violated({
      expected: (dcApi?.entries ?? []).map((entry) => quote(entry.protocol)),
      actual: shown(protocol),
      ...(outdated.includes(protocol)
        ? {
            cause: say`The protocol of the answer is ${protocol}, a name from before OpenID4VP 1.0`,
            hint: say`Use the names of OpenID4VP 1.0, appendix A.1, such as openid4vp-v1-signed.`,
          }
        : {}),
    })
  }),
})
