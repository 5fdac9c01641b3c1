import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { onKeyAttestation } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

export const keyAttestationAttestedKeysDistinct = defineCheck<ProofsReading>(
  'vci.key_attestation.attested_keys_distinct',
  {
    title: 'The attested keys differ from each other',
    problem: 'The key attestation names a key more than once',
    clauses: ['OID4VCI-1FINAL-3.3.2', 'RFC9901-10.1'],
    level: 'should',
    judges: { token: 'key_attestation', member: 'claims.attested_keys' },
    why: 'Each key is for a credential of its own; two credentials with one key can be linked.',
    hint: 'List each key once; one credential is issued for each distinct key.',
    run: onKeyAttestation(({ attestedKeys: { keys } }) => {
      const thumbprints = keys.flatMap(({ thumbprint }) => (thumbprint === null ? [] : [thumbprint]))
      if (thumbprints.length < 2) return notApplicable(say`There are not two readable attested keys.`)
      const repeated = thumbprints.filter((thumbprint, index) => thumbprints.indexOf(thumbprint) !== index)
      return repeated.length === 0
        ? pass({ keys: thumbprints.length })
        : violated({
            expected: say`distinct keys`,
            actual: { repeated: [...new Set(repeated)].slice(0, 10).map(quote) },
          })
    }),
  },
)
