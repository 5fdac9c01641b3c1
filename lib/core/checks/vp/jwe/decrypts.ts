import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, pass, violated } from '../../check'
import { onJwe } from '../../judgements/presentation/on-jwe'

export const vpJweDecrypts = defineCheck<ResponseReading>('vp.jwe.decrypts', {
  title: 'JWE can be decrypted with the key of the request',
  clauses: ['OID4VP-1FINAL-8.3', 'RFC7516-5.2'],
  level: 'must',
  rejects: 'invalid_encrypted_response',
  refusal: 'The JWE cannot be decrypted with the key of this request.',
  needs: ['vp.jwe.compact', 'vp.jwe.header_json'],
  why: 'The verifier cannot use an answer that it cannot decrypt.',
  hint: 'Encrypt to the key in client_metadata.jwks, and derive the key with the apu, apv and enc of the header.',
  run: onJwe(({ openedWith, otherSession }) => {
    if (openedWith === 'session') return pass()
    if (openedWith === 'other_session')
      return violated({
        expected: 'the key of this request',
        actual: `the key of session ${otherSession}`,
        hint: 'It is the key of another request: use the key in the request that you answer.',
      })
    return violated({ expected: 'the key of this request', actual: 'no key of this service decrypts it' })
  }),
})
