import { WalletStop } from '../../errors'
import type { HeaderList } from '../../http/wire'
import { stringsMember } from '../../json'
import type { Run } from '../run'
import { clientAssertion, clientAssertionType } from './client-assertion'
import { clientAttestation, clientAttestationPop, fetchChallenge } from './client-attestation'

/** What a request carries to authenticate the client. */
export interface ClientProof {
  headers: HeaderList
  form: [name: string, value: string][]
  /** The challenge that the DPoP proof of the request has to answer. */
  challenge?: string
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
  const attestedWith = isCombined(run) ? attestedByDpop : attested
  const wanted =
    profile.clientAuthentication === 'auto'
      ? offered.some((name) => name === attested || name === attestedByDpop)
        ? 'attestation'
        : 'none'
      : profile.clientAuthentication
  const name = { none: null, attestation: attestedWith, private_key_jwt: 'private_key_jwt' }[wanted]
  if (name !== null && !offered.includes(name) && run.misbehaviour === null)
    throw new WalletStop(`The authorization server does not offer ${name}`)
  return wanted
}

const attested = 'attest_jwt_client_auth'
const attestedByDpop = 'attest_jwt_client_auth_dpop'

/** Whether the DPoP proof is the proof of possession of the attestation (ABCA draft 10 section 5.2). */
function isCombined({ facts, profile }: Run): boolean {
  if (profile.attestationDraft !== 'auto') return profile.attestationDraft === '10'
  return stringsMember(facts.asMetadata, 'token_endpoint_auth_methods_supported')?.includes(attestedByDpop) === true
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
      const combined = isCombined(run)
      // One key for both, so that one proof shows both (ABCA draft 10 section 5.2).
      if (combined) run.facts.instanceKey = run.facts.dpopKey
      const namesIssuer = !combined && run.profile.attestationDraft !== '08'
      const attestation = await clientAttestation(run, step, clientId, namesIssuer)
      const challenge = await fetchChallenge(run)
      if (combined)
        return {
          headers: [['OAuth-Client-Attestation', attestation]],
          form: [],
          ...(challenge === null ? {} : { challenge }),
        }
      const pop = clientAttestationPop(run, step, clientId, { challenge, namesIssuer })
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
