// Written by npm run generate from lib/adapters/pocketbase/rows/tables.ts.
module.exports = {
  "campaigns": {
    "plain": [
      "id",
      "built_in",
      "wallet_name",
      "wallet_version",
      "wallet_digest",
      "by_operator",
      "silence_seconds",
      "name",
      "rename_digest",
      "created_at"
    ],
    "json": [
      "presets",
      "trust",
      "run_options"
    ]
  },
  "declarations": {
    "plain": [
      "id",
      "seq",
      "wallet_name",
      "wallet_version",
      "wallet_digest",
      "by_operator",
      "created_at"
    ],
    "json": [
      "tester",
      "items"
    ]
  },
  "entered_results": {
    "plain": [
      "id",
      "seq",
      "wallet_name",
      "wallet_version",
      "wallet_digest",
      "by_operator",
      "case_id",
      "result",
      "note",
      "told_by",
      "tester",
      "created_at"
    ],
    "json": [
      "evidence"
    ]
  },
  "sessions": {
    "plain": [
      "id",
      "kind",
      "issuer_configuration_id",
      "flow",
      "credential_offer_mode",
      "credential_configuration_id",
      "credential_offer_id",
      "origin",
      "state",
      "state_digest",
      "encryption_kid",
      "encryption_kid_digest",
      "sealed_encryption_key",
      "created_at",
      "expires_at",
      "preset",
      "campaign_id",
      "workbench",
      "number",
      "started_by",
      "sealed_access_key",
      "sealed_entry_keys"
    ],
    "json": [
      "options",
      "presentation",
      "laboratory",
      "dc_api"
    ]
  },
  "exchanges": {
    "plain": [
      "id",
      "seq",
      "at",
      "duration_millis",
      "session_id",
      "issuer_configuration_id",
      "origin",
      "correlation",
      "operation",
      "method",
      "path",
      "client"
    ],
    "json": [
      "headers",
      "query",
      "body",
      "response",
      "decoded"
    ]
  },
  "findings": {
    "plain": [
      "id",
      "exchange_id",
      "session_id"
    ],
    "json": [
      "results"
    ]
  },
  "events": {
    "plain": [
      "id",
      "seq",
      "at",
      "session_id",
      "exchange_id",
      "type"
    ],
    "json": [
      "detail"
    ]
  },
  "one_time_values": {
    "plain": [
      "kind",
      "digest",
      "issuer_configuration_id",
      "session_id",
      "exchange_id",
      "parent",
      "expires_at",
      "consumed_at",
      "revoked_at"
    ],
    "json": [
      "data"
    ]
  },
  "standing_values": {
    "plain": [
      "kind",
      "digest",
      "version",
      "changed_at"
    ],
    "json": [
      "data"
    ]
  },
  "workbenches": {
    "plain": [
      "digest",
      "door_digest",
      "view_digest",
      "view_number",
      "version",
      "name",
      "last_number",
      "created_at",
      "used_at",
      "expires_at"
    ],
    "json": [
      "wallet",
      "code",
      "issuance",
      "presentation",
      "former"
    ]
  }
}
