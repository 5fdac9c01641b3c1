import { defineCheck, notApplicable, pass, tolerated, violated } from '../../../engine/checks/check'
import { isUnusable, shownChainError } from '../../../engine/judgements/shown-chain-error'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocX5chain = defineCheck<PresentedSubject>('vp.mdoc.x5chain', {
  title: 'Certificates of the document signer can be read',
  problem: 'The document has no certificate of its signer in x5chain that can be read',
  clauses: ['ISO18013-5-9.1.2.4', 'RFC9360-2'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'documents.0.issuer_auth.x5chain' },
  why: 'The key of the issuer is in its certificate and nowhere else.',
  hint: 'Send x5chain (label 33) in the unprotected header: one byte string, or an array of them with the leaf first.',
  run: onMdocDocument(({ issuerAuth, x5chain }) => {
    if (issuerAuth.shape === 'absent') return notApplicable(say`There is no issuerAuth.`)
    if (x5chain === null) return violated({ expected: say`x5chain`, actual: null })
    const { form, header, facts } = x5chain
    if (form === 'other') return violated({ expected: say`bytes, or an array of bytes`, actual: bare.somethingElse })
    if (!facts.readable) return violated({ expected: say`certificates`, actual: facts.reason })
    if (facts.chainError !== null) {
      return violated({
        expected: say`a valid path`,
        actual: shownChainError(facts.chainError, facts.certificates.length),
        ...(isUnusable(facts.chainError)
          ? { refusal: 'A certificate of the document signer has an extension that rules out this use.' }
          : { error: null }),
      })
    }
    if (header === 'protected') {
      return tolerated({ expected: say`the unprotected header`, actual: say`the protected header` })
    }
    return form === 'array' && facts.certificates.length === 1
      ? tolerated({ expected: say`one certificate as a byte string`, actual: say`an array of one` })
      : pass(facts.certificates.length)
  }),
})
