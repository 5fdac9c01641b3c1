import { toDateColumn } from '@/lib/core/ground/ports/filter'
import { issuerIdOf } from '@/lib/core/ground/ports/laboratory'
import type {
  Campaign,
  Commit,
  Declaration,
  Effect,
  EnteredResult,
  IssuanceSession,
  OneTimeValue,
  Session,
  StandingValue,
  StoredEvent,
  StoredExchange,
} from '@/lib/core/ground/ports/store-types'
import type { EpochMillis } from '@/lib/core/ground/time/time'
import { commitColumns, type Row, type TableName } from './columns'
import { optionalDigest, walletDigest } from './look-up-digests'
import { packFindings } from './stored-findings'
import { packTokens } from './stored-tokens'

/** Converts our types to the columns of pb_migrations. */

const optionalDate = (instant: EpochMillis | null): string => (instant === null ? '' : toDateColumn(instant))

/** The commit hook binds strings, which SQLite converts to a number in this column. */
const flagColumn = (flag: boolean): '0' | '1' => (flag ? '1' : '0')

/** Columns that only one kind of session uses, with the value that the other kind stores. */
const emptyOfKind = {
  issuer_configuration_id: '',
  flow: '',
  credential_offer_mode: '',
  credential_configuration_id: '',
  credential_offer_id: '',
  origin: '',
  state: '',
  state_digest: '',
  encryption_kid: '',
  encryption_kid_digest: '',
  sealed_encryption_key: '',
  presentation: null,
  laboratory: null,
  dc_api: null,
  sealed_entry_keys: '',
}

const campaignRow = (campaign: Campaign): Row<'campaigns'> => ({
  id: campaign.campaignId,
  built_in: campaign.builtIn ?? '',
  wallet_name: campaign.wallet.name,
  wallet_version: campaign.wallet.version,
  wallet_digest: walletDigest(campaign.wallet),
  by_operator: flagColumn(campaign.byOperator),
  silence_seconds: campaign.silenceSeconds,
  name: campaign.name ?? '',
  rename_digest: campaign.renameDigest ?? '',
  created_at: toDateColumn(campaign.createdAt),
  presets: campaign.presets,
  trust:
    campaign.trust === undefined
      ? null
      : {
          framework: campaign.trust.framework,
          wallet_policy: campaign.trust.walletPolicy,
          ...(campaign.trust.listAlias === undefined ? {} : { list_alias: campaign.trust.listAlias }),
        },
  run_options: runOptions(campaign),
})

/** What a campaign is run with beside that; `null` for nothing. */
function runOptions({ autoApprove, transactionTemplate }: Campaign) {
  if (autoApprove === undefined && transactionTemplate === undefined) return null
  return {
    ...(autoApprove === undefined ? {} : { auto_approve: autoApprove }),
    ...(transactionTemplate === undefined ? {} : { transaction_template: { ...transactionTemplate } }),
  }
}

const enteredRow = (entered: EnteredResult, seq: number): Row<'entered_results'> => ({
  id: entered.id,
  seq,
  wallet_name: entered.wallet.name,
  wallet_version: entered.wallet.version,
  wallet_digest: walletDigest(entered.wallet),
  by_operator: flagColumn(entered.byOperator),
  case_id: entered.caseId,
  result: entered.result,
  note: entered.note,
  told_by: entered.by ?? '',
  tester: entered.tester ?? '',
  evidence: entered.evidence ?? [],
  created_at: toDateColumn(entered.enteredAt),
})

const declarationRow = (declaration: Declaration, seq: number): Row<'declarations'> => ({
  id: declaration.id,
  seq,
  wallet_name: declaration.wallet.name,
  wallet_version: declaration.wallet.version,
  wallet_digest: walletDigest(declaration.wallet),
  by_operator: flagColumn(declaration.byOperator),
  tester: declaration.tester,
  items: declaration.items,
  created_at: toDateColumn(declaration.declaredAt),
})

const sessionRow = (session: Session): Row<'sessions'> => ({
  id: session.sessionId,
  kind: session.kind,
  options: session.options,
  created_at: toDateColumn(session.createdAt),
  expires_at: toDateColumn(session.expiresAt),
  preset: session.preset ?? '',
  campaign_id: session.campaignId ?? '',
  sealed_access_key: session.sealedAccessKey ?? '',
  ...emptyOfKind,
  ...ofKind(session),
})

const ofKind = (session: Session): Partial<Record<keyof typeof emptyOfKind, unknown>> =>
  session.kind === 'issuance'
    ? {
        issuer_configuration_id: issuerIdOf(session),
        flow: session.flow,
        credential_offer_mode: session.credentialOfferMode,
        credential_configuration_id: session.credentialConfigurationId,
        credential_offer_id: session.credentialOfferId,
        origin: session.origin,
        laboratory: laboratoryColumn(session),
      }
    : {
        state: session.state,
        state_digest: optionalDigest(session.state),
        encryption_kid: session.encryptionKid ?? '',
        encryption_kid_digest: optionalDigest(session.encryptionKid ?? ''),
        sealed_encryption_key: session.sealedEncryptionKey ?? '',
        presentation: {
          request_delivery: session.requestDelivery,
          request_uri_method: session.requestUriMethod,
          response_type: session.responseType,
          response_mode: session.responseMode,
          scheme: session.scheme,
          request: session.request,
          request_problems: session.requestProblems,
          request_signer_x5c: session.requestSignerX5c,
        },
        dc_api: session.dcApi ?? null,
        sealed_entry_keys: session.sealedEntryKeys === undefined ? '' : JSON.stringify(session.sealedEntryKeys),
      }

/** What storage keeps of a laboratory; the column of the issuer holds its id. */
const laboratoryColumn = ({ issuerConfigurationId, laboratory }: IssuanceSession): unknown =>
  laboratory === undefined
    ? null
    : {
        id: laboratory.id,
        issuer_configuration_id: issuerConfigurationId,
        until: toDateColumn(laboratory.until),
        options: laboratory.options,
        certificates: laboratory.certificates,
      }

const exchangeRow = (exchange: StoredExchange, seq: number): Row<'exchanges'> => ({
  id: exchange.id,
  seq,
  at: toDateColumn(exchange.at),
  duration_millis: exchange.durationMillis,
  session_id: exchange.sessionId ?? '',
  issuer_configuration_id: exchange.issuerId ?? '',
  origin: exchange.origin,
  correlation: exchange.correlation,
  operation: exchange.operation ?? '',
  method: exchange.method,
  path: exchange.path,
  // Every request has header fields, so `null` marks one that was stored without its content.
  headers: exchange.contentOmitted ? null : exchange.headers,
  query: exchange.query,
  body: exchange.body,
  response: {
    status: exchange.response.status,
    content_type: exchange.response.contentType,
    headers: exchange.response.headers,
    body: exchange.response.body,
  },
  decoded: packTokens(exchange.decoded, exchange),
  client: exchange.client,
})

const findingsRow = (exchange: StoredExchange): Row<'findings'> => ({
  id: exchange.id,
  exchange_id: exchange.id,
  session_id: exchange.sessionId ?? '',
  results: packFindings(exchange.findings),
})

const eventRow = (event: StoredEvent, seq: number): Row<'events'> => ({
  id: event.id,
  seq,
  at: toDateColumn(event.at),
  session_id: event.sessionId,
  exchange_id: event.exchangeId ?? '',
  type: event.type,
  detail: event.detail,
})

const valueRow = (value: OneTimeValue): Row<'one_time_values'> => ({
  kind: value.kind,
  digest: value.digest,
  issuer_configuration_id: value.issuerId ?? '',
  session_id: value.sessionId ?? '',
  exchange_id: value.exchangeId ?? '',
  parent: value.parent ?? '',
  expires_at: toDateColumn(value.expiresAt),
  consumed_at: optionalDate(value.consumedAt),
  revoked_at: optionalDate(value.revokedAt),
  data: value.data,
})

const standingRow = (value: StandingValue): Row<'standing_values'> => ({
  kind: value.kind,
  digest: value.digest,
  version: value.version,
  changed_at: toDateColumn(value.changedAt),
  data: value.data,
})

/** A row before it is sent: the values of the plain columns, and the JSON columns as strings. */
export interface SentRow {
  readonly plain: readonly unknown[]
  readonly json: readonly string[]
}

const columns = commitColumns()

/** A JSON column without a value contains JSON `null`. */
function sentRow<Table extends TableName>(table: Table, row: Row<Table>): SentRow {
  const values: Readonly<Record<string, unknown>> = row
  const { plain, json } = columns[table]
  return {
    plain: plain.map((name) => values[name]),
    json: json.map((name) => JSON.stringify(values[name] ?? null)),
  }
}

/** Converts a row to the record that storage returns for it. */
export function recordOf(table: TableName, { plain, json }: SentRow): Readonly<Record<string, unknown>> {
  const names = columns[table]
  const record: Record<string, unknown> = {}
  names.plain.forEach((name, index) => {
    record[name] = plain[index]
  })
  names.json.forEach((name, index) => {
    record[name] = JSON.parse(json[index] ?? 'null')
  })
  return record
}

/** Converts a value to the record that storage returns for it. */
export const valueRecord = (value: OneTimeValue): Readonly<Record<string, unknown>> => valueRow(value)

const sentEffect = (effect: Effect) => {
  switch (effect.type) {
    case 'grant':
    case 'remember':
      return {
        type: effect.type,
        kind: effect.value.kind,
        digest: effect.value.digest,
        row: sentRow('one_time_values', valueRow(effect.value)),
      }
    case 'bind':
      return { type: effect.type, exchange_id: effect.exchangeId, session_id: effect.sessionId }
    case 'name':
      return { type: effect.type, campaign_id: effect.campaignId, name: effect.name }
    case 'replace':
      return {
        type: effect.type,
        kind: effect.value.kind,
        digest: effect.value.digest,
        replaces: String(effect.replaces),
        row: sentRow('standing_values', standingRow(effect.value)),
      }
    case 'consume':
      return { type: effect.type, kind: effect.kind, digest: effect.digest }
    case 'require':
      return { type: effect.type, kind: effect.kind, digest: effect.digest }
    case 'revoke':
      return { type: effect.type, kind: effect.kind, parent: effect.parent }
  }
}

/** The record by which the hook recognises a repeated item; `null` if the commit has none. */
const keyOf = (commit: Commit) => {
  if (commit.exchange) return { table: 'exchanges', id: commit.exchange.id }
  if (commit.session) return { table: 'sessions', id: commit.session.sessionId }
  if (commit.campaign) return { table: 'campaigns', id: commit.campaign.campaignId }
  if (commit.entered) return { table: 'entered_results', id: commit.entered.id }
  if (commit.declaration) return { table: 'declarations', id: commit.declaration.id }
  if (commit.events[0]) return { table: 'events', id: commit.events[0].id }
  return null
}

/**
 * Converts a commit to an item for the commit hook. `nextSeq` returns increasing numbers; `at` is the time of
 * consumption and revocation.
 */
export const commitItem = (commit: Commit, at: EpochMillis, nextSeq: () => number) => {
  const rows: [table: TableName, row: SentRow][] = []
  const { campaign, entered, declaration, session, exchange } = commit
  if (campaign) rows.push(['campaigns', sentRow('campaigns', campaignRow(campaign))])
  if (entered) rows.push(['entered_results', sentRow('entered_results', enteredRow(entered, nextSeq()))])
  if (declaration) rows.push(['declarations', sentRow('declarations', declarationRow(declaration, nextSeq()))])
  if (session) rows.push(['sessions', sentRow('sessions', sessionRow(session))])
  for (const one of [...(exchange ? [exchange] : []), ...(commit.internal ?? [])]) {
    rows.push(['exchanges', sentRow('exchanges', exchangeRow(one, nextSeq()))])
    rows.push(['findings', sentRow('findings', findingsRow(one))])
  }
  for (const event of commit.events) rows.push(['events', sentRow('events', eventRow(event, nextSeq()))])
  return {
    key: keyOf(commit),
    at: toDateColumn(at),
    rows,
    effects: commit.effects.map(sentEffect),
    state: commit.assumes?.state ?? null,
    unseen: (commit.assumes?.unseen ?? []).map(({ kind, digest }) => [kind, digest] as const),
  }
}

export type CommitItem = ReturnType<typeof commitItem>

/** The columns of a row as the hook binds them. */
const textsOf = ({ plain, json }: SentRow): readonly string[] => [...plain.map((value) => String(value ?? '')), ...json]

/** The size of an item's columns as they are stored. The request is larger, because it quotes each string again. */
export function itemSize({ rows, effects }: CommitItem): { readonly bytes: number; readonly characters: number } {
  let bytes = 0
  let characters = 0
  const sent = [...rows.map(([, row]) => row), ...effects.flatMap((effect) => ('row' in effect ? [effect.row] : []))]
  for (const text of sent.flatMap(textsOf)) {
    bytes += Buffer.byteLength(text)
    characters += text.length
  }
  return { bytes, characters }
}

/** Serialises an item for `pb_hooks/evidence/batch.js`, which documents the format. */
export function itemText({ key, at, rows, effects, state, unseen }: CommitItem): string {
  const assumedNewOnly = new Map(unseen.map(([kind, digest]) => [`${kind} ${digest}`, { kind, digest }]))
  return JSON.stringify({
    table: key?.table ?? '',
    id: key?.id ?? '',
    at,
    state: state ?? '',
    rows: rows.map(([table, row]) => [table, textsOf(row)]),
    effects: effects.map((effect) =>
      'row' in effect
        ? // An item may remember a value twice, e.g. that of a presentation which contains it twice: only the first is new.
          { ...effect, isNew: assumedNewOnly.delete(`${effect.kind} ${effect.digest}`), row: textsOf(effect.row) }
        : effect,
    ),
    assumedNewOnly: [...assumedNewOnly.values()],
  })
}
