import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, pass, violated } from '../../check'
import { onJwe } from '../../judgements/presentation/on-jwe'

export const vpJweHeaderJson = defineCheck<ResponseReading>('vp.jwe.header_json', {
  title: 'Header of the JWE is one JSON object',
  clauses: ['RFC7516-4'],
  level: 'must',
  rejects: 'invalid_encrypted_response',
  refusal: 'The header of the JWE is not a JSON object that names each member once.',
  needs: ['vp.jwe.compact'],
  why: 'A header that names a member twice is read differently by different libraries.',
  hint: 'Serialise the header as a JSON object in UTF-8, each member once.',
  run: onJwe(({ headerFault }) =>
    headerFault === null ? pass() : violated({ expected: 'a JSON object', actual: headerFault }),
  ),
})
