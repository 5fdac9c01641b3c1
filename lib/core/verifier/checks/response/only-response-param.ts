import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownName } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import type { ResponseReading } from '../../read/response/response-reading'

export const responseOnlyResponseParam = defineCheck<ResponseReading>('vp.response.only_response_param', {
  title: 'Encrypted response has no parameter beside response',
  problem: 'The encrypted response has parameters beside response',
  clauses: ['OID4VP-1FINAL-8.3.1', 'OID4VP-1FINAL-8.3'],
  level: 'must',
  counterpart: 'ValidateAuthResponseContainsOnlyResponse',
  why: 'Parameters beside the JWE are neither encrypted nor bound to it.',
  hint: 'Put state and all other parameters into the encrypted payload and send response alone.',
  run: ({ request, jwe, transport }) => {
    if (request.responseMode !== 'direct_post.jwt' || jwe === null)
      return notApplicable(say`The response is not encrypted.`)
    if (transport.door === 'generic')
      return notApplicable(say`The address that all sessions share needs state beside the response.`)
    const others = transport.members.filter((name) => name !== 'response')
    return others.length === 0
      ? pass()
      : violated({ expected: [say`response`], actual: others.slice(0, 20).map(shownName) })
  },
})
