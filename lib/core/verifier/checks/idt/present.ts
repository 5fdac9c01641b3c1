import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onAnswer } from '../../judgements/on-answer'
import type { ResponseReading } from '../../read/response/response-reading'

export const idtPresent = defineCheck<ResponseReading>('vp.idt.present', {
  title: 'Response holds the ID Token that was asked for',
  problem: 'The response lacks the id_token that the response type asks for',
  clauses: ['OID4VP-1FINAL-8', 'SIOP2-9'],
  level: 'must',
  rejects: 'invalid_presentation',
  why: 'With the response type "vp_token id_token" both come in one response.',
  hint: 'Send id_token beside vp_token, in the same response.',
  run: onAnswer((_parameters, { idToken, request }) => {
    if (request.responseType !== 'vp_token id_token')
      return notApplicable(say`The request does not ask for an ID Token.`)
    return idToken === null ? violated({ expected: say`id_token`, actual: null }) : pass()
  }),
})
