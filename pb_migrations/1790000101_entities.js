// What a pipeline uses: wallets, issuers, verifiers, checks, runners. Each has a `path` (its owner's name, then its
// own) by which callers name it; a hook maintains it. Only members of its organisation see what is not published.
migrate(
  (app) => {
    const slug = '^[\\p{L}\\p{N}]+(-[\\p{L}\\p{N}]+)*$'
    /** @param {string} owner */
    const member = (owner) =>
      `(@request.auth.id != "" && ${owner}.org_members_via_organization.user ?= @request.auth.id)`
    /** @param {string} name @param {string} collection @returns {FieldDraft} */
    const relation = (name, collection) => ({
      name,
      type: 'relation',
      required: true,
      collectionId: app.findCollectionByNameOrId(collection).id,
      maxSelect: 1,
      cascadeDelete: true,
    })
    /** @param {string} name @returns {FieldDraft} */
    const text = (name, max = 2000) => ({ name, type: 'text', max })
    /**
     * Makes a collection of named things. `parent` is the relation that owns it if no organisation does so directly.
     * @param {string} name @param {{ fields?: FieldDraft[], parent?: [relation: string, collection: string], rule:
     * string }} what
     */
    const entity = (name, { fields = [], parent, rule }) => {
      app.save(
        new Collection({
          type: 'base',
          name,
          listRule: rule,
          viewRule: rule,
          fields: [
            { name: 'name', type: 'text', required: true, max: 200 },
            { name: 'canonified_name', type: 'text', required: true, max: 200, pattern: slug },
            { name: 'path', type: 'text', required: true, max: 700 },
            parent ? relation(...parent) : relation('owner', 'organizations'),
            { name: 'published', type: 'bool' },
            { name: 'description', type: 'text', max: 5000 },
            {
              name: 'logo',
              type: 'file',
              maxSelect: 1,
              maxSize: 1048576,
              mimeTypes: ['image/png', 'image/jpeg', 'image/webp'],
              thumbs: ['64x64'],
            },
            ...fields,
            { name: 'created', type: 'autodate', onCreate: true },
            { name: 'updated', type: 'autodate', onCreate: true, onUpdate: true },
          ],
          indexes: [
            `CREATE UNIQUE INDEX idx_${name}_path ON ${name} (path)`,
            `CREATE INDEX idx_${name}_owner ON ${name} (${parent ? parent[0] : 'owner'})`,
          ],
        }),
      )
    }
    const own = `published = true || ${member('owner')}`
    /** @param {string} parent */
    const child = (parent) => `(published = true && ${parent}.published = true) || ${member(`${parent}.owner`)}`

    entity('wallets', { fields: [text('home_url'), text('playstore_url'), text('appstore_url')], rule: own })
    entity('wallet_versions', { parent: ['wallet', 'wallets'], fields: [text('tag', 200)], rule: child('wallet') })
    entity('wallet_actions', { parent: ['wallet', 'wallets'], fields: [text('category', 200)], rule: child('wallet') })
    entity('credential_issuers', { fields: [text('url')], rule: own })
    entity('credentials', {
      parent: ['credential_issuer', 'credential_issuers'],
      fields: [text('format', 100), text('display_name', 200), text('credential_configuration_id', 200)],
      rule: child('credential_issuer'),
    })
    entity('verifiers', { fields: [text('url')], rule: own })
    entity('use_cases_verifications', {
      parent: ['verifier', 'verifiers'],
      fields: [{ name: 'dcql', type: 'json', maxSize: 262144 }],
      rule: child('verifier'),
    })
    entity('custom_checks', { fields: [text('homepage'), text('repository')], rule: own })
    entity('mobile_runners', {
      fields: [
        {
          name: 'type',
          type: 'select',
          required: true,
          maxSelect: 1,
          values: [
            'built_in_wallet',
            'real_wallet_qr',
            'external_ci',
            'android_emulator',
            'redroid',
            'android_phone',
            'ios_simulator',
            'ios_phone',
          ],
        },
        { name: 'online', type: 'bool' },
        { name: 'last_heartbeat_at', type: 'date' },
      ],
      rule: own,
    })
    app.save(
      new Collection({
        type: 'base',
        name: 'conformance_checks',
        listRule: '',
        viewRule: '',
        fields: [
          { name: 'path', type: 'text', required: true, max: 600 },
          { name: 'title', type: 'text', required: true, max: 300 },
          { name: 'suite_title', type: 'text', max: 300 },
          { name: 'url', type: 'text', max: 2000 },
          { name: 'source', type: 'select', required: true, maxSelect: 1, values: ['built_in', 'external'] },
        ],
        indexes: ['CREATE UNIQUE INDEX idx_conformance_checks_path ON conformance_checks (path)'],
      }),
    )
  },
  (app) => {
    for (const name of [
      'conformance_checks',
      'mobile_runners',
      'custom_checks',
      'use_cases_verifications',
      'verifiers',
      'credentials',
      'credential_issuers',
      'wallet_actions',
      'wallet_versions',
      'wallets',
    ])
      app.delete(app.findCollectionByNameOrId(name))
  },
)
