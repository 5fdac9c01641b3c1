import { decidedBy, defineCheck, notApplicable, notObserved, pass, tolerated } from '../../../engine/checks/check'
import { exchangesOf, type IssuanceEvidence } from '../../../engine/sessions/session-evidence'
import { isBound } from '../../../ground/formats/credential-configuration'
import { say } from '../../../ground/values/wording'
import { behaviourOf } from '../../configurations/issuer-in-play'
import { configurationOfSession } from '../../configurations/laboratory/laboratory-configuration'
import { deviationOf } from '../../deviations'

export const nonceEndpointCalled = defineCheck<IssuanceEvidence>('vci.nonce.endpoint_called', {
  title: 'Wallet gets its c_nonce from the nonce endpoint',
  problem: 'The wallet did not get its c_nonce from the nonce endpoint',
  clauses: ['OID4VCI-1FINAL-7', 'OID4VCI-1FINAL-8.2'],
  level: 'must',
  impossibleIn: ['no_nonce_endpoint'],
  why: 'OpenID4VCI 1.0 has one source of nonces; the c_nonce in our token response is an extra that other issuers lack.',
  hint: 'Send a POST request to nonce_endpoint of the issuer metadata before making the proof.',
  run: (evidence) => {
    if (behaviourOf(evidence.session).nonce === 'absent') return notObserved(say`This issuer has no nonce endpoint.`)
    const [credentialRequest] = exchangesOf(evidence, 'requestCredential')
    if (credentialRequest === undefined) return notObserved(say`No credential request was seen yet.`)
    const called = exchangesOf(evidence, 'requestNonce').find(({ at }) => at <= credentialRequest.at)
    if (called) return decidedBy(called, pass())
    if (deviationOf(evidence.session)?.changes.withoutProofTypes)
      return notApplicable(say`The metadata of this session names no proof type, on purpose.`)
    // Without a proof there is nothing that a nonce would go into. OID4VCI-1FINAL-8.2
    const offered = configurationOfSession(evidence.session)?.credentialConfigurations.find(
      ({ id }) => id === evidence.session.credentialConfigurationId,
    )
    if (offered !== undefined && !isBound(offered))
      return notApplicable(say`The offered credential is bound to no key, so its request needs no proof.`)
    return decidedBy(
      credentialRequest,
      tolerated({
        expected: say`a request to the nonce endpoint`,
        actual: say`none that can be linked to this session`,
      }),
    )
  },
})
