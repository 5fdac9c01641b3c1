// A number that changes with anything that scoreboard rows show: names, publication, pictures. Together with the last
// committed aggregation, it tells whether a copy of the rows is current. Triggers catch every way of writing. It is
// hidden, because it also counts changes to private records.
migrate(
  (app) => {
    const state = app.findCollectionByNameOrId('scoreboard_state')
    state.fields.add(new NumberField({ name: 'content_revision', onlyInt: true, hidden: true }))
    app.save(state)
    const bump = "UPDATE scoreboard_state SET content_revision = content_revision + 1 WHERE id = 'current00000001'"
    const named = ['name', 'path', 'published']
    const shown = {
      organizations: ['name', 'canonified_name', 'logo'],
      pipelines: ['name', 'path', 'published', 'scoreboard_visibility', 'owner'],
      wallets: named,
      wallet_versions: [...named, 'tag', 'wallet'],
      credential_issuers: named,
      credentials: [...named, 'credential_issuer'],
      verifiers: named,
      use_cases_verifications: [...named, 'verifier'],
      custom_checks: named,
      mobile_runners: [...named, 'type'],
      conformance_checks: ['path', 'title', 'suite_title', 'url'],
      pipeline_results: ['screenshots', 'started_at', 'status', 'pipeline'],
    }
    for (const [table, columns] of Object.entries(shown)) {
      const changed = columns.map((name) => `OLD.${name} IS NOT NEW.${name}`).join(' OR ')
      // Rows show nothing of the long ledger but executions with pictures.
      /** @param {string} row */
      const pictured = (row) =>
        table === 'pipeline_results' ? `coalesce(${row}.screenshots, '') NOT IN ('', '[]')` : 'true'
      /** @param {string} sql */
      const run = (sql) => app.db().newQuery(sql).execute()
      run(
        `CREATE TRIGGER shown_${table}_changed AFTER UPDATE ON ${table} WHEN (${changed}) AND (${pictured('OLD')} OR ${pictured('NEW')}) BEGIN ${bump}; END`,
      )
      run(`CREATE TRIGGER shown_${table}_deleted AFTER DELETE ON ${table} WHEN ${pictured('OLD')} BEGIN ${bump}; END`)
    }
  },
  (app) => {
    const tables = [
      'organizations',
      'pipelines',
      'wallets',
      'wallet_versions',
      'credential_issuers',
      'credentials',
      'verifiers',
      'use_cases_verifications',
      'custom_checks',
      'mobile_runners',
      'conformance_checks',
      'pipeline_results',
    ]
    for (const table of tables)
      for (const event of ['changed', 'deleted']) app.db().newQuery(`DROP TRIGGER shown_${table}_${event}`).execute()
    const state = app.findCollectionByNameOrId('scoreboard_state')
    state.fields.removeByName('content_revision')
    app.save(state)
  },
)
