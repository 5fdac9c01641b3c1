import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

const words = { tagged: say`a tagged one`, other: bare.somethingElse, absent: null }

export const mdocIssuerAuth = defineCheck<PresentedSubject>('vp.mdoc.issuer_auth', {
  title: 'Issuer signature is a COSE_Sign1 over a mobile security object',
  problem: 'The issuerAuth of a document is not a COSE_Sign1 over a mobile security object',
  clauses: ['ISO18013-5-9.1.2.4', 'RFC9052-4.2'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'documents.0.issuer_auth' },
  why: 'Without it, no issuer vouches for the content of the document.',
  hint: 'Send issuerAuth exactly as issued: an untagged array of four, with alg in the protected header.',
  run: onMdocDocument(({ issuerAuth: { shape, alg, payload }, mso }) => {
    if (shape !== 'cose') return violated({ expected: say`an untagged array of four`, actual: words[shape] })
    if (payload !== 'bytes') return violated({ expected: say`a payload`, actual: null })
    if (mso === null) return violated({ expected: say`a mobile security object`, actual: say`another payload` })
    if (!mso.embedded) return violated({ expected: say`tag 24`, actual: say`a mobile security object without it` })
    return alg.value === null || alg.inProtected
      ? pass()
      : violated({ expected: say`alg in the protected header`, actual: say`alg in the unprotected header` })
  }),
})
