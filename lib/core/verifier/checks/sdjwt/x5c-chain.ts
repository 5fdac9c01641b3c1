import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { isUnusable, shownChainError } from '../../../engine/judgements/shown-chain-error'
import { say } from '../../../ground/values/wording'
import { onX5c } from '../../judgements/on-x5c'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtX5cChain = defineCheck<PresentedSubject>('vp.sdjwt.x5c_chain', {
  title: 'Certificates form a valid path: each is signed by the next one, which may issue it',
  problem: 'The certificates of the issuer form no valid path',
  clauses: ['RFC5280-6', 'RFC5280-4.2', 'SDJWTVC13-3.5'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'A certificate of the issuer has an extension that rules out this use.',
  counterpart: 'ValidateSdJwtCredentialX5cCertificateChain',
  judges: { token: 'presented_credential', member: 'header.x5c' },
  why: 'A broken chain leads to no trust anchor.',
  hint: 'The issuer sends its certificates in order, each signed by the next, which is a CA.',
  run: onX5c(({ facts }) => {
    if (!facts.readable) return notApplicable(say`The certificates cannot be read.`)
    const { chainError, certificates } = facts
    if (chainError === null) return pass(say`${certificates.length} certificates`)
    return violated({
      expected: say`a valid path`,
      actual: shownChainError(chainError, certificates.length),
      // A chain without a trust anchor refuses only if the issuer must be trusted.
      ...(!isUnusable(chainError) && { error: null }),
    })
  }),
})
