import { defineCheck, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { judgeSignature } from '../../judgements/judge-signature'
import { onKbJwt } from '../../judgements/on-kb-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

const noKey = say`The cnf of the credential holds no public JWK, so nothing proves who holds it.`

export const kbSignature = defineCheck<PresentedSubject>('vp.kb.signature', {
  title: 'Signature of the Key Binding JWT is valid',
  problem: 'The signature of the Key Binding JWT is invalid or cannot be verified',
  clauses: ['RFC9901-4.3.2', 'RFC9901-7.3'],
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'ValidateSdJwtKeyBindingSignature',
  judges: { token: 'presented_credential', member: 'key_binding.signature' },
  why: 'It proves possession of the holder key.',
  hint: 'Sign header and payload with the private key that belongs to cnf.',
  run: onKbJwt(({ signature }, { hints, cnf }) =>
    // A credential without cnf has its own check; one without a usable key in cnf would pass unverified.
    signature.unverifiedBecause === 'no_key' && cnf.isObject
      ? violated({ expected: say`a public key in cnf`, actual: say`none that can be used`, hint: noKey })
      : judgeSignature(signature, { hints, about: 'vp.kb.signature' }),
  ),
})
