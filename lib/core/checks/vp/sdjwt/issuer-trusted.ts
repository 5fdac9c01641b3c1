import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notObserved, pass, violated } from '../../check'
import { onSdJwt } from '../../judgements/presentation/on-sd-jwt'

export const vpSdjwtIssuerTrusted = defineCheck<PresentedSubject>('vp.sdjwt.issuer_trusted', {
  title: 'Issuer of the credential is trusted',
  clauses: ['OID4VP-1FINAL-8.6', 'SDJWTVC13-3.5'],
  level: 'info',
  rejects: 'invalid_presentation',
  refusal: 'The issuer is not trusted, and this session requires a trusted one.',
  why: 'A valid credential may still come from an unknown issuer.',
  hint: 'Add the root certificate of the issuer to the trust anchors of the session or of the installation.',
  run: onSdJwt(({ issuerTrusted }, { answer }) => {
    if (issuerTrusted === true) return pass()
    const error = answer.session.options.require_trusted_issuer ? ('invalid_presentation' as const) : null
    if (issuerTrusted === false)
      return violated({ expected: 'a chain to a trust anchor', actual: 'no such chain', error })
    return error === null
      ? notObserved('There is no certificate chain, or no trust anchor to compare it with.')
      : violated({ expected: 'a chain to a trust anchor', actual: 'no chain', error })
  }),
})
