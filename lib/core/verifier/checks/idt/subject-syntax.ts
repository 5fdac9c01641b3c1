import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { onIdTokenClaims } from '../../judgements/on-id-token'
import { subjectWords } from '../../judgements/subject-words'
import type { ResponseReading } from '../../read/response/response-reading'

export const idtSubjectSyntax = defineCheck<ResponseReading>('vp.idt.subject_syntax', {
  title: 'Subject of the ID Token has a syntax that the request announces',
  problem: 'The sub of the id_token has a syntax that the request does not announce',
  clauses: ['SIOP2-11.1', 'SIOP2-8'],
  level: 'must',
  rejects: 'invalid_presentation',
  needs: ['vp.idt.self_issued'],
  judges: { token: 'id_token', member: 'claims.sub' },
  why: 'The verifier names the syntaxes that it can verify.',
  hint: 'Use one of subject_syntax_types_supported in the client_metadata of the request.',
  run: onIdTokenClaims(({ subject }, { request }) => {
    const actual = subjectWords(subject)
    if (subject.did === 'malformed') return violated({ expected: say`a DID with a key in it`, actual })
    return subject.announced ? pass(actual) : violated({ expected: request.subjectSyntaxes.map(quote), actual })
  }),
})
