import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { quote, word } from '../../../ground/values/wording'
import { onAnswer } from '../../judgements/on-answer'
import type { ResponseReading } from '../../read/response/response-reading'

const artifacts = ['code', 'access_token', 'token_type']

export const responseNoExtraArtifacts = defineCheck<ResponseReading>('vp.response.no_extra_artifacts', {
  title: 'Response holds no code or token that the response type leaves out',
  problem: 'The response holds a code or token that the response type leaves out',
  clauses: ['OID4VP-1FINAL-5.6'],
  level: 'should',
  why: 'An unsolicited code or token gives away a secret for nothing.',
  hint: 'Send code, access_token and token_type only if the response type asks for them.',
  run: onAnswer((_parameters, { parameters: { names }, request }) => {
    const extra = names.filter((name) => artifacts.includes(name) && !request.responseType.split(' ').includes(name))
    return extra.length === 0 ? pass() : violated({ expected: word(request.responseType), actual: extra.map(quote) })
  }),
})
