import { defineCheck, notApplicable, notObserved } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { judgeSignature } from '../../judgements/judge-signature'
import { onIdToken } from '../../judgements/on-id-token'
import type { ResponseReading } from '../../read/response/response-reading'

export const idtSignature = defineCheck<ResponseReading>('vp.idt.signature', {
  title: 'Signature of the ID Token is valid',
  problem: 'The signature of the id_token does not verify with the key of its subject',
  clauses: ['SIOP2-11.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'id_token', member: 'signature' },
  why: 'The signature proves that the subject holds its key.',
  hint: 'Sign with the key in sub_jwk, or with the key that the DID in sub resolves to.',
  run: onIdToken(({ selfIssued, subject, signature }) => {
    if (!selfIssued) return notApplicable(say`The token is not self-issued; see vp.idt.self_issued.`)
    if (subject.did === 'method_not_supported')
      return notObserved(
        say`The key of did:${subject.method} would have to be fetched: this service fetches no DID documents.`,
      )
    return judgeSignature(signature, { hints: [], about: 'vp.kb.signature' })
  }),
})
