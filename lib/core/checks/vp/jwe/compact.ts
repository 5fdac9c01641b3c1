import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, pass, violated } from '../../check'
import { onJwe } from '../../judgements/presentation/on-jwe'

export const vpJweCompact = defineCheck<ResponseReading>('vp.jwe.compact', {
  title: 'Encrypted answer is a compact JWE',
  clauses: ['RFC7516-3.1', 'OID4VP-1FINAL-8.3'],
  level: 'must',
  rejects: 'invalid_encrypted_response',
  refusal: 'The parameter response is not a compact JWE: it needs five base64url parts.',
  why: 'The parameter response carries the compact serialization.',
  hint: 'Send five base64url parts without padding, separated by dots.',
  run: onJwe(({ compactFault }) =>
    compactFault === null ? pass() : violated({ expected: 'a compact JWE', actual: compactFault }),
  ),
})
