import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, tolerated } from '../../check'
import { onKbJwt } from '../../judgements/presentation/on-kb-jwt'
import { shownPaths } from '../../judgements/shown-path'

export const vpKbClaimsKnown = defineCheck<PresentedSubject>('vp.kb.claims_known', {
  title: 'Key Binding JWT has only the claims of the specification',
  clauses: ['SDJWTVC13-4.2', 'RFC9901-4.3'],
  level: 'info',
  why: 'What else stands there is signed, and may tell about the wallet.',
  hint: 'Send iat, aud, nonce and sd_hash; with transaction data also their hashes.',
  run: onKbJwt(({ unknownClaims, jws }) => {
    if (jws.claims === null) return notApplicable('The payload cannot be read.')
    return unknownClaims.length === 0
      ? pass()
      : tolerated({ expected: 'known claims', actual: shownPaths(unknownClaims.slice(0, 20).map((name) => [name])) })
  }),
})
