import { z } from 'zod'

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

/** The same of an issuer that a session has for itself. */
export const zIssuerMetadataOfLaboratory = zIssuerMetadata.extend({
  authorization_servers: z.array(z.url()).min(1).optional(),
  nonce_endpoint: z.url().optional(),
  issuer_info: z
    .array(z.looseObject({ format: z.string() }))
    .readonly()
    .optional(),
})

export type IssuerMetadata = z.infer<typeof zIssuerMetadataOfLaboratory>
