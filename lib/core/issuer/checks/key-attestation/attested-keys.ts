import { defineCheck, type Outcome, pass, tolerated, violated } from '../../../engine/checks/check'
import { judgeKeyUse } from '../../../engine/judgements/judge-key-use'
import { shown } from '../../../engine/judgements/shown'
import { quote, type Said, say } from '../../../ground/values/wording'
import { onKeyAttestation } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'
import { attestedKeysMax } from '../../read/proof/read-attested-keys'

export const keyAttestationAttestedKeys = defineCheck<ProofsReading>('vci.key_attestation.attested_keys', {
  title: 'The key attestation lists at least one key, and all of them are public keys to bind credentials to',
  problem: 'The attested_keys claim is not a non-empty array of public EC keys on P-256',
  clauses: ['OID4VCI-1FINALA-D.1', 'RFC7517-4'],
  level: 'must',
  rejects: 'invalid_proof',
  refusal: 'The attested_keys claim must be a non-empty array of public JWKs, EC keys on P-256.',
  judges: { token: 'key_attestation', member: 'claims.attested_keys' },
  why: 'Credentials are bound to these keys, one each.',
  hint: 'List every attested key in attested_keys as a JWK with its public members only.',
  run: onKeyAttestation(({ attestedKeys: { shape, count, keys }, claims }) => {
    const expected = say`a non-empty array of public JWKs`
    if (shape !== 'array') return violated({ expected, actual: shape === 'absent' ? null : say`not an array` })
    if (count === 0) return violated({ expected, actual: say`an empty array` })
    if (count > attestedKeysMax) {
      return violated({
        expected: { at_most: attestedKeysMax },
        actual: { keys: count },
        refusal: `The attested_keys claim holds more than ${attestedKeysMax} keys.`,
      })
    }
    const errors = keys.flatMap(({ index, privateMembers, publicJwk }): Said[] => {
      if (privateMembers.length > 0) return [{ index, private_members: privateMembers.map(quote) }]
      return publicJwk === null ? [{ index, problem: say`no valid public key` }] : []
    })
    if (errors.length > 0) return violated({ expected, actual: errors.slice(0, 10) })
    const others = keys
      .filter(({ bindable }) => !bindable)
      .map(({ index, kty, crv }) => ({ index, kty: shown(kty), crv: shown(crv) }))
    if (others.length === 0) return firstMisuse(claims.attested_keys) ?? pass({ keys: count })
    const mismatch = { expected: say`EC keys on P-256`, actual: others.slice(0, 10) }
    return others.length === keys.length
      ? violated(mismatch)
      : tolerated({ ...mismatch, hint: say`Credentials are issued to the P-256 keys only.` })
  }),
})

/** The first of the keys that says that it is for something else. */
function firstMisuse(keys: unknown): Outcome | null {
  for (const key of Array.isArray(keys) ? keys : []) {
    const outcome = judgeKeyUse(key, { verifies: null })
    if (outcome !== null) return outcome
  }
  return null
}
