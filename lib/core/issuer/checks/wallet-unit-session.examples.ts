import type { ExamplesById } from '../../engine/checks/examples'
import { evidence, exchange, finding, refused } from '../../engine/evidence/fixtures/sessions'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'

const unit = finding('vci.wallet_attestation.status_valid', 'fail', { rejected: true })
const keys = finding('vci.key_attestation.status_valid', 'fail', { rejected: true })
const toldAtToken = refused(2, 'requestToken', 'invalid_client', { status: 401, findings: [unit] })
const suspended = finding('vci.wallet_attestation.status_valid', 'fail', {
  rejected: true,
  reason: 'vci.wallet_attestation.status_valid#suspended',
})
const toldOfSuspension = refused(2, 'requestToken', 'invalid_client', { status: 401, findings: [suspended] })
const toldAtCredential = refused(3, 'requestCredential', 'invalid_token', { status: 401, findings: [unit] })
const toldOfKeys = refused(3, 'requestCredential', 'invalid_proof', { findings: [keys] })
const reads = exchange(5, 'getStatusList', { method: 'GET' })
const browses = exchange(5, 'authorize', { origin: 'user_agent' })

export const walletUnitSessionExamples: ExamplesById<IssuanceEvidence> = {
  'vci.wallet_unit.after_revocation': {
    pass: [
      evidence([toldAtToken]),
      evidence([exchange(1, 'requestToken'), toldOfKeys, reads]),
      evidence([toldAtToken, browses]),
      // The code says that the token is of no use, so one refresh asks whether another would be.
      evidence([toldAtCredential, refused(4, 'requestToken', 'invalid_client', { status: 401, findings: [unit] })]),
    ],
    violated: [
      evidence([toldAtToken, exchange(4, 'pushAuthorizationRequest')]),
      evidence([toldAtToken, exchange(4, 'requestToken')]),
      evidence([toldAtCredential, exchange(4, 'requestCredential')]),
      evidence([toldAtCredential, exchange(4, 'requestToken'), exchange(5, 'requestCredential')]),
      evidence([toldOfKeys, exchange(4, 'requestToken')]),
    ],
    notApplicable: [
      evidence([]),
      evidence([exchange(1, 'requestToken'), exchange(3, 'requestCredential')]),
      evidence([toldOfSuspension, exchange(4, 'requestToken')]),
    ],
  },
}
