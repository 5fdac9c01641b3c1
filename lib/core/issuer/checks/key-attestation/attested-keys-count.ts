import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onKeyAttestation } from '../../judgements/on-key-proof'
import { credentialsMax } from '../../read/proof/holder-keys'
import type { ProofsReading } from '../../read/proof/proofs-reading'

export const keyAttestationAttestedKeysCount = defineCheck<ProofsReading>('vci.key_attestation.attested_keys_count', {
  title: 'Attested keys do not outnumber the credentials issued at once',
  problem: 'The key attestation names more keys than credentials are issued at once',
  clauses: ['OID4VCI-1FINAL-14.6'],
  level: 'info',
  judges: { token: 'key_attestation', member: 'claims.attested_keys' },
  why: 'The issuer decides how many credentials it gives; the keys beyond that get none.',
  hint: `Attest at most ${credentialsMax} keys at once; this issuer gives no more credentials for one request.`,
  run: onKeyAttestation(({ attestedKeys: { shape, count } }, { conditions: { keysMax } }) => {
    if (shape !== 'array') return notApplicable(say`There is no array of attested keys.`)
    if (count <= keysMax) return pass(count)
    const mismatch = { expected: { at_most: keysMax }, actual: count }
    return keysMax === credentialsMax
      ? violated(mismatch)
      : violated({ ...mismatch, hint: say`Attest at most ${keysMax} keys at once, the batch_size of this issuer.` })
  }),
})
