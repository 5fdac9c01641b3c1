// Logos follow the access rules of their records: only members of its organisation can read the logo of an unpublished
// wallet. A thumbnail shows the whole logo. A new logo changes what scoreboard rows show.
migrate(
  (app) => {
    const shown = {
      wallets: ['name', 'path', 'published'],
      wallet_versions: ['name', 'path', 'published', 'tag', 'wallet'],
      credential_issuers: ['name', 'path', 'published'],
      credentials: ['name', 'path', 'published', 'credential_issuer'],
      verifiers: ['name', 'path', 'published'],
      use_cases_verifications: ['name', 'path', 'published', 'verifier'],
      custom_checks: ['name', 'path', 'published'],
      mobile_runners: ['name', 'path', 'published', 'type'],
    }
    /** @param {string} sql */
    const run = (sql) => app.db().newQuery(sql).execute()
    const bump = "UPDATE scoreboard_state SET content_revision = content_revision + 1 WHERE id = 'current00000001'"
    for (const [table, columns] of Object.entries(shown)) {
      const collection = app.findCollectionByNameOrId(table)
      const logo = collection.fields.getByName('logo')
      logo.thumbs = ['64x64', '64x64f']
      logo.protected = true
      app.save(collection)
      const changed = [...columns, 'logo'].map((name) => `OLD.${name} IS NOT NEW.${name}`).join(' OR ')
      run(`DROP TRIGGER shown_${table}_changed`)
      run(`CREATE TRIGGER shown_${table}_changed AFTER UPDATE ON ${table} WHEN ${changed} BEGIN ${bump}; END`)
    }
    const organizations = app.findCollectionByNameOrId('organizations')
    organizations.fields.getByName('logo').thumbs = ['64x64', '64x64f']
    app.save(organizations)
  },
  (app) => {
    const shown = {
      wallets: ['name', 'path', 'published'],
      wallet_versions: ['name', 'path', 'published', 'tag', 'wallet'],
      credential_issuers: ['name', 'path', 'published'],
      credentials: ['name', 'path', 'published', 'credential_issuer'],
      verifiers: ['name', 'path', 'published'],
      use_cases_verifications: ['name', 'path', 'published', 'verifier'],
      custom_checks: ['name', 'path', 'published'],
      mobile_runners: ['name', 'path', 'published', 'type'],
    }
    /** @param {string} sql */
    const run = (sql) => app.db().newQuery(sql).execute()
    const bump = "UPDATE scoreboard_state SET content_revision = content_revision + 1 WHERE id = 'current00000001'"
    for (const [table, columns] of Object.entries(shown)) {
      const collection = app.findCollectionByNameOrId(table)
      const logo = collection.fields.getByName('logo')
      logo.thumbs = ['64x64']
      logo.protected = false
      app.save(collection)
      const changed = columns.map((name) => `OLD.${name} IS NOT NEW.${name}`).join(' OR ')
      run(`DROP TRIGGER shown_${table}_changed`)
      run(`CREATE TRIGGER shown_${table}_changed AFTER UPDATE ON ${table} WHEN ${changed} BEGIN ${bump}; END`)
    }
    const organizations = app.findCollectionByNameOrId('organizations')
    organizations.fields.getByName('logo').thumbs = ['64x64']
    app.save(organizations)
  },
)
