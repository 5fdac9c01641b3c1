// Published wallets: tokens of organisations, of which only digests are stored, who holds a slug, and the statements
// that were published under it. Nobody reads them through PocketBase's own interface. The way back deletes all three.
migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'publish_tokens',
        fields: [
          { name: 'digest', type: 'text', required: true, max: 43 },
          { name: 'organisation', type: 'text', required: true, max: 100 },
          { name: 'slugs', type: 'json', required: true, maxSize: 4096 },
          { name: 'created_at', type: 'date', required: true },
          { name: 'revoked_at', type: 'date' },
        ],
        indexes: [
          'CREATE UNIQUE INDEX idx_publish_tokens_digest ON publish_tokens (digest)',
          'CREATE INDEX idx_publish_tokens_created ON publish_tokens (created_at)',
        ],
      }),
    )
    app.save(
      new Collection({
        type: 'base',
        name: 'wallet_slugs',
        fields: [
          { name: 'slug', type: 'text', required: true, max: 40 },
          { name: 'token', type: 'text', required: true, max: 15 },
        ],
        indexes: ['CREATE UNIQUE INDEX idx_wallet_slugs_slug ON wallet_slugs (slug)'],
      }),
    )
    app.save(
      new Collection({
        type: 'base',
        name: 'published_statements',
        fields: [
          { name: 'slug', type: 'text', required: true, max: 40 },
          // Of slug, wallet, version and edition.
          { name: 'digest', type: 'text', required: true, max: 43 },
          { name: 'wallet', type: 'json', required: true, maxSize: 2048 },
          { name: 'edition', type: 'text', required: true, max: 40 },
          { name: 'organisation', type: 'text', max: 100 },
          { name: 'token', type: 'text', max: 15 },
          { name: 'made_at', type: 'date', required: true },
          { name: 'published_at', type: 'date', required: true },
          { name: 'expires_at', type: 'date', required: true },
          { name: 'removed_at', type: 'date' },
          { name: 'contact', type: 'text', max: 500 },
          { name: 'counts', type: 'json', required: true, maxSize: 2048 },
          { name: 'document', type: 'json', maxSize: 4194304 },
          // Any type: we made or verified them, and they are only sent as archives.
          { name: 'statement', type: 'file', protected: true, maxSelect: 1, maxSize: 8388608, mimeTypes: [] },
          { name: 'bundle', type: 'file', protected: true, maxSelect: 1, maxSize: 67108864, mimeTypes: [] },
        ],
        indexes: [
          'CREATE UNIQUE INDEX idx_published_statements_digest ON published_statements (digest)',
          'CREATE INDEX idx_published_statements_slug ON published_statements (slug, made_at)',
          'CREATE INDEX idx_published_statements_shown ON published_statements (removed_at, made_at)',
          'CREATE INDEX idx_published_statements_expires ON published_statements (expires_at)',
        ],
      }),
    )
  },
  (app) => {
    for (const name of ['published_statements', 'wallet_slugs', 'publish_tokens'])
      app.delete(app.findCollectionByNameOrId(name))
  },
)
