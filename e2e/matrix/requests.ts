import type { WalletProfile } from '@/lib/wallet/issuer/settings'
import type { IssuanceCombination } from './combinations'
import { registeredClientId } from './matrix-service'

/** How the reference wallet behaves in a variant of issuance. */
export const profileOf = ({ proof, encrypted, client, attestedKeys }: IssuanceCombination): Partial<WalletProfile> => ({
  ...(proof === 'attestation'
    ? { proof }
    : { proof: 'jwt', keyReference: proof === 'plain jwk' ? 'jwk' : proof === 'plain x5c' ? 'x5c' : proof }),
  encrypt: encrypted,
  clientAuthentication: client,
  clientId: client === 'private_key_jwt' ? registeredClientId : null,
  attestedKeys,
})

/** The body of `POST /sessions` for a variant of issuance. */
export const sessionRequest = ({ issuer, flow, format, offer, dpopNonce }: IssuanceCombination): object => ({
  issuer_configuration_id: issuer,
  flow,
  credential_offer_mode: offer,
  credential_configuration_id: `urn:eu.europa.ec.eudi:pid:1.${format}.${issuer === 'eu-pid-device-bound' ? 'key-attestation-required' : 'jwt-proof'}`,
  dpop_nonce: dpopNonce,
})
