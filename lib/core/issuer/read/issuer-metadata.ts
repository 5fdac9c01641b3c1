import { credentialFormat } from '../../ground/formats'
import { type CredentialConfiguration, isBound, type LocalizedText } from '../../ground/formats/credential-format'
import { pidAttributes } from '../../ground/pid/attributes'
import type { JsonObject } from '../../ground/values/json'
import { listedServers } from '../configurations/authorization-servers'
import type { IssuerInPlay } from '../configurations/issuer-in-play'
import { credentialLogo, issuerLogo } from '../configurations/logo'
import type { IssuerInfoEntry } from './issuer-info'
import type { IssuerMetadata } from './z-issuer-metadata'

/** Input of the metadata documents of one issuer. */
export interface IssuerMetadataInput {
  readonly issuer: Pick<IssuerInPlay, 'identifier' | 'configuration' | 'options' | 'urls'>
  /** Levels published in `key_attestations_required`; if empty, none is required and the member is omitted. */
  readonly keyStorageLevels: readonly string[]
  readonly userAuthLevels: readonly string[]
  /** Publishes the notification endpoint. OID4VCI-1FINAL-11 */
  readonly notificationEndpoint?: boolean
  /** Absent outside the European trust framework. E4723-4.2.3 */
  readonly issuerInfo?: readonly IssuerInfoEntry[] | null
  /** Both members or neither, because wallets read one as a promise of the other. OID4VCI-1FINAL-10 */
  readonly encryption?: {
    readonly credential_request_encryption: JsonObject
    readonly credential_response_encryption: JsonObject
  }
}

/**
 * Credential issuer metadata. `authorization_servers` is absent where the issuer is its own, and so is each further member that
 * its options do not ask for.
 * @see OID4VCI-1FINAL-12.2.4, HAIP-4.1
 */
export function buildIssuerMetadata(input: IssuerMetadataInput): IssuerMetadata {
  const { issuer, encryption } = input
  const { configuration, options, urls } = issuer
  const servers = listedServers(issuer.identifier, options.authorization_servers)
  return {
    credential_issuer: issuer.identifier,
    ...(servers === null ? {} : { authorization_servers: [...servers] }),
    credential_endpoint: urls.credential,
    ...(options.nonce === 'required' ? { nonce_endpoint: urls.nonce } : {}),
    ...(options.deferred ? { deferred_credential_endpoint: urls.deferred } : {}),
    ...(input.notificationEndpoint ? { notification_endpoint: urls.notification } : {}),
    ...encryption,
    ...(input.issuerInfo ? { issuer_info: input.issuerInfo } : {}),
    ...(issuer.options.batch === null ? {} : { batch_credential_issuance: { batch_size: issuer.options.batch.size } }),
    display: localized(configuration.display).map((text) => ({
      ...text,
      logo: issuerLogo(urls),
    })),
    credential_configurations_supported: Object.fromEntries(
      configuration.credentialConfigurations.map((credential) => [credential.id, entry(input, credential)]),
    ),
  }
}

type ConfigurationEntry = IssuerMetadata['credential_configurations_supported'][string]

function entry(input: IssuerMetadataInput, credential: CredentialConfiguration): ConfigurationEntry {
  const format = credentialFormat(credential.format)
  return {
    ...format.metadata(credential),
    ...(input.issuer.options.scopes ? { scope: credential.id } : {}),
    ...(isBound(credential)
      ? {
          proof_types_supported: Object.fromEntries(
            input.issuer.configuration.proofTypes.map((proofType) => [proofType, proofTypeEntry(input)]),
          ),
        }
      : {}),
    credential_metadata: {
      ...(input.issuer.options.reuse_policy === null
        ? {}
        : { credential_reuse_policy: input.issuer.options.reuse_policy }),
      display: displayOf(credential, input),
      claims: credential.own === undefined ? format.claims(pidAttributes) : format.ownClaims(credential.own),
    },
  }
}

type Display = ConfigurationEntry['credential_metadata']['display']

/** How a wallet may show a credential: as its tester says, or under its name. */
const displayOf = ({ own, name, format }: CredentialConfiguration, { issuer }: IssuerMetadataInput): Display =>
  own === undefined
    ? localized(name).map((text) => ({
        ...text,
        logo: credentialLogo(issuer.urls, format),
        background_color: '#12355b',
        text_color: '#ffffff',
      }))
    : own.display.length > 0
      ? (own.display as unknown as Display)
      : [{ name: name.en }]

/** `key_attestations_required` is present only if attestations are required, and its arrays are never empty. */
function proofTypeEntry({ issuer: { configuration }, keyStorageLevels, userAuthLevels }: IssuerMetadataInput) {
  const levels = {
    ...(keyStorageLevels.length > 0 ? { key_storage: [...keyStorageLevels] } : {}),
    ...(userAuthLevels.length > 0 ? { user_authentication: [...userAuthLevels] } : {}),
  }
  return {
    proof_signing_alg_values_supported: ['ES256'],
    ...(configuration.keyAttestationsRequired ? { key_attestations_required: levels } : {}),
  }
}

const localized = (text: LocalizedText) => [
  { name: text.en, locale: 'en' },
  { name: text.it, locale: 'it' },
]
