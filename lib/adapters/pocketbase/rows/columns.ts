/** The columns that a commit writes, by table. Those under `json` contain JSON. */
const columns = {
  campaigns: {
    plain: [
      'id',
      'built_in',
      'wallet_name',
      'wallet_version',
      'wallet_digest',
      'by_operator',
      'silence_seconds',
      'name',
      'rename_digest',
      'created_at',
    ],
    json: ['presets', 'trust', 'run_options'],
  },
  declarations: {
    plain: ['id', 'seq', 'wallet_name', 'wallet_version', 'wallet_digest', 'by_operator', 'created_at'],
    json: ['tester', 'items'],
  },
  entered_results: {
    plain: [
      'id',
      'seq',
      'wallet_name',
      'wallet_version',
      'wallet_digest',
      'by_operator',
      'case_id',
      'result',
      'note',
      'told_by',
      'tester',
      'created_at',
    ],
    json: ['evidence'],
  },
  sessions: {
    plain: [
      'id',
      'kind',
      'issuer_configuration_id',
      'flow',
      'credential_offer_mode',
      'credential_configuration_id',
      'credential_offer_id',
      'origin',
      'state',
      'state_digest',
      'encryption_kid',
      'encryption_kid_digest',
      'sealed_encryption_key',
      'created_at',
      'expires_at',
      'preset',
      'campaign_id',
      'sealed_access_key',
      'sealed_entry_keys',
    ],
    json: ['options', 'presentation', 'laboratory', 'dc_api'],
  },
  exchanges: {
    plain: [
      'id',
      'seq',
      'at',
      'duration_millis',
      'session_id',
      'issuer_configuration_id',
      'origin',
      'correlation',
      'operation',
      'method',
      'path',
      'client',
    ],
    json: ['headers', 'query', 'body', 'response', 'decoded'],
  },
  findings: { plain: ['id', 'exchange_id', 'session_id'], json: ['results'] },
  events: { plain: ['id', 'seq', 'at', 'session_id', 'exchange_id', 'type'], json: ['detail'] },
  one_time_values: {
    plain: [
      'kind',
      'digest',
      'issuer_configuration_id',
      'session_id',
      'exchange_id',
      'parent',
      'expires_at',
      'consumed_at',
      'revoked_at',
    ],
    json: ['data'],
  },
  standing_values: { plain: ['kind', 'digest', 'version', 'changed_at'], json: ['data'] },
} as const

export type TableName = keyof typeof columns

/** A row with every column of its table, as the commit hook requires. */
export type Row<Table extends TableName> = Readonly<Record<(typeof columns)[Table]['plain' | 'json'][number], unknown>>

/** The columns in the commit hook's format; `npm run generate` writes them to `pb_hooks/evidence/columns.js`. */
export const commitColumns = (): Readonly<
  Record<TableName, { readonly plain: readonly string[]; readonly json: readonly string[] }>
> => columns
