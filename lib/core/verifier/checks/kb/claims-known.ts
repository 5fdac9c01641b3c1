import { defineCheck, notApplicable, pass, tolerated } from '../../../engine/checks/check'
import { shownPaths } from '../../../engine/judgements/shown-path'
import { say } from '../../../ground/values/wording'
import { onKbJwt } from '../../judgements/on-kb-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const kbClaimsKnown = defineCheck<PresentedSubject>('vp.kb.claims_known', {
  title: 'Key Binding JWT has only claims that the specifications define',
  problem: 'The Key Binding JWT has claims that no specification defines',
  clauses: ['SDJWTVC13-4.2', 'RFC9901-4.3'],
  level: 'info',
  counterpart: 'CheckForUnexpectedClaimsInBindingJwt',
  judges: { token: 'presented_credential', member: 'key_binding.claims' },
  why: 'Other claims may reveal something about the wallet.',
  hint: 'Send iat, aud, nonce and sd_hash, and the hashes of transaction data if there is any.',
  run: onKbJwt(({ unknownClaims, jws }) => {
    if (jws.claims === null) return notApplicable(say`The payload cannot be read.`)
    return unknownClaims.length === 0
      ? pass()
      : tolerated({ expected: say`known claims`, actual: shownPaths(unknownClaims.slice(0, 20).map((name) => [name])) })
  }),
})
