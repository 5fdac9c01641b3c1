import { randomText } from '../../run'
import type { Misbehaviour } from './misbehaviour'

const batch = { batch: { size: 3 } }
const inBatch = { issuer: 'eu-pid-jwt-proof-only', sessionOptions: { laboratory: batch } } as const
const mdoc = 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof'

/** Takes one key for two proofs. */
const repeatsKey: Misbehaviour['patchFacts'] = {
  at: 'credential',
  change: ({ holderKeys }) => {
    holderKeys.splice(-1, 1, ...holderKeys.slice(0, 1))
  },
}

/** Rules for a request for several credentials. OID4VCI-1FINAL-8.2, OID4VCI-1FINAL-12.2.4 */
export const batchMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.batch.size',
    title: 'Sends one proof more than the metadata allows',
    expect: { status: 400, error: 'invalid_credential_request' },
    needs: inBatch,
    patchFacts: { at: 'credential', change: ({ holderKeys }, { newKey }) => void holderKeys.push(newKey()) },
  },
  {
    id: 'vci.batch.keys_distinct',
    title: 'Takes one key for two proofs of a batch',
    expect: 'accepted',
    needs: inBatch,
    patchFacts: repeatsKey,
  },
  {
    id: 'vci.batch.keys_distinct_mdoc',
    title: 'Takes one device key for two mdocs of a batch',
    expect: 'accepted',
    needs: { ...inBatch, sessionOptions: { laboratory: batch, credential_configuration_id: mdoc } },
    patchFacts: repeatsKey,
  },
  {
    id: 'vci.batch.nonce_each',
    title: 'Leaves the nonce out of the last proof of a batch',
    expect: { status: 400, error: 'invalid_proof' },
    needs: inBatch,
    patchProof: {
      at: 'credential',
      change: ({ claims, key }, { facts }) => {
        if (key === facts.holderKeys.at(-1)) delete claims.nonce
      },
    },
  },
  {
    id: 'vci.batch.nonce_each~invented',
    title: 'Puts an invented nonce into the last proof of a batch, then recovers',
    expect: { status: 400, error: 'invalid_nonce' },
    ends: 'credential_stored',
    needs: inBatch,
    patchProof: {
      at: 'credential',
      change: ({ claims, key }, { facts, random, attempt }) => {
        if (attempt === 1 && key === facts.holderKeys.at(-1)) claims.nonce = randomText({ random })
      },
    },
  },
  {
    id: 'vci.batch.one_attestation',
    title: 'Has each key of a batch attested by itself',
    expect: 'accepted',
    needs: {
      issuer: 'eu-pid-device-bound',
      sessionOptions: { laboratory: batch },
      profile: { oneAttestation: false },
    },
    byProfile: 'credential',
  },
  {
    id: 'vci.batch.policy_size',
    title: 'Asks for one credential fewer than the reuse policy says',
    expect: 'accepted',
    needs: {
      ...inBatch,
      sessionOptions: {
        laboratory: {
          batch: { size: 5 },
          reuse_policy: { options: [{ details: ['once_only'], batch_size: 3, reissue_trigger_unused: 1 }] },
        },
      },
    },
    patchFacts: { at: 'credential', change: ({ holderKeys }) => void holderKeys.pop() },
  },
  {
    id: 'vci.batch.used',
    title: 'Asks for two credentials one after the other where it could have a batch',
    expect: 'accepted',
    needs: { ...inBatch, profile: { batchSize: 1 } },
    repeat: { step: 'credential', after: 'accepted', freshNonce: true },
    patchFacts: {
      at: 'credential',
      change: (facts, { attempt, newKey }) => {
        if (attempt > 1) facts.holderKeys.unshift(newKey())
      },
    },
  },
]
