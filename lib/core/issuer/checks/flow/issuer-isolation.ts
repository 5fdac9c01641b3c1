import { decidedBy, defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import type { IssuanceEvidence } from '../../../engine/sessions/session-evidence'
import { issuerIdOf } from '../../../ground/ports/laboratory'
import { quote, say } from '../../../ground/values/wording'
import { deviationOf } from '../../deviations'

export const flowIssuerIsolation = defineCheck<IssuanceEvidence>('vci.flow.issuer_isolation', {
  title: 'Wallet stays with the issuer of the offer',
  problem: 'The wallet went to another issuer than that of the offer',
  clauses: ['OID4VCI-1FINAL-12.2.1'],
  level: 'must',
  why: 'A code or token of one issuer is useless at another, and sending it there leaks it.',
  hint: 'Take every address from the metadata of the issuer named in the offer.',
  run: ({ session, exchanges }) => {
    const elsewhere = deviationOf(session)?.changes.hostedElsewhere ?? false
    const own = exchanges.filter(
      ({ correlation, origin, operation }) =>
        correlation === 'exact' && origin !== 'operator' && !(elsewhere && operation === 'getCredentialOffer'),
    )
    if (own.length === 0) return notObserved(say`No request of this session has been seen yet.`)
    const issuer = issuerIdOf(session)
    const astray = own.find(({ issuerId }) => issuerId !== null && issuerId !== issuer)
    return astray
      ? decidedBy(astray, violated({ expected: quote(issuer), actual: quote(astray.issuerId) }))
      : pass(quote(issuer))
  },
})
