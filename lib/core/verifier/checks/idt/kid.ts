import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onIdToken } from '../../judgements/on-id-token'
import type { ResponseReading } from '../../read/response/response-reading'

export const idtKid = defineCheck<ResponseReading>('vp.idt.kid', {
  title: 'ID Token of a DID names the key that signed it',
  problem: 'The header of the id_token names no key of the DID in sub',
  clauses: ['SIOP2-11.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  needs: ['vp.idt.subject_syntax'],
  judges: { token: 'id_token', member: 'header.kid' },
  why: 'A DID may have several keys, so the header must name the one that signed.',
  hint: 'Set kid in the header to the id of the key in the DID document.',
  run: onIdToken(({ subject, kid }) => {
    if (subject.syntax !== 'did') return notApplicable(say`The subject is not a DID.`)
    if (!kid.present) return violated({ expected: say`kid`, actual: null })
    if (kid.ofSubject === null) return notObserved(say`The DID document is unknown: this service fetches none.`)
    return kid.ofSubject ? pass() : violated({ expected: say`the key of the DID`, actual: say`another id` })
  }),
})
