import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notObserved, pass, violated } from '../../check'
import { onSdJwt } from '../../judgements/presentation/on-sd-jwt'

export const vpSdjwtIssuerTrusted = defineCheck<PresentedSubject>('vp.sdjwt.issuer_trusted', {
  title: 'Issuer of the credential is trusted',
  clauses: ['OID4VP-1FINAL-8.6', 'SDJWTVC13-3.5'],
  level: 'info',
  rejects: 'invalid_presentation',
  refusal: 'The issuer is not trusted.',
  why: 'A valid credential may still come from an unknown issuer.',
  hint: 'Add the root certificate of the issuer to the trust anchors of the session or of the installation.',
  run: onSdJwt(({ issuerTrusted }, { answer }) => {
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
