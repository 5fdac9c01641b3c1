import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { onAnswer } from '../../judgements/on-answer'
import type { ResponseReading } from '../../read/response/response-reading'

export const responseNoPresentationSubmission = defineCheck<ResponseReading>('vp.response.no_presentation_submission', {
  title: 'Response has no presentation_submission',
  problem: 'The response has a presentation_submission',
  clauses: ['OID4VP-1FINAL-8.1', 'HAIP-5'],
  level: 'must',
  counterpart: 'CheckNoPresentationSubmissionParameter',
  why: 'OpenID4VP 1.0 has no Presentation Exchange: the ids of the DCQL query say what each presentation answers.',
  hint: 'Leave out presentation_submission. It belongs to drafts before 1.0.',
  run: onAnswer(({ presentationSubmission }) =>
    presentationSubmission === undefined ? pass() : violated({ expected: bare.absent, actual: bare.present }),
  ),
})
