import { defineCheck, notApplicable, pass, violated } from '../../../../engine/checks/check'
import { shown } from '../../../../engine/judgements/shown'
import { bare } from '../../../../ground/values/bare-words'
import { quote, say } from '../../../../ground/values/wording'
import { onJwtProof } from '../../../judgements/on-key-proof'
import type { ProofsReading } from '../../../read/proof/proofs-reading'

export const proofJwtTrustChain = defineCheck<ProofsReading>('vci.proof.jwt.trust_chain', {
  title: 'The trust_chain of the jwt proof is an array of statements that are signed with a published algorithm',
  problem: 'The trust_chain header parameter is not a chain of signed statements that an issuer can use',
  clauses: ['OID4VCI-1FINALA-F.1'],
  level: 'must',
  needs: ['vci.proof.jwt.parse'],
  judges: { token: 'proof_jwt', member: 'header.trust_chain' },
  why: 'An issuer of a federation takes what it knows of the wallet from this chain. This issuer is in none: it does not follow the chain.',
  hint: 'Send a JSON array of entity statements, each a JWT signed with an algorithm of proof_signing_alg_values_supported; with kid where the chain has the key of the proof.',
  run: onJwtProof(({ trustChain, references }, { algorithms }) => {
    if (trustChain === null) return notApplicable(say`The proof does not carry trust_chain.`)
    const { length, unreadable } = trustChain
    const statements = say`an array of signed JWTs`
    if (length === null) return violated({ expected: statements, actual: bare.somethingElse })
    if (length === 0) return violated({ expected: statements, actual: say`an empty array` })
    if (unreadable !== null)
      return violated({ expected: statements, actual: say`element ${unreadable + 1} of ${length} is no signed JWT` })
    const foreign = trustChain.algorithms.filter((alg) => !algorithms.some((published) => published === alg))
    if (foreign.length > 0)
      return violated({ expected: algorithms.map(quote), actual: foreign.slice(0, 10).map(shown) })
    // With jwk or x5c the chain verifies no signature, and kid must not be there.
    if (references.length === 0)
      return violated({
        expected: say`kid`,
        actual: bare.absent,
        hint: say`Add kid: without jwk and x5c, only the chain could have the key of the proof.`,
        // The proof names no key at all, which `vci.proof.jwt.key_reference` fails.
        echo: true,
      })
    return pass({ statements: length, examined: trustChain.algorithms.length })
  }),
})
