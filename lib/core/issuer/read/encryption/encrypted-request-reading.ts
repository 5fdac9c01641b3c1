import type { CredentialReading } from '../credential-reading'
import type { HolderKey } from '../proof/holder-keys'
import type { CredentialBodyReading } from '../read-credential-body'

/** What a request that may be encrypted, and may ask for an encrypted response, is judged by. OID4VCI-1FINAL-10 */
export interface EncryptedRequestReading
  extends Pick<CredentialReading, 'requiredEncryption' | 'responseEncryption' | 'earlierResponseKeys' | 'dpop'> {
  readonly body: Pick<CredentialBodyReading, 'mediaType' | 'bytes' | 'encrypted' | 'json' | 'request'>
  readonly proofs: { readonly holderKeys: readonly Pick<HolderKey, 'thumbprint'>[] }
}
