import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { isObject } from '../../../ground/values/json'
import { say } from '../../../ground/values/wording'
import { onKeyAttestation } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

export const keyAttestationCertificationStatus = defineCheck<ProofsReading>(
  'vci.key_attestation.certification_status',
  {
    title: 'Certification and status of the key attestation are usable',
    problem: 'The certification or status of the key attestation is unusable',
    clauses: ['OID4VCI-1FINALA-D.1'],
    level: 'info',
    judges: { token: 'key_attestation', member: 'claims.status' },
    why: 'A link to the certification and a way to learn of revocation let an issuer judge the storage later too.',
    hint: 'Give certification as a URL and status as an object, e.g. with status_list.',
    run: onKeyAttestation(({ claims: { certification, status } }) => {
      if (certification === undefined && status === undefined) {
        return notApplicable(say`The key attestation has neither certification nor status.`)
      }
      const isUrl = typeof certification === 'string' && URL.canParse(certification)
      const errors = {
        ...(certification !== undefined && !isUrl && { certification: shown(certification) }),
        ...(status !== undefined && !isObject(status) && { status: shown(status) }),
      }
      if (Object.keys(errors).length > 0)
        return violated({ expected: { certification: say`a URL`, status: say`an object` }, actual: errors })
      return pass({
        certification: shown(certification),
        status: isObject(status) ? Object.keys(status).slice(0, 10).map(shown) : null,
      })
    }),
  },
)
