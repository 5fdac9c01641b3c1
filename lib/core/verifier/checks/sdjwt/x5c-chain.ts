import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { onX5c } from '../../judgements/on-x5c'
import type { PresentedSubject } from '../../read/response/response-reading'

export const vpSdjwtX5cChain = defineCheck<PresentedSubject>('vp.sdjwt.x5c_chain', {
  title: 'Each certificate is signed by the next one',
  problem: 'A certificate is not signed by the next one',
  clauses: ['RFC5280-6', 'SDJWTVC13-3.5'],
  level: 'must',
  counterpart: 'ValidateSdJwtCredentialX5cCertificateChain',
  why: 'A broken chain leads to no trust anchor.',
  hint: 'The issuer sends its certificates in order, each signed by the next, which is a CA.',
  run: onX5c(({ facts, issuersWithoutCa }) => {
    if (!facts.readable) return notApplicable('The certificates cannot be read.')
    if (!facts.chained)
      return violated({ expected: 'a chain', actual: 'a signature that the next certificate did not make' })
    return issuersWithoutCa.length === 0
      ? pass(`${facts.certificates.length} certificates`)
      : violated({ expected: 'issuing certificates that are CAs', actual: `${issuersWithoutCa.length} are not` })
  }),
})
