import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onJwe } from '../../judgements/on-jwe'
import type { ResponseReading } from '../../read/response/response-reading'

export const jweHeaderJson = defineCheck<ResponseReading>('vp.jwe.header_json', {
  title: 'Header of the JWE is a JSON object with unique members',
  problem: 'The header of the JWE is not a JSON object with unique members',
  clauses: ['RFC7516-4'],
  level: 'must',
  rejects: 'invalid_encrypted_response',
  needs: ['vp.jwe.compact'],
  why: 'Libraries disagree on which of two members counts.',
  hint: 'Serialize the header as a JSON object in UTF-8, each member once.',
  run: onJwe(({ headerError }) =>
    headerError === null ? pass() : violated({ expected: say`a JSON object`, actual: headerError }),
  ),
})
