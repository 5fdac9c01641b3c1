import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notObserved, pass, violated } from '../../check'
import { onMdocDocument } from '../../judgements/presentation/on-mdoc'

export const vpMdocIssuerTrusted = defineCheck<PresentedSubject>('vp.mdoc.issuer_trusted', {
  title: 'Issuer of the document is trusted',
  clauses: ['OID4VP-1FINAL-8.6', 'ISO18013-5-9.3.1'],
  level: 'info',
  rejects: 'invalid_presentation',
  refusal: 'The issuer is not trusted.',
  why: 'A valid document may still come from an unknown issuer.',
  hint: 'Add the root certificate of the issuer to the trust anchors of the session or of the installation.',
  run: onMdocDocument(({ issuerTrusted }, _mdoc, { answer }) => {
    if (issuerTrusted === true) return pass()
    if (issuerTrusted === null && !answer.session.options.require_trusted_issuer)
      return notObserved('There is no certificate chain, or no trust anchor to compare it with.')
    return violated({
      expected: 'a chain to a trust anchor',
      actual: issuerTrusted === false ? 'no such chain' : 'no chain',
      ...(answer.session.options.require_trusted_issuer
        ? {
            error: 'invalid_presentation',
            refusal: 'The issuer is not trusted, and this session requires a trusted one.',
          }
        : { error: null }),
    })
  }),
})
