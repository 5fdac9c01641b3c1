import { z } from 'zod'
import type { DcApi } from '@/lib/core/ground/ports/dc-api'
import type { StoredEventType } from '@/lib/core/ground/ports/event-type'
import type { CampaignId, ExchangeId, SessionId } from '@/lib/core/ground/ports/ids'
import type { Laboratory, LaboratoryCertificates, LaboratoryOptions } from '@/lib/core/ground/ports/laboratory'
import type { IssuerOptions, VerifierOptions } from '@/lib/core/ground/ports/session-options'
import type { CampaignRun, WalletRuns } from '@/lib/core/ground/ports/store'
import {
  type Campaign,
  type Declaration,
  type EnteredResult,
  enterableResults,
  type IssuanceSession,
  type OneTimeKind,
  type OneTimeValue,
  type PresentationSession,
  type Session,
  type StandingKind,
  type StandingValue,
  type StoredEvent,
  type StoredExchange,
  type TransactionTemplate,
} from '@/lib/core/ground/ports/store-types'
import { tellers } from '@/lib/core/ground/ports/teller'
import { type EpochMillis, epochMillis } from '@/lib/core/ground/time/time'
import type { Json, JsonObject } from '@/lib/core/ground/values/json'
import { type StoredFindings, unpackFindings } from './stored-findings'
import { unpackTokens } from './stored-tokens'

/**
 * Converts PocketBase records to our types. Columns are checked for their plain type. The content of a JSON column is
 * trusted, because rows.ts wrote it from a typed value; hence `written`.
 */
const written = <Value>() => z.custom<Value>((value) => value !== undefined)

const zInstant = z.string().transform((text, context): EpochMillis => {
  const millis = Date.parse(text.replace(' ', 'T'))
  if (Number.isNaN(millis)) context.addIssue({ code: 'custom', message: 'no instant' })
  return epochMillis(millis)
})
const zOptionalInstant = z.union([z.literal('').transform(() => null), zInstant])
const zOptional = <Text extends string>() => z.string().transform((text) => (text === '' ? null : (text as Text)))
const zId = <Id extends string>() => z.string().transform((text) => text as Id)

/** The origin of a session, a preset or a campaign, and the key that its tester brought, if any. */
const zPlace = {
  preset: zOptional<string>(),
  campaign_id: zOptional<CampaignId>(),
  // Missing in a store that another version has migrated down.
  sealed_access_key: zOptional<string>().default(null),
}
const placeOf = ({
  preset,
  campaign_id,
  sealed_access_key,
}: {
  readonly preset: string | null
  readonly campaign_id: CampaignId | null
  readonly sealed_access_key: string | null
}) => ({
  ...(preset === null ? {} : { preset }),
  ...(campaign_id === null ? {} : { campaignId: campaign_id }),
  ...(sealed_access_key === null ? {} : { sealedAccessKey: sealed_access_key }),
})

/** A laboratory as it is stored: `null` in a session of an issuer that everybody shares, and in those of older versions. */
const zLaboratory = z
  .object({
    id: z.string(),
    issuer_configuration_id: z.string(),
    until: zInstant,
    options: written<LaboratoryOptions>(),
    certificates: written<LaboratoryCertificates>(),
  })
  .nullish()

const zIssuance = z
  .object({
    id: zId<SessionId>(),
    kind: z.literal('issuance'),
    issuer_configuration_id: z.string(),
    flow: z.enum(['pre_authorized_code', 'authorization_code']),
    credential_offer_mode: z.enum(['credential_offer', 'credential_offer_uri']),
    credential_configuration_id: z.string(),
    credential_offer_id: z.string(),
    origin: z.enum(['offer', 'wallet_initiated']),
    laboratory: zLaboratory,
    options: written<IssuerOptions>(),
    created_at: zInstant,
    expires_at: zInstant,
    ...zPlace,
  })
  .transform(
    (row): IssuanceSession => ({
      sessionId: row.id,
      kind: row.kind,
      issuerConfigurationId: row.laboratory?.issuer_configuration_id ?? row.issuer_configuration_id,
      flow: row.flow,
      credentialOfferMode: row.credential_offer_mode,
      credentialConfigurationId: row.credential_configuration_id,
      credentialOfferId: row.credential_offer_id,
      origin: row.origin,
      options: row.options,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      ...(row.laboratory == null ? {} : { laboratory: laboratoryOf(row.laboratory) }),
      ...placeOf(row),
    }),
  )

const laboratoryOf = ({ id, until, options, certificates }: NonNullable<z.infer<typeof zLaboratory>>): Laboratory => ({
  id,
  until,
  options,
  certificates,
})

const zPresentation = z
  .object({
    id: zId<SessionId>(),
    kind: z.literal('presentation'),
    state: z.string(),
    encryption_kid: zOptional<string>(),
    sealed_encryption_key: zOptional<string>(),
    // Both missing in a store that another version has migrated down.
    dc_api: written<DcApi>().nullish(),
    sealed_entry_keys: zOptional<string>().default(null),
    presentation: z.object({
      request_delivery: z.enum(['by_reference', 'by_value']),
      request_uri_method: z.enum(['get', 'post']),
      response_type: z.enum(['vp_token', 'vp_token id_token', 'code']),
      response_mode: z.enum(['direct_post', 'direct_post.jwt']),
      scheme: z.string(),
      request: written<JsonObject>(),
      request_problems: written<readonly JsonObject[]>(),
      request_signer_x5c: written<readonly string[]>(),
    }),
    options: written<VerifierOptions>(),
    created_at: zInstant,
    expires_at: zInstant,
    ...zPlace,
  })
  .transform(
    (row): PresentationSession => ({
      sessionId: row.id,
      kind: row.kind,
      requestDelivery: row.presentation.request_delivery,
      requestUriMethod: row.presentation.request_uri_method,
      responseType: row.presentation.response_type,
      responseMode: row.presentation.response_mode,
      scheme: row.presentation.scheme,
      request: row.presentation.request,
      requestProblems: row.presentation.request_problems,
      options: row.options,
      sealedEncryptionKey: row.sealed_encryption_key,
      encryptionKid: row.encryption_kid,
      requestSignerX5c: row.presentation.request_signer_x5c,
      state: row.state,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      ...(row.dc_api == null ? {} : { dcApi: row.dc_api }),
      ...(row.sealed_entry_keys === null
        ? {}
        : { sealedEntryKeys: zSealedKeys.parse(JSON.parse(row.sealed_entry_keys)) }),
      ...placeOf(row),
    }),
  )

const zSealedKeys = z.array(z.string().nullable())

const zSession = z.discriminatedUnion('kind', [zIssuance, zPresentation])

const zCampaign = z
  .object({
    id: zId<CampaignId>(),
    built_in: zOptional<string>(),
    wallet_name: z.string(),
    wallet_version: z.string(),
    by_operator: z.boolean(),
    // Missing in a store that another version has migrated down.
    name: zOptional<string>().default(null),
    rename_digest: zOptional<string>().default(null),
    silence_seconds: z.number(),
    created_at: zInstant,
    presets: written<readonly string[]>(),
    // Missing likewise, and `null` in a campaign of the test root.
    trust: z
      .object({
        framework: z.enum(['eu', 'test_root']),
        wallet_policy: z.enum(['warn', 'refuse']),
        list_alias: z.string().optional(),
      })
      .nullish(),
    run_options: z
      .object({
        auto_approve: z.literal(true).optional(),
        transaction_template: written<TransactionTemplate>().optional(),
      })
      .nullish(),
  })
  .transform(
    (row): Campaign => ({
      campaignId: row.id,
      builtIn: row.built_in,
      wallet: { name: row.wallet_name, version: row.wallet_version },
      presets: row.presets,
      ...(row.name === null ? {} : { name: row.name }),
      ...(row.rename_digest === null ? {} : { renameDigest: row.rename_digest }),
      silenceSeconds: row.silence_seconds,
      ...(row.trust == null
        ? {}
        : {
            trust: {
              framework: row.trust.framework,
              walletPolicy: row.trust.wallet_policy,
              ...(row.trust.list_alias === undefined ? {} : { listAlias: row.trust.list_alias }),
            },
          }),
      ...(row.run_options?.auto_approve === undefined ? {} : { autoApprove: true }),
      ...(row.run_options?.transaction_template === undefined
        ? {}
        : { transactionTemplate: row.run_options.transaction_template }),
      byOperator: row.by_operator,
      createdAt: row.created_at,
    }),
  )

const zEvidence = z.object({
  session_id: z.string().exactOptional(),
  exchange_id: z.string().exactOptional(),
  sha256: z.string().exactOptional(),
  note: z.string().exactOptional(),
})

const zEntered = z
  .object({
    id: z.string(),
    wallet_name: z.string(),
    wallet_version: z.string(),
    by_operator: z.boolean(),
    case_id: z.string(),
    result: z.enum(enterableResults),
    note: z.string(),
    // Rows of before these three were columns have none.
    told_by: z.enum(['', ...tellers]).default(''),
    tester: z.string().default(''),
    evidence: z.array(zEvidence).nullish(),
    created_at: zInstant,
  })
  .transform(
    (row): EnteredResult => ({
      id: row.id,
      wallet: { name: row.wallet_name, version: row.wallet_version },
      caseId: row.case_id,
      result: row.result,
      note: row.note,
      ...(row.told_by === '' ? {} : { by: row.told_by }),
      ...(row.tester === '' ? {} : { tester: row.tester }),
      ...((row.evidence ?? []).length === 0 ? {} : { evidence: row.evidence ?? [] }),
      byOperator: row.by_operator,
      enteredAt: row.created_at,
    }),
  )

const zDeclaration = z
  .object({
    id: z.string(),
    wallet_name: z.string(),
    wallet_version: z.string(),
    by_operator: z.boolean(),
    tester: z.object({ name: z.string().nullable(), organisation: z.string().nullable() }).nullable(),
    items: z.record(z.string(), z.union([z.boolean(), z.array(z.string())])),
    created_at: zInstant,
  })
  .transform(
    (row): Declaration => ({
      id: row.id,
      wallet: { name: row.wallet_name, version: row.wallet_version },
      tester: row.tester,
      items: row.items,
      byOperator: row.by_operator,
      declaredAt: row.created_at,
    }),
  )

const zValue = z
  .object({
    kind: zId<OneTimeKind>(),
    digest: z.string(),
    issuer_configuration_id: zOptional<string>(),
    session_id: zOptional<SessionId>(),
    exchange_id: zOptional<ExchangeId>(),
    parent: zOptional<string>(),
    expires_at: zInstant,
    consumed_at: zOptionalInstant,
    revoked_at: zOptionalInstant,
    data: written<JsonObject>(),
  })
  .transform(
    (row): OneTimeValue => ({
      kind: row.kind,
      digest: row.digest,
      issuerId: row.issuer_configuration_id,
      sessionId: row.session_id,
      exchangeId: row.exchange_id,
      parent: row.parent,
      expiresAt: row.expires_at,
      consumedAt: row.consumed_at,
      revokedAt: row.revoked_at,
      data: row.data,
    }),
  )

const zStanding = z
  .object({
    kind: zId<StandingKind>(),
    digest: z.string(),
    version: z.number(),
    changed_at: zInstant,
    data: written<JsonObject>(),
  })
  .transform(
    (row): StandingValue => ({
      kind: row.kind,
      digest: row.digest,
      version: row.version,
      changedAt: row.changed_at,
      data: row.data,
    }),
  )

const zEvent = z
  .object({
    id: z.string(),
    at: zInstant,
    session_id: zId<SessionId>(),
    exchange_id: zOptional<ExchangeId>(),
    type: zId<StoredEventType>(),
    detail: written<JsonObject>(),
  })
  .transform(
    (row): StoredEvent => ({
      id: row.id,
      sessionId: row.session_id,
      exchangeId: row.exchange_id,
      at: row.at,
      type: row.type,
      detail: row.detail,
    }),
  )

const zExchange = z
  .object({
    id: zId<ExchangeId>(),
    at: zInstant,
    duration_millis: z.number(),
    session_id: zOptional<SessionId>(),
    issuer_configuration_id: zOptional<string>(),
    origin: z.enum(['wallet', 'user_agent', 'internal', 'operator']),
    correlation: z.enum(['exact', 'inferred']),
    operation: zOptional<string>(),
    method: z.string(),
    path: z.string(),
    headers: written<JsonObject | null>(),
    query: written<Json>(),
    body: written<Json>(),
    response: z.object({
      status: z.number().nullable(),
      content_type: z.string().nullable(),
      headers: written<JsonObject>(),
      body: written<Json>(),
    }),
    decoded: written<readonly JsonObject[]>(),
    client: z.string(),
    findings: written<StoredFindings | null>(),
  })
  .transform((row): StoredExchange => {
    return {
      id: row.id,
      at: row.at,
      durationMillis: row.duration_millis,
      sessionId: row.session_id,
      issuerId: row.issuer_configuration_id,
      origin: row.origin,
      correlation: row.correlation,
      operation: row.operation,
      method: row.method,
      path: row.path,
      headers: row.headers ?? {},
      query: row.query,
      body: row.body,
      response: {
        status: row.response.status,
        contentType: row.response.content_type,
        headers: row.response.headers,
        body: row.response.body,
      },
      decoded: unpackTokens(row.decoded, { ...row, headers: row.headers ?? {} }),
      client: row.client,
      ...(row.headers === null ? { contentOmitted: true } : {}),
      findings: unpackFindings(row.findings ?? []),
    }
  })

const zSessionReference = z
  .object({ session_id: zOptional<SessionId>(), at: zInstant })
  .transform((row) => ({ sessionId: row.session_id, at: row.at }))

/** A run as `pb_hooks/evidence/runs.js` lists it. */
export const zRunReference = z.object({
  kind: z.enum(['issuance', 'presentation', 'campaign']),
  id: z.string(),
  at: zInstant,
})

/** Rows that are texts, in one text. There are thousands, and a schema for each would take most of a reading. */
const zTextRows = z.string().transform((text, context): readonly (readonly string[])[] => {
  const rows: unknown = JSON.parse(text)
  const isRow = (row: unknown): boolean => Array.isArray(row) && row.every((cell) => typeof cell === 'string')
  if (Array.isArray(rows) && rows.every(isRow)) return rows
  context.addIssue({ code: 'custom', message: 'no rows of texts' })
  return z.NEVER
})

const zWalletRuns = z.object({
  mark: z.string(),
  added: z.boolean(),
  sessions: zTextRows.transform((rows) => rows.map(readRun)).nullable(),
})

function readRun([id = '', kind, preset = '', createdAt = '']: readonly string[]): CampaignRun {
  const at = Date.parse(createdAt.replace(' ', 'T'))
  if ((kind !== 'issuance' && kind !== 'presentation') || Number.isNaN(at)) throw new Error('A row is no session.')
  return { sessionId: id as SessionId, kind, preset: preset === '' ? null : preset, createdAt: epochMillis(at) }
}

const zKeptResults = z.object({
  state: z.string(),
  results: zTextRows.transform((rows) => new Map(rows.map(([id = '', text = '']) => [id as SessionId, text]))),
})

/** Reads what `pb_hooks/evidence/kept-results.js` has kept. Throws when it is malformed. */
export function readKeptResults(reply: unknown): {
  readonly state: string
  readonly texts: ReadonlyMap<SessionId, string>
} {
  const { state, results } = zKeptResults.parse(reply)
  return { state, texts: results }
}
/** Reads what `pb_hooks/evidence/wallet-runs.js` lists. Throws when it is malformed. */
export const readWalletRuns = (reply: unknown): WalletRuns => zWalletRuns.parse(reply)
/** Reads a record of `campaigns`. Throws when it is malformed. */
export const readCampaign = (record: unknown): Campaign => zCampaign.parse(record)
/** Reads a record of `entered_results`. Throws when it is malformed. */
export const readEntered = (record: unknown): EnteredResult => zEntered.parse(record)
/** Reads a record of `declarations`. Throws when it is malformed. */
export const readDeclaration = (record: unknown): Declaration => zDeclaration.parse(record)
/** Reads a record of `sessions`. Throws when it is malformed. */
export const readSession = (record: unknown): Session => zSession.parse(record)
/** Reads a record of `sessions` of kind `issuance`. Throws when it is malformed. */
export const readIssuanceSession = (record: unknown): IssuanceSession => zIssuance.parse(record)
/** Reads a record of `sessions` of kind `presentation`. Throws when it is malformed. */
export const readPresentationSession = (record: unknown): PresentationSession => zPresentation.parse(record)
/** Reads a record of `one_time_values`. Throws when it is malformed. */
export const readOneTimeValue = (record: unknown): OneTimeValue => zValue.parse(record)
/** Reads a record of `standing_values`. Throws when it is malformed. */
export const readStandingValue = (record: unknown): StandingValue => zStanding.parse(record)
/** Reads a record of `events`. Throws when it is malformed. */
export const readEvent = (record: unknown): StoredEvent => zEvent.parse(record)
/** Reads a record of `recorded_exchanges`. Throws when it is malformed. */
export const readExchange = (record: unknown): StoredExchange => zExchange.parse(record)

/** Reads from a record of `exchanges` which session it belongs to and when it arrived. Throws when it is malformed. */
export const readSessionReference = (
  record: unknown,
): { readonly sessionId: SessionId | null; readonly at: EpochMillis } => zSessionReference.parse(record)
