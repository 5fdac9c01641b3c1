import { area, of } from '../../engine/checks/area'
import { decidedBy, notApplicable, notObserved, type Outcome, pass, violated } from '../../engine/checks/check'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import type { StoredEvent } from '../../shared/ports/store-types'
import { bare, say } from '../../shared/values/wording'
import { behaviourOf } from '../configurations/issuer-in-play'
import type { CredentialReading } from '../read/credential-request'
import { credentialKeys, eachProof, type ProofsReading } from '../read/proof/proofs-reading'

const states = {
  null: say`null`,
  not_a_string: say`not a string`,
  unknown: bare.aNonceThatThisIssuerNeverIssued,
  other_issuer: say`a nonce from another issuer of this service`,
  spent: say`a nonce that was used before`,
  expired: say`a nonce that has expired`,
} as const

/** Credentials of one dataset: same configuration, same claims. */
const datasetOf = (detail: StoredEvent['detail']): string =>
  JSON.stringify([detail.credential_configuration_id ?? null, detail.dataset ?? null])

/** Judged with the body: the number of proofs. */
export const batchBodyChecks = Object.values(
  area(
    'vci.batch',
    { subject: of<CredentialReading>() },
    {
      size: {
        title: 'Request has at most as many proofs as the metadata allows',
        problem: 'The request has more proofs than batch_size allows',
        clauses: ['OID4VCI-1FINAL-12.2.4'],
        level: 'must',
        rejects: 'invalid_credential_request',
        refusal: 'Send at most as many proofs as batch_size of the issuer metadata says.',
        needs: ['vci.credential.proofs_present'],
        impossibleIn: ['no_batch'],
        why: 'An issuer makes only as many credentials at once as its metadata says.',
        hint: 'Read batch_credential_issuance.batch_size of the metadata, and send no more proofs in one request.',
        run: ({ batch, body: { proofs } }) => {
          if (batch === null) return notApplicable(say`The issuer offers no batch.`)
          if (!proofs.isArray) return notApplicable(say`The request has no array of proofs.`)
          const count = proofs.elements.length
          return count <= batch.size ? pass(count) : violated({ expected: { at_most: batch.size }, actual: count })
        },
      },
    },
  ),
)

/** Judged with the proofs: what must hold across them. */
export const batchProofChecks = Object.values(
  area(
    'vci.batch',
    { subject: of<CredentialReading>(), impossibleIn: ['no_batch'] },
    {
      keys_distinct: {
        title: 'Each proof of a batch for SD-JWT VCs has a key of its own',
        problem: 'Several proofs of the batch have the same key',
        clauses: ['RFC9901-10.1', 'OID4VCI-1FINAL-3.3.2'],
        level: 'must',
        why: 'Two credentials with one key can be linked, and this issuer gives only one credential for a key.',
        hint: 'Make a new key for every proof of a batch.',
        run: (reading) => judgeBatchKeys(reading, 'dc+sd-jwt'),
      },
      keys_distinct_mdoc: {
        title: 'Each proof of a batch for mdocs has a key of its own',
        problem: 'Several proofs of the batch have the same key',
        clauses: ['OID4VCI-1FINAL-3.3.2'],
        level: 'should',
        why: 'Two documents with one device key can be linked, and this issuer gives only one for a key.',
        hint: 'Make a new device key for every proof of a batch.',
        run: (reading) => judgeBatchKeys(reading, 'mso_mdoc'),
      },
      one_attestation: {
        title: 'One key attestation names all keys of the batch',
        problem: 'The keys of the batch are attested in several key attestations',
        clauses: ['HAIP-4.5.1'],
        level: 'should',
        profile: 'haip',
        why: 'One attestation for all keys costs the wallet provider, the wallet and the issuer one signature.',
        hint: 'Have the wallet provider attest all keys of a batch in one key attestation.',
        run: ({ batch, proofs }) => {
          if (batch === null) return notApplicable(say`The issuer offers no batch.`)
          const sent = eachProof(proofs)
          const keys = sent.flatMap(({ keyAttestation }) => keyAttestation?.jwt?.attestedKeys.keys ?? [])
          if (sent.length + keys.length < 3 || keys.length === 0)
            return notApplicable(say`The request has no key attestations for several keys.`)
          const attestations = new Set(sent.flatMap(({ jwt }) => jwt?.jwt?.header.key_attestation ?? [])).size
          return attestations < 2 ? pass() : violated({ expected: 1, actual: attestations })
        },
      },
      policy_size: {
        title: 'Wallet asks for as many credentials as the reuse policy says',
        problem: 'The wallet asks for another number of credentials than the reuse policy says',
        clauses: ['ARF-ISSU_43', 'ARF-ISSU_45', 'ARF-ISSU_48', 'ARF-ISSU_51'],
        level: 'must',
        impossibleIn: ['no_reuse_policy'],
        why: 'With fewer credentials a wallet soon has to present one twice, and with more it holds some that it never needs.',
        hint: 'Take an option of credential_reuse_policy, and send as many keys as its batch_size says; one key where it has none.',
        run: ({ reusePolicy, proofs }) => {
          if (reusePolicy === null) return notApplicable(say`The issuer publishes no reuse policy.`)
          const count = credentialKeys(eachProof(proofs), Number.POSITIVE_INFINITY).length
          if (count === 0) return notApplicable(say`The request has no key that could get a credential.`)
          const sizes = [...new Set(reusePolicy.options.map(({ batch_size: size = 1 }) => size))]
          return sizes.includes(count) ? pass(count) : violated({ expected: { keys: sizes }, actual: { keys: count } })
        },
      },
    },
  ),
)

/** Judged after the nonce of the first proof. */
export const batchNonceChecks = Object.values(
  area(
    'vci.batch',
    { subject: of<ProofsReading>() },
    {
      nonce_each: {
        title: 'Every proof of a batch carries a valid nonce',
        reasons: {
          absent: {
            says: 'A further proof of the batch has no nonce claim',
            fix: 'Put the c_nonce of the nonce endpoint into this proof too.',
            error: 'invalid_proof',
          },
          not_a_string: {
            says: 'The nonce of a further proof of the batch is not a string',
            fix: 'Put the c_nonce of the nonce endpoint into the claim as a JSON string.',
            error: 'invalid_proof',
          },
          unknown: {
            says: 'The nonce of a further proof of the batch was not issued by this issuer',
            fix: 'Ask nonce_endpoint once, and put that c_nonce into every proof of the request.',
          },
          other_issuer: {
            says: 'The nonce of a further proof of the batch is from another issuer of this service',
            fix: 'Take the c_nonce for every proof from nonce_endpoint of the issuer in aud.',
          },
          spent: {
            says: 'The nonce of a further proof of the batch was used before',
            fix: 'Ask nonce_endpoint for a new c_nonce, and sign every proof of the request with it.',
          },
          expired: {
            says: 'The nonce of a further proof of the batch has expired',
            fix: 'Ask nonce_endpoint right before the request, and sign every proof with that c_nonce.',
          },
        },
        clauses: ['OID4VCI-1FINAL-8.3.1.2', 'OID4VCI-1FINALA-F.1'],
        level: 'must',
        rejects: 'invalid_nonce',
        refusal: 'Put a c_nonce of the nonce endpoint that was not used before into every proof of the batch.',
        needs: ['vci.proof.jwt.parse'],
        impossibleIn: ['no_batch'],
        why: 'A proof without a nonce may be old, and the credential would be bound to a key that the wallet may have lost.',
        run: ({ nonce: first, others }) => {
          if (others.length === 0) return notApplicable(say`The request has fewer than two proofs.`)
          for (const [index, { nonce }] of others.entries()) {
            // The nonce of the first proof has its own checks.
            if (nonce === null || nonce.state === 'fresh' || (nonce.digest !== null && nonce.digest === first?.digest))
              continue
            const expected = say`an unused nonce of this issuer`
            const place = say`Proof ${index + 2} of ${others.length + 1}`
            const actual = nonce.state === 'absent' ? null : states[nonce.state]
            return violated(nonce.state === 'null' ? 'not_a_string' : nonce.state, { expected, actual, place })
          }
          return pass({ proofs: others.length + 1 })
        },
      },
    },
  ),
)

export const batchSession = area(
  'vci.batch',
  { subject: of<IssuanceEvidence>() },
  {
    used: {
      title: 'Wallet asks for a batch rather than for one credential after the other',
      problem: 'The wallet asked several times for what one batch would have given',
      clauses: ['HAIP-4', 'OID4VCI-1FINAL-12.2.4'],
      level: 'should',
      profile: 'haip',
      impossibleIn: ['no_batch'],
      why: 'Each further request costs the wallet a nonce, a proof and a round trip.',
      hint: 'Where the metadata has batch_credential_issuance, put the proofs of all credentials of a dataset into one request.',
      run: ({ session, events }) => {
        const { batch } = behaviourOf(session)
        if (batch === null) return notObserved(say`The issuer offers no batch.`)
        const first = new Map<string, number>()
        for (const { type, detail, exchangeId } of events) {
          // A refreshed token starts a new issuance.
          if (type === 'token_issued' || type === 'token_refreshed') first.clear()
          if (type !== 'credential_issued') continue
          const dataset = datasetOf(detail)
          const count = first.get(dataset)
          if (count !== undefined && count < (batch.issue ?? batch.size) && exchangeId !== null)
            return decidedBy({ id: exchangeId }, violated({ expected: say`one request`, actual: say`another request` }))
          first.set(dataset, typeof detail.count === 'number' ? detail.count : 0)
        }
        return first.size === 0 ? notObserved(say`No credential was issued.`) : pass()
      },
    },
  },
)

/** Judges whether each proof of a batch has its own key. */
function judgeBatchKeys(
  { batch, body, issuer, proofs }: CredentialReading,
  format: CredentialReading['issuer']['credentialConfigurations'][number]['format'],
): Outcome {
  if (batch === null) return notApplicable(say`The issuer offers no batch.`)
  const asked = issuer.credentialConfigurations.find(({ id }) => id === body.configurationId)
  if (asked?.format !== format) return notApplicable(say`The request is for another credential format.`)
  const keys = eachProof(proofs).flatMap(({ jwt }) => jwt?.jwt?.key?.jwk.thumbprint ?? [])
  if (keys.length < 2) return notApplicable(say`The request has fewer than two proofs with a key.`)
  const distinct = new Set(keys).size
  return distinct === keys.length
    ? pass({ keys: distinct })
    : violated({ expected: { keys: keys.length }, actual: { keys: distinct } })
}
