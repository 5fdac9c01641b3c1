import { objectMember } from '../../json'
import type { Run } from '../run'

/** How many credentials this wallet asks for at once: as many as it wants, if the issuer gives that many. */
export function batchSize({ facts, profile }: Run): number {
  const offered = objectMember(facts.issuerMetadata, 'batch_credential_issuance')?.batch_size
  return typeof offered === 'number' ? Math.max(1, Math.min(offered, profile.batchSize)) : 1
}
