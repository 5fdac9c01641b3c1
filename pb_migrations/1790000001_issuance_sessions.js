// One record per issuance session; its id is the session id that the API shows. Codes are derived, never stored.
migrate(
  (app) => {
    const sessions = new Collection({
      type: 'base',
      name: 'issuance_sessions',
      fields: [
        {
          name: 'id',
          type: 'text',
          system: true,
          primaryKey: true,
          required: true,
          min: 36,
          max: 36,
          pattern: '^[0-9a-f-]{36}$',
        },
        { name: 'issuer_configuration_id', type: 'text', required: true, max: 100 },
        {
          name: 'flow',
          type: 'select',
          required: true,
          maxSelect: 1,
          values: ['pre_authorized_code', 'authorization_code'],
        },
        {
          name: 'credential_offer_mode',
          type: 'select',
          required: true,
          maxSelect: 1,
          values: ['credential_offer', 'credential_offer_uri'],
        },
        { name: 'credential_configuration_id', type: 'text', required: true, max: 200 },
        { name: 'credential_offer_id', type: 'text', required: true, max: 100 },
        { name: 'origin', type: 'select', required: true, maxSelect: 1, values: ['offer', 'wallet_initiated'] },
        { name: 'options', type: 'json', maxSize: 65536 },
        { name: 'created_at', type: 'date', required: true },
        { name: 'expires_at', type: 'date', required: true },
      ],
      indexes: [
        'CREATE UNIQUE INDEX idx_issuance_sessions_offer ON issuance_sessions (credential_offer_id)',
        'CREATE INDEX idx_issuance_sessions_created ON issuance_sessions (created_at)',
      ],
    })
    app.save(sessions)
  },
  (app) => app.delete(app.findCollectionByNameOrId('issuance_sessions')),
)
