import type { HashFunction } from '../ports/ports'
import type { IssueInput } from './credential-format'

/** The hash function that the digests of a credential are made with. RFC9901-4.1.1 */
export function hashOf({
  configuration: { own },
  sha256,
  digest,
}: Pick<IssueInput, 'configuration' | 'sha256' | 'digest'>): HashFunction {
  const algorithm = own?.digestAlgorithm ?? 'sha-256'
  return algorithm === 'sha-256' ? sha256 : (data) => digest(algorithm, data)
}
