import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocCertValidity = defineCheck<PresentedSubject>('vp.mdoc.cert_validity', {
  title: 'Certificate of the document signer is valid now and was when it signed',
  problem: 'The certificate of the document signer is not valid now, or was not when it signed',
  clauses: ['ISO18013-5-9.3.1', 'RFC5280-4.1.2.5'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'documents.0.issuer_auth.x5chain' },
  why: 'An expired certificate no longer vouches for its key.',
  hint: 'The issuer renews its certificate and reissues its documents.',
  run: onMdocDocument(({ x5chain, mso }) => {
    if (!x5chain?.facts.readable) return notApplicable(say`The certificates cannot be read.`)
    if (x5chain.expired.length > 0) return violated({ expected: say`valid now`, actual: say`expired` })
    if (x5chain.notYetValid.length > 0) return violated({ expected: say`valid now`, actual: say`not yet valid` })
    const [leaf] = x5chain.facts.certificates
    const at = mso?.validity.signed.at ?? null
    return at !== null && (at < leaf.notBefore || at > leaf.notAfter)
      ? violated({ expected: say`signed while the certificate was valid`, actual: say`signed at another time` })
      : pass()
  }),
})
