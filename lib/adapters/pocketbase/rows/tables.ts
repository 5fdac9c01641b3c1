import { z } from 'zod'
import { toDateColumn } from '@/lib/core/shared/ports/filter'
import type { CampaignId, ExchangeId, SessionId } from '@/lib/core/shared/ports/ids'
import {
  issuerIdOf,
  type Laboratory,
  type LaboratoryCertificates,
  type LaboratoryOptions,
} from '@/lib/core/shared/ports/laboratory'
import { reporters } from '@/lib/core/shared/ports/reporter'
import {
  type Campaign,
  type Declaration,
  type EnteredResult,
  enterableResults,
  type IssuanceSession,
  type OneTimeValue,
  type PresentationSession,
  type Session,
  type StandingValue,
  type StoredEvent,
  type StoredExchange,
  type TransactionTemplate,
} from '@/lib/core/shared/ports/store-types'
import type { FormerSettings, Workbench } from '@/lib/core/shared/ports/workbench'
import type { EpochMillis } from '@/lib/core/shared/time/time'
import type { Json, JsonObject } from '@/lib/core/shared/values/json'
import {
  type Codec,
  type Columns,
  choice,
  columnsOf,
  flag,
  instant,
  json,
  missingAs,
  nullableInstant,
  nullableJson,
  nullableText,
  number,
  numberUnlessZero,
  recordSchema,
  text,
  trusted,
  zInstant,
} from './column'
import { optionalDigest, walletDigest } from './look-up-digests'
import { packFindings, type StoredFindings, unpackFindings } from './stored-findings'
import { packTokens, unpackTokens } from './stored-tokens'

/**
 * Every column that a commit writes, in one place each: what it stores, and what reading it restores. Rows, records and
 * the columns of the commit hook follow from these tables. A new column needs an entry here, a migration, and
 * `npm run generate`.
 */

const campaign = columnsOf<Campaign>()
const entered = columnsOf<EnteredResult>()
const declaration = columnsOf<Declaration>()
const session = columnsOf<Session>()
const issuance = columnsOf<IssuanceSession, Session>('issuance')
const presentation = columnsOf<PresentationSession, Session>('presentation')
const exchange = columnsOf<StoredExchange>()
const event = columnsOf<StoredEvent>()
const oneTimeValue = columnsOf<OneTimeValue>()
const standingValue = columnsOf<StandingValue>()
const workbench = columnsOf<Workbench>()

/** The columns of the wallet and version that a row is about. */
function walletColumns<Row extends { readonly wallet: Campaign['wallet'] }>() {
  const { derived, writeOnly } = columnsOf<Row>()
  return {
    wallet_name: derived<'wallet', string>(text(), {
      to: ({ wallet }) => wallet.name,
      from: (name) => ({ wallet: { name, version: '' } }) as Partial<Pick<Row, 'wallet'>>,
    }),
    wallet_version: derived<'wallet', string>(text(), {
      to: ({ wallet }) => wallet.version,
      from: (version, { wallet }) =>
        ({ wallet: { name: wallet?.name ?? '', version } }) as Partial<Pick<Row, 'wallet'>>,
    }),
    wallet_digest: writeOnly(({ wallet }) => walletDigest(wallet)),
  }
}

const trust = nullableJson<NonNullable<Campaign['trust']>>(
  z
    .object({
      framework: z.enum(['eu', 'test_root']),
      wallet_policy: z.enum(['warn', 'refuse']),
      list_alias: z.string().optional(),
    })
    .transform(({ framework, wallet_policy, list_alias }) => ({
      framework,
      walletPolicy: wallet_policy,
      ...(list_alias === undefined ? {} : { listAlias: list_alias }),
    })),
  ({ framework, walletPolicy, listAlias }) => ({
    framework,
    wallet_policy: walletPolicy,
    ...(listAlias === undefined ? {} : { list_alias: listAlias }),
  }),
)

type RunOptions = Pick<Campaign, 'autoApprove' | 'transactionTemplate' | 'ignoredMembers' | 'startedBy' | 'workbench'>

/** `null` without any option. */
const runOptions = nullableJson<RunOptions>(
  z
    .object({
      auto_approve: z.literal(true).optional(),
      transaction_template: trusted<TransactionTemplate>().optional(),
      ignored_members: z.array(z.string()).optional(),
      started_by: z.string().optional(),
      workbench: z.string().optional(),
    })
    .transform(({ auto_approve, transaction_template, ignored_members, started_by, workbench }) => ({
      ...(auto_approve === undefined ? {} : { autoApprove: auto_approve }),
      ...(transaction_template === undefined ? {} : { transactionTemplate: transaction_template }),
      ...(ignored_members === undefined ? {} : { ignoredMembers: ignored_members }),
      ...(started_by === undefined ? {} : { startedBy: started_by }),
      ...(workbench === undefined ? {} : { workbench }),
    })),
  ({ autoApprove, transactionTemplate, ignoredMembers, startedBy, workbench }) => ({
    ...(autoApprove === undefined ? {} : { auto_approve: autoApprove }),
    ...(transactionTemplate === undefined ? {} : { transaction_template: { ...transactionTemplate } }),
    ...(ignoredMembers === undefined ? {} : { ignored_members: [...ignoredMembers] }),
    ...(startedBy === undefined ? {} : { started_by: startedBy }),
    ...(workbench === undefined ? {} : { workbench }),
  }),
)

const campaigns = {
  id: campaign.member('campaignId', text<CampaignId>()),
  built_in: campaign.member('builtIn', nullableText()),
  ...walletColumns<Campaign>(),
  by_operator: campaign.member('byOperator', flag),
  silence_seconds: campaign.member('silenceSeconds', number),
  name: campaign.optional('name', missingAs(null, nullableText())),
  rename_digest: campaign.optional('renameDigest', missingAs(null, nullableText())),
  created_at: campaign.member('createdAt', instant),
  presets: campaign.member('presets', json<readonly string[]>()),
  trust: campaign.optional('trust', trust),
  run_options: campaign.derived<keyof RunOptions, z.infer<typeof runOptions.schema>>(runOptions, {
    to: ({ autoApprove, transactionTemplate, ignoredMembers, startedBy, workbench }) => {
      const options = {
        ...(autoApprove === undefined ? {} : { autoApprove }),
        ...(transactionTemplate === undefined ? {} : { transactionTemplate }),
        ...(ignoredMembers === undefined ? {} : { ignoredMembers }),
        ...(startedBy === undefined ? {} : { startedBy }),
        ...(workbench === undefined ? {} : { workbench }),
      }
      return Object.keys(options).length === 0 ? null : options
    },
    from: (options) => options ?? {},
  }),
}

const declarations = {
  id: declaration.member('id', text()),
  seq: declaration.writeOnly((_, seq) => seq),
  ...walletColumns<Declaration>(),
  by_operator: declaration.member('byOperator', flag),
  created_at: declaration.member('declaredAt', instant),
  tester: declaration.member(
    'tester',
    json(z.object({ name: z.string().nullable(), organisation: z.string().nullable() }).nullable()),
  ),
  items: declaration.member(
    'items',
    json<Declaration['items']>(z.record(z.string(), z.union([z.boolean(), z.array(z.string())]))),
  ),
}

const zEvidence = z.object({
  session_id: z.string().exactOptional(),
  exchange_id: z.string().exactOptional(),
  sha256: z.string().exactOptional(),
  note: z.string().exactOptional(),
})

const teller: Codec<NonNullable<EnteredResult['by']> | null> = {
  ...nullableText(),
  schema: z.enum(['', ...reporters]).transform((stored) => (stored === '' ? null : stored)),
}

const entered_results = {
  id: entered.member('id', text()),
  seq: entered.writeOnly((_, seq) => seq),
  ...walletColumns<EnteredResult>(),
  by_operator: entered.member('byOperator', flag),
  case_id: entered.member('caseId', text()),
  result: entered.member('result', choice(enterableResults)),
  note: entered.member('note', text()),
  told_by: entered.optional('by', missingAs(null, teller)),
  tester: entered.optional('tester', missingAs(null, nullableText())),
  created_at: entered.member('enteredAt', instant),
  evidence: entered.derived<'evidence', NonNullable<EnteredResult['evidence']> | null>(
    nullableJson<NonNullable<EnteredResult['evidence']>>(z.array(zEvidence)),
    {
      to: ({ evidence }) => evidence ?? [],
      from: (evidence) => (evidence === null || evidence.length === 0 ? {} : { evidence }),
    },
  ),
}

interface StoredLaboratory extends Laboratory {
  readonly issuer_configuration_id: string
}

/** `null` in a session of a shared issuer, and in sessions of versions without laboratories. */
const laboratory = nullableJson<StoredLaboratory>(
  z.object({
    id: z.string(),
    issuer_configuration_id: z.string(),
    until: zInstant,
    options: trusted<LaboratoryOptions>(),
    certificates: trusted<LaboratoryCertificates>(),
  }),
  ({ id, issuer_configuration_id, until, options, certificates }) => ({
    id,
    issuer_configuration_id,
    until: toDateColumn(until),
    options,
    certificates,
  }),
)

/** The members of a presentation session that nothing looks up. */
const requestMembers = json(
  z.object({
    request_delivery: z.enum(['by_reference', 'by_value']),
    request_uri_method: z.enum(['get', 'post']),
    response_type: z.enum(['vp_token', 'vp_token id_token', 'code']),
    response_mode: z.enum(['direct_post', 'direct_post.jwt']),
    scheme: z.string(),
    request: trusted<JsonObject>(),
    request_problems: trusted<readonly JsonObject[]>(),
    request_signer_x5c: trusted<readonly string[]>(),
  }),
)

const zSealedKeys = z.array(z.string().nullable())

/** JSON in a plain column, so that it can be emptied like the other sealed keys. */
const sealedKeys: Codec<NonNullable<PresentationSession['sealedEntryKeys']> | null> = {
  type: 'plain',
  schema: z.string().transform((stored) => (stored === '' ? null : zSealedKeys.parse(JSON.parse(stored)))),
  write: (keys) => (keys === null ? '' : JSON.stringify(keys)),
}

/** Retention empties the columns whose names begin with `sealed_` once the session has ended. */
const sessions = {
  id: session.member('sessionId', text<SessionId>()),
  kind: session.member('kind', choice(['issuance', 'presentation'])),
  issuer_configuration_id: issuance.derived<'issuerConfigurationId', string>(text(), {
    to: issuerIdOf,
    from: (issuerConfigurationId) => ({ issuerConfigurationId }),
  }),
  flow: issuance.member('flow', choice(['pre_authorized_code', 'authorization_code'])),
  credential_offer_mode: issuance.member('credentialOfferMode', choice(['credential_offer', 'credential_offer_uri'])),
  credential_configuration_id: issuance.member('credentialConfigurationId', text()),
  credential_offer_id: issuance.member('credentialOfferId', text()),
  origin: issuance.member('origin', choice(['offer', 'wallet_initiated'])),
  state: presentation.member('state', text()),
  state_digest: presentation.writeOnly(({ state }) => optionalDigest(state)),
  encryption_kid: presentation.member('encryptionKid', nullableText()),
  encryption_kid_digest: presentation.writeOnly(({ encryptionKid }) => optionalDigest(encryptionKid ?? '')),
  sealed_encryption_key: presentation.member('sealedEncryptionKey', nullableText()),
  created_at: session.member('createdAt', instant),
  expires_at: session.member('expiresAt', instant),
  preset: session.optional('preset', nullableText()),
  campaign_id: session.optional('campaignId', nullableText<CampaignId>()),
  workbench: session.optional('workbench', missingAs(null, nullableText())),
  number: session.optional('number', missingAs(null, numberUnlessZero)),
  started_by: session.optional('startedBy', missingAs(null, nullableText())),
  sealed_access_key: session.optional('sealedAccessKey', missingAs(null, nullableText())),
  sealed_entry_keys: presentation.optional('sealedEntryKeys', missingAs(null, sealedKeys)),
  options: session.member('options', json<Session['options']>()),
  presentation: presentation.derived<
    | 'requestDelivery'
    | 'requestUriMethod'
    | 'responseType'
    | 'responseMode'
    | 'scheme'
    | 'request'
    | 'requestProblems'
    | 'requestSignerX5c',
    z.infer<typeof requestMembers.schema>
  >(requestMembers, {
    to: (one) => ({
      request_delivery: one.requestDelivery,
      request_uri_method: one.requestUriMethod,
      response_type: one.responseType,
      response_mode: one.responseMode,
      scheme: one.scheme,
      request: one.request,
      request_problems: one.requestProblems,
      request_signer_x5c: one.requestSignerX5c,
    }),
    from: (stored) => ({
      requestDelivery: stored.request_delivery,
      requestUriMethod: stored.request_uri_method,
      responseType: stored.response_type,
      responseMode: stored.response_mode,
      scheme: stored.scheme,
      request: stored.request,
      requestProblems: stored.request_problems,
      requestSignerX5c: stored.request_signer_x5c,
    }),
  }),
  // `issuer_configuration_id` holds the laboratory's issuer, so the configuration is stored with it.
  laboratory: issuance.derived<'laboratory' | 'issuerConfigurationId', StoredLaboratory | null>(laboratory, {
    to: ({ laboratory: own, issuerConfigurationId }) =>
      own === undefined ? null : { ...own, issuer_configuration_id: issuerConfigurationId },
    from(stored) {
      if (stored === null) return {}
      const { issuer_configuration_id, ...own } = stored
      return { laboratory: own, issuerConfigurationId: issuer_configuration_id }
    },
  }),
  dc_api: presentation.optional('dcApi', nullableJson()),
}

const zResponse = z.object({
  status: z.number().nullable(),
  content_type: z.string().nullable(),
  headers: trusted<JsonObject>(),
  body: trusted<Json>(),
})

const exchanges = {
  id: exchange.member('id', text<ExchangeId>()),
  seq: exchange.writeOnly((_, seq) => seq),
  at: exchange.member('at', instant),
  duration_millis: exchange.member('durationMillis', number),
  session_id: exchange.member('sessionId', nullableText<SessionId>()),
  issuer_configuration_id: exchange.member('issuerId', nullableText()),
  origin: exchange.member('origin', choice(['wallet', 'user_agent', 'internal', 'operator'])),
  correlation: exchange.member('correlation', choice(['exact', 'inferred'])),
  operation: exchange.member('operation', nullableText()),
  method: exchange.member('method', text()),
  path: exchange.member('path', text()),
  client: exchange.member('client', text()),
  // Every request has header fields, so `null` marks one that was stored without its content.
  headers: exchange.derived<'headers' | 'contentOmitted', JsonObject | null>(json(), {
    to: ({ contentOmitted, headers }) => (contentOmitted ? null : headers),
    from: (headers) => (headers === null ? { headers: {}, contentOmitted: true } : { headers }),
  }),
  query: exchange.member('query', json<Json>()),
  body: exchange.member('body', json<Json>()),
  response: exchange.member(
    'response',
    json<StoredExchange['response']>(
      zResponse.transform(({ status, content_type, headers, body }) => ({
        status,
        contentType: content_type,
        headers,
        body,
      })),
      ({ status, contentType, headers, body }) => ({ status, content_type: contentType, headers, body }),
    ),
  ),
  decoded: exchange.derived<'decoded', readonly JsonObject[]>(json(), {
    to: (one) => packTokens(one.decoded, one),
    from: (decoded, { headers = {}, query = null, body = null, response = { headers: {}, body: null } }) => ({
      decoded: unpackTokens(decoded, { headers, query, body, response }),
    }),
  }),
}

const storedFindings = json<StoredFindings | null>()

const findings = {
  id: exchange.writeOnly(({ id }) => id),
  exchange_id: exchange.writeOnly(({ id }) => id),
  session_id: exchange.writeOnly(({ sessionId }) => sessionId ?? ''),
  results: exchange.derived<'findings', StoredFindings | null>(storedFindings, {
    to: (one) => packFindings(one.findings),
    from: (stored) => ({ findings: unpackFindings(stored ?? []) }),
  }),
}

const events = {
  id: event.member('id', text()),
  seq: event.writeOnly((_, seq) => seq),
  at: event.member('at', instant),
  session_id: event.member('sessionId', text<SessionId>()),
  exchange_id: event.member('exchangeId', nullableText<ExchangeId>()),
  type: event.member('type', text<StoredEvent['type']>()),
  detail: event.member('detail', json<JsonObject>()),
}

const one_time_values = {
  kind: oneTimeValue.member('kind', text<OneTimeValue['kind']>()),
  digest: oneTimeValue.member('digest', text()),
  issuer_configuration_id: oneTimeValue.member('issuerId', nullableText()),
  session_id: oneTimeValue.member('sessionId', nullableText<SessionId>()),
  exchange_id: oneTimeValue.member('exchangeId', nullableText<ExchangeId>()),
  parent: oneTimeValue.member('parent', nullableText()),
  expires_at: oneTimeValue.member('expiresAt', instant),
  consumed_at: oneTimeValue.member('consumedAt', nullableInstant),
  revoked_at: oneTimeValue.member('revokedAt', nullableInstant),
  data: oneTimeValue.member('data', json<JsonObject>()),
}

const workbenches = {
  digest: workbench.member('digest', text()),
  door_digest: workbench.member('doorDigest', text()),
  view_digest: workbench.member('viewDigest', text()),
  view_number: workbench.member('viewNumber', number),
  version: workbench.member('version', number),
  name: workbench.optional('name', nullableText()),
  last_number: workbench.member('lastNumber', number),
  created_at: workbench.member('createdAt', instant),
  used_at: workbench.member('usedAt', instant),
  expires_at: workbench.member('expiresAt', instant),
  wallet: workbench.optional('wallet', nullableJson(z.object({ name: z.string(), version: z.string() }))),
  code: workbench.member(
    'code',
    json(
      z
        .object({
          offer_scheme: z.string(),
          scheme: z.string(),
          client_id: z.string(),
          request_uri_method: z.enum(['get', 'post']),
        })
        .transform(({ offer_scheme, scheme, client_id, request_uri_method }) => ({
          offerScheme: offer_scheme,
          scheme,
          clientId: client_id,
          requestUriMethod: request_uri_method,
        })),
      ({ offerScheme, scheme, clientId, requestUriMethod }) => ({
        offer_scheme: offerScheme,
        scheme,
        client_id: clientId,
        request_uri_method: requestUriMethod,
      }),
    ),
  ),
  issuance: workbench.member('issuance', json<JsonObject>()),
  presentation: workbench.member('presentation', json<JsonObject>()),
  former: workbench.optional('former', nullableJson<FormerSettings>()),
}

const standing_values = {
  kind: standingValue.member('kind', text<StandingValue['kind']>()),
  digest: standingValue.member('digest', text()),
  version: standingValue.member('version', number),
  changed_at: standingValue.member('changedAt', instant),
  data: standingValue.member('data', json<JsonObject>()),
}

const tables = {
  campaigns,
  declarations,
  entered_results,
  sessions,
  exchanges,
  findings,
  events,
  one_time_values,
  standing_values,
  workbenches,
} as const satisfies Readonly<Record<string, Columns>>

export type TableName = keyof typeof tables

/** What a row of each table is made from. */
export interface Rows extends Record<TableName, unknown> {
  readonly campaigns: Campaign
  readonly declarations: Declaration
  readonly entered_results: EnteredResult
  readonly sessions: Session
  readonly exchanges: StoredExchange
  readonly findings: StoredExchange
  readonly events: StoredEvent
  readonly one_time_values: OneTimeValue
  readonly standing_values: StandingValue
  readonly workbenches: Workbench
}

const namesOf = (table: Columns, type: 'plain' | 'json'): readonly string[] =>
  Object.keys(table).filter((name) => table[name]?.type === type)

const names = Object.fromEntries(
  Object.entries(tables).map(([table, columns]) => [
    table,
    { plain: namesOf(columns, 'plain'), json: namesOf(columns, 'json') },
  ]),
) as Readonly<Record<TableName, { readonly plain: readonly string[]; readonly json: readonly string[] }>>

/** The columns in the commit hook's format; `npm run generate` writes them to `pb_hooks/evidence/columns.js`. */
export const commitColumns = (): typeof names => names

/** The value of every column of a row. `seq` is the place of the row in the order of arrival, where its table has one. */
export function toRow<Table extends TableName>(table: Table, row: Rows[Table], seq: number): Record<string, unknown> {
  const columns: Columns = tables[table]
  return Object.fromEntries(Object.entries(columns).map(([name, { to }]) => [name, to(row, seq)]))
}

const zCampaign = recordSchema<Campaign>()(campaigns)
const zEntered = recordSchema<EnteredResult>()(entered_results)
const zDeclaration = recordSchema<Declaration>()(declarations)
const zIssuance = recordSchema<IssuanceSession, 'laterOffer'>()(sessions, 'issuance')
const zPresentation = recordSchema<PresentationSession>()(sessions, 'presentation')
const zSession = z.discriminatedUnion('kind', [zIssuance, zPresentation])
const zValue = recordSchema<OneTimeValue>()(one_time_values)
const zStanding = recordSchema<StandingValue>()(standing_values)
const zWorkbench = recordSchema<Workbench>()(workbenches)
const zEvent = recordSchema<StoredEvent>()(events)
/** The view of an exchange joined with its findings. */
const zExchange = recordSchema<StoredExchange>()({ ...exchanges, findings: findings.results })
const zSessionReference = z
  .object({ session_id: nullableText<SessionId>().schema, at: zInstant })
  .transform((row) => ({ sessionId: row.session_id, at: row.at }))

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
/** Reads a record of `workbenches`. Throws when it is malformed. */
export const readWorkbench = (record: unknown): Workbench => zWorkbench.parse(record)
/** Reads a record of `events`. Throws when it is malformed. */
export const readEvent = (record: unknown): StoredEvent => zEvent.parse(record)
/** Reads a record of `recorded_exchanges`. Throws when it is malformed. */
export const readExchange = (record: unknown): StoredExchange => zExchange.parse(record)

/** Reads the session and the arrival from a record of `exchanges` or `events`. Throws when it is malformed. */
export const readSessionReference = (
  record: unknown,
): { readonly sessionId: SessionId | null; readonly at: EpochMillis } => zSessionReference.parse(record)
