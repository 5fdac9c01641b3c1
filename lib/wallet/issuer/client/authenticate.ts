import { WalletStop } from '../../errors'
import type { HeaderList } from '../../http/wire'
import { stringsMember } from '../../json'
import type { Run } from '../run'
import { clientAssertion, clientAssertionType } from './client-assertion'
import { clientAttestation, clientAttestationPop } from './client-attestation'

/** What a request carries to authenticate the client. */
export interface ClientProof {
  headers: HeaderList
  form: [name: string, value: string][]
}

/** The ways in which this wallet can authenticate. */
export type ClientMethod = 'none' | 'attestation' | 'private_key_jwt'

/**
 * The authentication method of this run. With `auto`, the wallet uses the attestation when the server supports it
 * (HAIP-1FINAL-4.4.1).
 *
 * @throws WalletStop when the profile asks for a method that the server does not support
 */
export function clientMethod(run: Run): ClientMethod {
  const { profile, facts } = run
  const offered = stringsMember(facts.asMetadata, 'token_endpoint_auth_methods_supported') ?? []
  const wanted = profile.clientAuthentication
  if (wanted === 'auto') return offered.includes('attest_jwt_client_auth') ? 'attestation' : 'none'
  const name = { none: null, attestation: 'attest_jwt_client_auth', private_key_jwt: 'private_key_jwt' }[wanted]
  if (name !== null && !offered.includes(name) && run.misbehaviour === null)
    throw new WalletStop(`The authorization server does not offer ${name}`)
  return wanted
}

/** Headers and parameters that authenticate the client; made again for each request. */
export async function authenticateClient(
  run: Run,
  step: 'par' | 'token' | 'refresh',
  clientId: string,
): Promise<ClientProof> {
  switch (clientMethod(run)) {
    case 'none':
      return { headers: [], form: [] }
    case 'attestation': {
      const attestation = await clientAttestation(run, step, clientId)
      const pop = await clientAttestationPop(run, step, clientId)
      return {
        headers: [
          ['OAuth-Client-Attestation', attestation],
          ['OAuth-Client-Attestation-PoP', pop],
        ],
        form: [],
      }
    }
    case 'private_key_jwt':
      return {
        headers: [],
        form: [
          ['client_assertion_type', clientAssertionType],
          ['client_assertion', clientAssertion(run, step, clientId)],
        ],
      }
  }
}
