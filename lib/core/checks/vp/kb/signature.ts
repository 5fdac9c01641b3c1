import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck } from '../../check'
import { judgeSignature } from '../../judgements/presentation/judge-signature'
import { onKbJwt } from '../../judgements/presentation/on-kb-jwt'

export const vpKbSignature = defineCheck<PresentedSubject>('vp.kb.signature', {
  title: 'Signature of the Key Binding JWT is valid',
  clauses: ['RFC9901-4.3.2', 'RFC9901-7.3'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'The signature of the Key Binding JWT is invalid or cannot be verified.',
  why: 'It proves possession of the holder key.',
  hint: 'Sign header and payload with the private key that belongs to cnf.',
  run: onKbJwt(({ signature }, { hints }) => judgeSignature(signature, { hints, about: 'vp.kb.signature' })),
})
