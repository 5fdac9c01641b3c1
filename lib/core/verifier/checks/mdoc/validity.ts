import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { clockSkewSeconds } from '../../../ground/formats/sd-jwt-vc/read-presentation/tolerances'
import { distanceWords } from '../../../ground/time/duration-words'
import { say } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocValidity = defineCheck<PresentedSubject>('vp.mdoc.validity', {
  title: 'Document is valid now',
  problem: 'A document is not valid now, or its validityInfo is malformed',
  clauses: ['ISO18013-5-9.3.1', 'ISO18013-5-9.1.2.4'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'documents.0.mso.validity' },
  why: 'The issuer vouches for the document during this time only.',
  hint: 'Present a document that is valid, and get a new one before it expires.',
  run: onMdocDocument(({ mso }, _mdoc, { answer: { now } }) => {
    if (mso === null) return notApplicable(say`There is no mobile security object; see vp.mdoc.issuer_auth.`)
    const { signed, validFrom, validUntil } = mso.validity
    if (![signed, validFrom, validUntil].every(({ wellFormed }) => wellFormed)) {
      return violated({ expected: say`instants under tag 0, without fractions of a second`, actual: say`another form` })
    }
    if (signed.at === null || validFrom.at === null || validUntil.at === null) {
      return violated({ expected: say`three instants`, actual: say`no instants` })
    }
    if (validFrom.at < signed.at)
      return violated({ expected: say`signed before it is valid`, actual: say`valid before` })
    const skew = clockSkewSeconds * 1000
    const distance = (at: number) => distanceWords((at - now) / 1000)
    if (signed.at > now + skew)
      return violated({
        expected: say`signed by now`,
        actual: say`signed ${distance(signed.at)}`,
        cause: say`The document was signed ${distance(signed.at)}`,
      })
    if (validFrom.at > now + skew)
      return violated({
        expected: say`valid now`,
        actual: say`validFrom ${distance(validFrom.at)}`,
        cause: say`The document is not valid yet: its validFrom is ${distance(validFrom.at)}`,
      })
    return validUntil.at < now - skew
      ? violated({
          expected: say`valid now`,
          actual: say`validUntil ${distance(validUntil.at)}`,
          cause: say`The document has expired: its validUntil is ${distance(validUntil.at)}`,
        })
      : pass()
  }),
})
