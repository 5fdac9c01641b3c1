import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, pass, violated } from '../../check'
import { onAnswer } from '../../judgements/presentation/on-answer'

const artifacts = ['code', 'access_token', 'token_type']

export const vpResponseNoExtraArtifacts = defineCheck<ResponseReading>('vp.response.no_extra_artifacts', {
  title: 'Answer has nothing that the response type does not ask for',
  clauses: ['OID4VP-1FINAL-5.6'],
  level: 'should',
  why: 'A code or a token that nobody asked for is a secret that travels for nothing.',
  hint: 'Leave out code, access_token and token_type unless the response type names them.',
  run: onAnswer((_parameters, { parameters: { names }, request }) => {
    const extra = names.filter((name) => artifacts.includes(name) && !request.responseType.split(' ').includes(name))
    return extra.length === 0 ? pass() : violated({ expected: request.responseType, actual: extra })
  }),
})
