import { area, of } from '../../../engine/checks/area'
import { notApplicable, type Outcome, pass, tolerated, violated } from '../../../engine/checks/check'
import { formOf, shown } from '../../../engine/judgements/shown'
import { bare, say } from '../../../shared/values/wording'
import { inFramework } from '../../judgements/in-framework'
import {
  judgeKeptPeriod,
  judgeKeptStatus,
  keptPeriodReasons,
  keptSeconds,
  keptStatusReasons,
} from '../../judgements/kept-status'
import { onKeyAttestation } from '../../judgements/proofs'
import type { KeyAttestationJwt, KeyAttestationReading, ProofsReading } from '../../read/proof/proofs-reading'

/** The level of a wallet secure cryptographic device. TS3-2.3.2 */
const wscdLevel = 'iso_18045_high'

/** Runs a check on the key attestation of a session in the European framework. */
const onKeys = (judge: (attestation: KeyAttestationJwt, reading: KeyAttestationReading) => Outcome) =>
  onKeyAttestation(inFramework(judge))

/** What TS3 wants of key attestations beyond OpenID4VCI. TS3-2.3.2 */
export const keyUnit = area(
  'vci.key_attestation',
  {
    subject: of<ProofsReading>(),
    rejects: 'invalid_proof',
    profile: 'eu',
    needs: ['vci.key_attestation.signature'],
  },
  {
    key_storage_status: {
      title: 'The key attestation has a key_storage_status with an entry of a status list and its end',
      reasons: keptStatusReasons('key_storage_status', 'key attestation'),
      clauses: ['TS3-2.3.2', 'TS3-2.4.1', 'CIR1731-R_GEN-1', 'ARF3-WUA_02'],
      level: 'must',
      refusal: 'The key attestation must have key_storage_status as TS3 has it.',
      judges: { token: 'key_attestation', member: 'claims.key_storage_status' },
      why: 'An issuer of PIDs looks there every day whether the key storage was revoked.',
      run: onKeys(({ claims }, { conditions: { unit } }) =>
        judgeKeptStatus(claims.key_storage_status, { status: claims.status, origin: unit.origin }),
      ),
    },
    key_storage_status_period: {
      title: 'The status of the key storage is kept as long as the issuer asks',
      reasons: keptPeriodReasons('key_storage_status'),
      clauses: ['TS3-2.4.2', 'CIR1731-LC_GEN-1'],
      level: 'must',
      needs: ['vci.key_attestation.signature', 'vci.key_attestation.key_storage_status'],
      refusal: 'The key_storage_status.exp of the key attestation must lie ahead, at least as far as this issuer asks.',
      judges: { token: 'key_attestation', member: 'claims.key_storage_status' },
      why: 'A PID must not outlive the time for which its provider can learn that the key storage was revoked.',
      run: onKeys(({ claims }, { conditions: { now, unit } }) => {
        const remaining = keptSeconds(claims.key_storage_status, now / 1000)
        return remaining === null
          ? notApplicable(say`The key_storage_status has no time.`)
          : judgeKeptPeriod(remaining, unit.periods.keyStorage)
      }),
    },
    certification: {
      title: 'The key attestation tells how the key storage is certified',
      reasons: {
        missing: {
          says: 'The key attestation has no certification, or one that is no text',
          fix: 'Have the wallet provider add certification, the address of what certifies the key storage.',
        },
        object: {
          says: 'It is an object, as in TS3 before 1.5',
          fix: 'Have the wallet provider write certification as a string, the address of what certifies the key storage.',
        },
        no_url: {
          says: 'The certification of the key attestation is no URL',
          fix: 'Have the wallet provider write certification as a URL, as OpenID4VCI 1.0 appendix D.1 has it.',
        },
      },
      clauses: ['TS3-2.3.2', 'ARF3-WUA_01', 'OID4VCI-1FINALA-D.1'],
      level: 'must',
      refusal: 'The key attestation must have certification, a string.',
      judges: { token: 'key_attestation', member: 'claims.certification' },
      why: 'It tells an issuer whether the key storage is a WSCD.',
      run: onKeys(({ claims: { certification } }) => {
        const expected = say`certification, a URL`
        if (typeof certification !== 'string' || certification === '') {
          const isObject = typeof certification === 'object' && certification !== null
          return violated(isObject ? 'object' : 'missing', { expected, actual: formOf(certification) })
        }
        return URL.canParse(certification)
          ? pass()
          : tolerated('no_url', { expected, actual: say`a text that is no URL` })
      }),
    },
    first_key_signs: {
      title: 'The first attested key signs the jwt proof',
      reasons: {
        other: {
          says: 'A key that is not the first of the attested ones signed the proof',
          fix: 'Sign the jwt proof with the key at index 0 of attested_keys.',
        },
        second: {
          says: 'The second attested key signed; TS3 wants the first',
          fix: 'Sign the jwt proof with the key at index 0 of attested_keys.',
        },
      },
      clauses: ['TS3-2.2.2.1', 'TS3-2.2.2.2'],
      level: 'must',
      refusal: 'The jwt proof must be signed with the first of the attested keys.',
      judges: { token: 'proof_jwt', member: 'signature' },
      why: 'One signature stands for all keys of the attestation, and issuers verify it with the first.',
      run: onKeys(({ attestedKeys: { keys } }, { carrier, proofKey }) => {
        if (carrier === 'attestation_proof')
          return notApplicable(say`An attestation proof is not signed by an attested key.`)
        if (proofKey === null || proofKey.thumbprint === null)
          return notApplicable(say`The key of the proof is unknown; see vci.proof.jwt.key_reference.`)
        const index = keys.findIndex(({ thumbprint }) => thumbprint === proofKey.thumbprint)
        if (index === 0) return pass()
        const actual = index < 0 ? say`a key that is not attested` : say`key ${index + 1}`
        return violated(index === 1 ? 'second' : 'other', { expected: say`key 1`, actual })
      }),
    },
    used_once: {
      title: 'No earlier request that was granted had this key attestation, or one of its keys',
      reasons: {
        attestation: {
          says: 'The key attestation was used before',
          fix: 'Fetch a new key attestation, for new keys, before each credential request.',
        },
        attested_key: {
          says: 'An attested key was in an earlier key attestation',
          fix: 'Make new keys for each credential request, and have these attested.',
        },
        bound_key: {
          says: 'An attested key got a credential before, without a key attestation of the European framework',
          fix: 'Make new keys for each credential request, and have these attested.',
        },
      },
      clauses: ['TS3-2.2.2.1', 'TS3-2.4.2'],
      level: 'must',
      judges: { token: 'key_attestation', member: 'claims.attested_keys' },
      why: 'A key that comes back tells issuers that the same wallet asks, and outlives the period that was looked at first.',
      rejects: null,
      run: onKeys((_attestation, { use }) => {
        if (use === undefined) return notApplicable(say`Nobody looked for earlier requests.`)
        return use.earlier === null
          ? pass()
          : violated(use.earlier, { expected: say`a new key attestation for new keys`, actual: bare.usedBefore })
      }),
    },
    wscd_levels: {
      title: 'The keys of a PID are in a WSCD, whose levels are high',
      reasons: {
        lower: {
          says: 'The keys of a PID are in a WSCD, which is iso_18045_high',
          fix: 'Attest keys of the WSCD, with iso_18045_high in key_storage and in user_authentication.',
        },
      },
      clauses: ['TS3-2.3.2', 'CIR1731-C_KA-1', 'ARF3-WUA_05'],
      level: 'must',
      refusal: 'The key attestation for a PID must have iso_18045_high in key_storage and user_authentication.',
      judges: { token: 'key_attestation', member: 'claims.key_storage' },
      why: 'A PID has assurance level high, and so have its keys.',
      run: onKeys(({ claims }, { conditions: { isPid } }) => {
        if (!isPid) return notApplicable(say`The credential is no PID.`)
        const { key_storage: storage, user_authentication: user } = claims
        return [storage, user].every((levels) => Array.isArray(levels) && levels.includes(wscdLevel))
          ? pass()
          : violated('lower', {
              expected: say`${wscdLevel} in both`,
              actual: { key_storage: firstLevels(storage), user_authentication: firstLevels(user) },
            })
      }),
    },
    not_sent_unbound: {
      title: 'No key attestation and no proof are sent for a credential that is bound to no key',
      problem: 'The wallet sent a proof for a credential that is bound to no key',
      clauses: ['TS3-2.2.2.1', 'ARF3-WUA_10a'],
      level: 'must',
      needs: [],
      why: 'A key attestation tells about the device, and such a credential needs no key.',
      hint: 'Leave proofs out where the metadata has no proof_types_supported.',
      rejects: null,
      run: ({ isUnbound, type, jwt, keyAttestation }) => {
        if (isUnbound === undefined)
          return notApplicable(say`The credential is bound to a key, or the session is outside the framework.`)
        return type === null && jwt === null && keyAttestation === null
          ? pass()
          : violated({ expected: say`no proofs`, actual: type === null ? say`proofs` : shown(type) })
      },
    },
  },
)

const firstLevels = (levels: unknown) => (Array.isArray(levels) ? levels.slice(0, 4).map(shown) : formOf(levels))

/** Whether the proofs of a request are ones that TS3 is about; elsewhere these checks have nothing to say. */
export const provesInFramework = ({ keyAttestation, isUnbound }: ProofsReading): boolean =>
  isUnbound === true || keyAttestation?.conditions.unit.isEuropean === true
