import { defineCheck, notApplicable, pass, violated } from '../../../../engine/checks/check'
import { isUnusable, shownChainError } from '../../../../engine/judgements/shown-chain-error'
import { say } from '../../../../ground/values/wording'
import { onJwtProof } from '../../../judgements/on-key-proof'
import type { ProofsReading } from '../../../read/proof/proofs-reading'

export const proofJwtX5c = defineCheck<ProofsReading>('vci.proof.jwt.x5c', {
  title: 'The certificates of the jwt proof are readable, and the certificate of the key comes first',
  problem: 'The x5c header parameter is not an array of base64 DER certificates that starts with that of the key',
  clauses: ['OID4VCI-1FINALA-F.1', 'RFC7515-4.1.6'],
  level: 'must',
  rejects: 'invalid_proof',
  refusal: 'The x5c header parameter must be an array of base64 DER certificates, the certificate of the key first.',
  needs: ['vci.proof.jwt.parse'],
  judges: { token: 'proof_jwt', member: 'header.x5c' },
  why: 'The key that the credential will be bound to is taken from the first certificate.',
  hint: 'Send base64 (not base64url) DER, leaf first, each certificate followed by the one that certifies it.',
  run: onJwtProof(({ certificates }) => {
    if (certificates === null) return notApplicable(say`The proof does not carry x5c.`)
    if (!certificates.readable) {
      return violated({ expected: say`readable certificates`, actual: certificates.reason, hint: certificates.reason })
    }
    const { chainError, chained } = certificates
    const count = certificates.certificates.length
    if (chainError === null) return pass({ certificates: count })
    return violated({
      expected: say`each certificate certifies the one before it`,
      actual: { certificates: count, chained, chain: shownChainError(chainError, count) },
      // Whether a CA may issue the key of a wallet is between that CA and those who rely on it.
      ...(chained && !isUnusable(chainError) && { error: null }),
    })
  }),
})
