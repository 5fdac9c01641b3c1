import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { CredentialReading } from '../../read/credential-reading'
import { credentialKeys } from '../../read/proof/holder-keys'
import { eachProof } from '../../read/proof/proofs-reading'

export const batchPolicySize = defineCheck<CredentialReading>('vci.batch.policy_size', {
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
})
