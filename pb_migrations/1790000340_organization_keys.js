// Keys of organisations, of which only digests are stored, and what was done to an organisation by whom. Nobody reads
// them through PocketBase's own interface. The way back deletes both.
migrate(
  (app) => {
    const organizations = app.findCollectionByNameOrId('organizations')
    app.save(
      new Collection({
        type: 'base',
        name: 'api_keys',
        fields: [
          {
            name: 'organization',
            type: 'relation',
            required: true,
            collectionId: organizations.id,
            maxSelect: 1,
            cascadeDelete: true,
          },
          { name: 'name', type: 'text', required: true, max: 60 },
          { name: 'prefix', type: 'text', required: true, max: 8 },
          { name: 'secret_sha256', type: 'text', required: true, max: 64, hidden: true },
          { name: 'scopes', type: 'json', required: true, maxSize: 1024 },
          { name: 'created_at', type: 'date', required: true },
          { name: 'created_by', type: 'text', required: true, max: 40 },
          { name: 'expires_at', type: 'date', required: true },
          { name: 'last_used_at', type: 'date' },
          { name: 'revoked_at', type: 'date' },
        ],
        indexes: [
          'CREATE UNIQUE INDEX idx_api_keys_prefix ON api_keys (prefix)',
          'CREATE INDEX idx_api_keys_organization ON api_keys (organization, created_at)',
        ],
      }),
    )
    app.save(
      new Collection({
        type: 'base',
        name: 'audit_entries',
        fields: [
          { name: 'at', type: 'date', required: true },
          // No relation: what happened stays on record when the organisation goes.
          { name: 'organization', type: 'text', required: true, max: 15 },
          { name: 'actor', type: 'text', required: true, max: 40 },
          { name: 'action', type: 'text', required: true, max: 40 },
          { name: 'target', type: 'text', max: 200 },
          { name: 'network', type: 'text', max: 60 },
        ],
        indexes: [
          'CREATE INDEX idx_audit_entries_organization ON audit_entries (organization, at)',
          'CREATE INDEX idx_audit_entries_at ON audit_entries (at)',
        ],
      }),
    )
  },
  (app) => {
    for (const name of ['audit_entries', 'api_keys']) app.delete(app.findCollectionByNameOrId(name))
  },
)
