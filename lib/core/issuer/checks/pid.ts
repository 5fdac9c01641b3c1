import { area, of } from '../../engine/checks/area'
import { decidedBy, notApplicable, notObserved, pass, violated } from '../../engine/checks/check'
import { exchangesOf, type IssuanceEvidence } from '../../engine/sessions/session-evidence'
import { say } from '../../shared/values/wording'
import { credentialConfiguration } from '../configurations'
import { configurationOfSession } from '../configurations/laboratory/laboratory-configuration'
import { firstIssued } from '../judgements/proofs'

export const pid = area(
  'vci.pid',
  { subject: of<IssuanceEvidence>() },
  {
    device_bound: {
      title: 'PID is issued to attested keys',
      problem: 'The PID was issued to keys that are not attested',
      clauses: ['HAIP-4.5.1'],
      level: 'must',
      profile: 'pid',
      why: 'A PID is bound to a key in certified hardware, and only an attestation shows where a key is stored.',
      hint: 'Send a key attestation with the proof, as the metadata demands.',
      run: (evidence) => {
        const issuer = configurationOfSession(evidence.session)
        if (issuer?.keyAttestationsRequired !== true)
          return notApplicable(say`This issuer does not ask for a key attestation.`)
        if (credentialConfiguration(issuer, evidence.session.credentialConfigurationId)?.own !== undefined)
          return notApplicable(say`The credential is no PID.`)
        // A deferred credential is bound to the keys of the original request.
        const issued = exchangesOf(evidence, 'requestCredential').find(({ response }) =>
          [200, 202].includes(response.status ?? 0),
        )
        if (issued === undefined || firstIssued(evidence) === undefined)
          return notObserved(say`No credential was issued yet.`)
        const attested = issued.findings.some(
          ({ id, status }) => id === 'vci.key_attestation.signature' && status === 'pass',
        )
        return decidedBy(
          issued,
          attested ? pass() : violated({ expected: say`attested keys`, actual: say`keys without a valid attestation` }),
        )
      },
    },
  },
)
