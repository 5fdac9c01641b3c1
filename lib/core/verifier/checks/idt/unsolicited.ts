import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onAnswer } from '../../judgements/on-answer'
import type { ResponseReading } from '../../read/response/response-reading'

export const idtUnsolicited = defineCheck<ResponseReading>('vp.idt.unsolicited', {
  title: 'Response holds no unsolicited ID Token',
  problem: 'The response holds an ID Token that nobody asked for',
  clauses: ['OID4VP-1FINAL-8'],
  level: 'should',
  why: 'An ID Token identifies the user to this verifier.',
  hint: 'Send id_token only if the response type asks for it.',
  run: onAnswer((_parameters, { idToken, request }) => {
    if (request.responseType === 'vp_token id_token') return notApplicable(say`The request asks for an ID Token.`)
    return idToken === null ? pass() : violated({ expected: say`no id_token`, actual: say`id_token` })
  }),
})
