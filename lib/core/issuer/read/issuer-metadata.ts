import { z } from 'zod'
import { credentialFormat } from '../../shared/formats'
import { type CredentialConfiguration, isBound, type LocalizedText } from '../../shared/formats/credential-format'
import { type Exchange, listHeader } from '../../shared/http/exchange'
import { pidAttributes } from '../../shared/pid/attributes'
import type { JsonObject } from '../../shared/values/json'
import { listedServers } from '../configurations/authorization-servers'
import type { IssuerInPlay } from '../configurations/issuer-in-play'
import { scopeOf } from '../configurations/laboratory/scope-names'
import { preferredPeriods } from '../configurations/laboratory/wallet-unit-options'
import { credentialLogo, issuerLogo } from '../configurations/logo'
import type { IssuerInfoEntry } from './issuer-info'
import { walletSigningAlgorithms } from './wallet-unit/wallet-unit-rules'

const display = z.looseObject({
  name: z.string(),
  locale: z.string().optional(),
  logo: z.looseObject({ uri: z.string(), alt_text: z.string().optional() }).optional(),
  background_color: z.string().optional(),
  text_color: z.string().optional(),
})

const proofType = z.looseObject({
  proof_signing_alg_values_supported: z.array(z.string()),
  key_attestations_required: z
    .looseObject({
      key_storage: z.array(z.string()).min(1).optional(),
      user_authentication: z.array(z.string()).min(1).optional(),
      preferred_key_storage_status_period: z.int().min(0).optional(),
    })
    .optional(),
})

const credentialConfiguration = z.looseObject({
  format: z.string(),
  scope: z.string().optional(),
  cryptographic_binding_methods_supported: z.array(z.string()).optional(),
  credential_signing_alg_values_supported: z.array(z.union([z.string(), z.int()])),
  proof_types_supported: z.record(z.string(), proofType).optional(),
  credential_metadata: z.looseObject({
    credential_reuse_policy: z.looseObject({ id: z.string(), options: z.array(z.looseObject({})) }).optional(),
    display: z.array(display),
    claims: z.array(
      z.looseObject({
        path: z.array(z.string().nullable()).min(1),
        mandatory: z.boolean(),
        display: z.array(z.looseObject({ name: z.string(), locale: z.string() })),
      }),
    ),
  }),
})

/** Credential issuer metadata as we publish it. OID4VCI-1FINAL-12.2.4 */
export const zIssuerMetadata = z.looseObject({
  credential_issuer: z.url(),
  credential_endpoint: z.url(),
  nonce_endpoint: z.url(),
  deferred_credential_endpoint: z.url().optional(),
  notification_endpoint: z.url().optional(),
  credential_request_encryption: z.looseObject({}).optional(),
  credential_response_encryption: z.looseObject({}).optional(),
  batch_credential_issuance: z.looseObject({ batch_size: z.int().min(2) }).optional(),
  display: z.array(display),
  credential_configurations_supported: z.record(z.string(), credentialConfiguration),
})

/** Metadata of an own issuer. */
export const zIssuerMetadataOfLaboratory = zIssuerMetadata.extend({
  authorization_servers: z.array(z.url()).min(1).optional(),
  nonce_endpoint: z.url().optional(),
  preferred_client_status_period: z.int().min(0).optional(),
  issuer_info: z
    .array(z.looseObject({ format: z.string() }))
    .readonly()
    .optional(),
})

export type IssuerMetadata = z.infer<typeof zIssuerMetadataOfLaboratory>

export interface IssuerMetadataInput {
  readonly issuer: Pick<IssuerInPlay, 'identifier' | 'configuration' | 'options' | 'session' | 'urls'>
  /** Values for `key_attestations_required`; if empty, none is required and the member is omitted. */
  readonly keyStorageLevels: readonly string[]
  readonly userAuthLevels: readonly string[]
  /** Publishes the notification endpoint. OID4VCI-1FINAL-11 */
  readonly notificationEndpoint?: boolean
  /** Absent outside the European trust framework. E4723-4.2.3 */
  readonly issuerInfo?: readonly IssuerInfoEntry[] | null
  /** Both members or neither, because wallets read one as implying the other. OID4VCI-1FINAL-10 */
  readonly encryption?: {
    readonly credential_request_encryption: JsonObject
    readonly credential_response_encryption: JsonObject
  }
}

/**
 * Credential issuer metadata. `authorization_servers` is absent if the issuer is its own, and so are other members
 * whose option is off.
 * @see OID4VCI-1FINAL-12.2.4, HAIP-4.1
 */
export function buildIssuerMetadata(input: IssuerMetadataInput): IssuerMetadata {
  const { issuer, encryption } = input
  const { configuration, options, urls } = issuer
  const servers = listedServers(issuer.identifier, options.authorization_servers)
  const { client: period } = preferredPeriods(options)
  return {
    credential_issuer: issuer.identifier,
    ...(servers === null ? {} : { authorization_servers: [...servers] }),
    credential_endpoint: urls.credential,
    ...(options.nonce === 'required' ? { nonce_endpoint: urls.nonce } : {}),
    ...(options.deferred ? { deferred_credential_endpoint: urls.deferred } : {}),
    ...(input.notificationEndpoint ? { notification_endpoint: urls.notification } : {}),
    ...encryption,
    ...(input.issuerInfo ? { issuer_info: input.issuerInfo } : {}),
    ...(period === null ? {} : { preferred_client_status_period: period }),
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
    ...(input.issuer.options.scopes ? { scope: scopeOf(input.issuer.options, credential.id) } : {}),
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

/** Display metadata of a credential: from the tester, or its name. */
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
function proofTypeEntry({ issuer, keyStorageLevels, userAuthLevels }: IssuerMetadataInput) {
  const { configuration, options } = issuer
  const { keyStorage: period } = preferredPeriods(options)
  const levels = {
    ...(keyStorageLevels.length > 0 ? { key_storage: [...keyStorageLevels] } : {}),
    ...(userAuthLevels.length > 0 ? { user_authentication: [...userAuthLevels] } : {}),
    ...(period === null ? {} : { preferred_key_storage_status_period: period }),
  }
  return {
    proof_signing_alg_values_supported: [...walletSigningAlgorithms(issuer)],
    ...(configuration.keyAttestationsRequired ? { key_attestations_required: levels } : {}),
  }
}

const localized = (text: LocalizedText) => [
  { name: text.en, locale: 'en' },
  { name: text.it, locale: 'it' },
]

/** JWT VC issuer metadata: where to find the keys for an SD-JWT VC's `iss`. SDJWTVC-5.2 */
export const zJwtVcIssuerMetadata = z.object({ issuer: z.url(), jwks_uri: z.url() }).meta({ id: 'JwtVcIssuerMetadata' })

type JwtVcIssuerMetadata = Readonly<z.infer<typeof zJwtVcIssuerMetadata>>

/** Builds JWT VC issuer metadata; `issuer` equals the `iss` of our credentials byte for byte. SDJWTVC-5 */
export const buildJwtVcIssuerMetadata = ({
  identifier,
  urls,
}: Pick<IssuerInPlay, 'identifier' | 'urls'>): JwtVcIssuerMetadata => ({
  issuer: identifier,
  jwks_uri: urls.credentialJwks,
})

/** Facts of a metadata fetch. */
export interface MetadataReading {
  readonly document:
    | 'issuer_metadata'
    | 'authorization_server_metadata'
    | 'chained_server_metadata'
    | 'jwt_vc_issuer_metadata'
    | 'type_metadata'
    | 'keys'
    | 'trust_anchor'
    | 'logo'
  readonly accept: string | null
  readonly acceptLanguage: string | null
}

/** Reads the headers that state the wallet's preferences. OID4VCI-1FINAL-12.2.2 */
export const readMetadataRequest = (exchange: Exchange, document: MetadataReading['document']): MetadataReading => ({
  document,
  accept: listHeader(exchange, 'accept'),
  acceptLanguage: listHeader(exchange, 'accept-language'),
})
