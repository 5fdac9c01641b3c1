import { WalletStop } from '../../errors'
import { requireWebUrl } from '../../http/wire'
import { type JsonObject, objectMember, stringMember, stringsMember } from '../../json'

export const preAuthorizedCodeGrant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

export const authorizationCodeGrant = 'authorization_code'

/** A credential offer that the wallet has understood (OID4VCI-1FINAL-4.1.1). */
export interface CredentialOffer {
  credentialIssuer: string
  configurationIds: string[]
  preAuthorized: { code: string; txCode: JsonObject | null; authorizationServer: string | null } | null
  authorizationCode: { issuerState: string | null; authorizationServer: string | null } | null
}

/**
 * Reads the offer object. Unknown members are ignored.
 *
 * @throws WalletStop when a required member is missing or malformed
 */
export function readCredentialOffer(offer: JsonObject): CredentialOffer {
  const credentialIssuer = stringMember(offer, 'credential_issuer')
  if (credentialIssuer === null) throw new WalletStop('The offer has no credential_issuer')
  requireWebUrl(credentialIssuer, 'credential_issuer')
  const configurationIds = stringsMember(offer, 'credential_configuration_ids')
  if (configurationIds === null || configurationIds.length === 0) {
    throw new WalletStop('The offer has no credential_configuration_ids')
  }
  if (new Set(configurationIds).size !== configurationIds.length) {
    throw new WalletStop('The offer repeats a credential_configuration_id')
  }
  const grants = objectMember(offer, 'grants')
  const preAuthorized = readPreAuthorized(objectMember(grants, preAuthorizedCodeGrant))
  const authorizationCode = readAuthorizationCode(objectMember(grants, authorizationCodeGrant))
  // Only an offer without grants leaves the choice to the metadata.
  const isOfOthers = Object.keys(grants ?? {}).length > 0 && preAuthorized === null && authorizationCode === null
  if (isOfOthers) throw new WalletStop('The offer has no grant that this wallet supports')
  return { credentialIssuer, configurationIds, preAuthorized, authorizationCode }
}

function readPreAuthorized(grant: JsonObject | null): CredentialOffer['preAuthorized'] {
  if (grant === null) return null
  const code = stringMember(grant, 'pre-authorized_code')
  if (code === null) throw new WalletStop('The pre-authorized grant of the offer has no pre-authorized_code')
  return {
    code,
    txCode: objectMember(grant, 'tx_code'),
    authorizationServer: stringMember(grant, 'authorization_server'),
  }
}

function readAuthorizationCode(grant: JsonObject | null): CredentialOffer['authorizationCode'] {
  if (grant === null) return null
  return {
    issuerState: stringMember(grant, 'issuer_state'),
    authorizationServer: stringMember(grant, 'authorization_server'),
  }
}
