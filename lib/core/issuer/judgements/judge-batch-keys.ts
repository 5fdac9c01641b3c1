import { notApplicable, type Outcome, pass, violated } from '../../engine/checks/check'
import { say } from '../../ground/values/wording'
import type { CredentialReading } from '../read/credential-reading'
import { eachProof } from '../read/proof/proofs-reading'

/** Whether each proof of a batch has a key of its own, for a credential of that format. */
export function judgeBatchKeys(
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
