import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shownName } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onJwePayload } from '../../judgements/on-jwe-payload'
import type { ResponseReading } from '../../read/response/response-reading'

const namedTwice = 'The payload of the JWE names a member more than once.'

export const jwePayloadObject = defineCheck<ResponseReading>('vp.jwe.payload_object', {
  title: 'Payload of the JWE is a JSON object with unique members',
  problem: 'The payload of the JWE is not a JSON object',
  clauses: ['OID4VP-1FINAL-8.3'],
  level: 'must',
  rejects: 'invalid_encrypted_response',
  why: 'Its members are the parameters of the response.',
  hint: 'Serialize the parameters as one JSON object in UTF-8, with vp_token as an object.',
  run: onJwePayload(({ error, duplicates }) => {
    if (error !== null)
      return violated({
        expected: say`a JSON object`,
        actual: error,
        refusal: error.toString().replace(/^It/, 'The payload of the JWE'),
      })
    const twice = duplicates.filter((path) => !path.slice(1).includes('/'))
    return twice.length === 0
      ? pass()
      : violated({ expected: say`each name once`, actual: twice.slice(0, 20).map(shownName), refusal: namedTwice })
  }),
})
