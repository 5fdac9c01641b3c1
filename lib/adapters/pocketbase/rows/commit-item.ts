import { toDateColumn } from '@/lib/core/shared/ports/filter'
import type { Commit, Effect, OneTimeValue } from '@/lib/core/shared/ports/store-types'
import type { EpochMillis } from '@/lib/core/shared/time/time'
import { commitColumns, type Rows, type TableName, toRow } from './tables'

/** A row before it is sent: the values of the plain columns, and the JSON columns as strings. */
export interface SentRow {
  readonly plain: readonly unknown[]
  readonly json: readonly string[]
}

const columns = commitColumns()

/** A JSON column without a value contains JSON `null`. */
function sentRow<Table extends TableName>(table: Table, row: Rows[Table], seq = 0): SentRow {
  const values = toRow(table, row, seq)
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
export const valueRecord = (value: OneTimeValue): Readonly<Record<string, unknown>> =>
  toRow('one_time_values', value, 0)

const sentEffect = (effect: Effect) => {
  switch (effect.type) {
    case 'grant':
    case 'remember':
      return {
        type: effect.type,
        kind: effect.value.kind,
        digest: effect.value.digest,
        row: sentRow('one_time_values', effect.value),
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
        row: sentRow('standing_values', effect.value),
      }
    case 'number':
      return {
        type: effect.type,
        workbench: effect.workbench,
        session_id: effect.sessionId,
        at: toDateColumn(effect.at),
        expires_at: toDateColumn(effect.expiresAt),
      }
    case 'rework':
      return {
        type: effect.type,
        replaces: String(effect.replaces),
        row: sentRow('workbenches', effect.workbench),
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
  const add = <Table extends TableName>(table: Table, row: Rows[Table], seq?: number): void =>
    void rows.push([table, sentRow(table, row, seq)])
  const { campaign, workbench, entered, declaration, session, exchange } = commit
  if (campaign) add('campaigns', campaign)
  if (workbench) add('workbenches', workbench)
  if (entered) add('entered_results', entered, nextSeq())
  if (declaration) add('declarations', declaration, nextSeq())
  if (session) add('sessions', session)
  for (const one of [...(exchange ? [exchange] : []), ...(commit.internal ?? [])]) {
    add('exchanges', one, nextSeq())
    add('findings', one)
  }
  for (const event of commit.events) add('events', event, nextSeq())
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
      effect.type === 'rework'
        ? { ...effect, row: textsOf(effect.row) }
        : 'row' in effect
          ? // An item may remember a value twice, e.g. for a presentation that contains it twice: only the first is new.
            { ...effect, isNew: assumedNewOnly.delete(`${effect.kind} ${effect.digest}`), row: textsOf(effect.row) }
          : effect,
    ),
    assumedNewOnly: [...assumedNewOnly.values()],
  })
}
