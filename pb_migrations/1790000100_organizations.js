// Organisations own pipelines and everything that pipelines use. An organisation's `canonified_name` is the name of its
// Temporal namespace, so it never changes and cannot be a word that the API's own paths use.
migrate(
  (app) => {
    const organizations = new Collection({
      type: 'base',
      name: 'organizations',
      listRule: '',
      viewRule: '',
      fields: [
        { name: 'name', type: 'text', required: true, max: 200 },
        { name: 'canonified_name', type: 'text', required: true, max: 63, pattern: '^[a-z0-9](-?[a-z0-9])*$' },
        {
          name: 'logo',
          type: 'file',
          maxSelect: 1,
          maxSize: 1048576,
          mimeTypes: ['image/png', 'image/jpeg', 'image/webp'],
          thumbs: ['64x64'],
        },
        { name: 'website', type: 'url' },
        { name: 'namespace_state', type: 'select', maxSelect: 1, values: ['pending', 'ready', 'failed'] },
        { name: 'created', type: 'autodate', onCreate: true },
        { name: 'updated', type: 'autodate', onCreate: true, onUpdate: true },
      ],
      indexes: ['CREATE UNIQUE INDEX idx_organizations_canonified_name ON organizations (canonified_name)'],
    })
    app.save(organizations)
    const users = app.findCollectionByNameOrId('users')
    app.save(
      new Collection({
        type: 'base',
        name: 'org_members',
        listRule: 'user = @request.auth.id',
        viewRule: 'user = @request.auth.id',
        fields: [
          { name: 'user', type: 'relation', required: true, collectionId: users.id, maxSelect: 1, cascadeDelete: true },
          {
            name: 'organization',
            type: 'relation',
            required: true,
            collectionId: organizations.id,
            maxSelect: 1,
            cascadeDelete: true,
          },
          { name: 'role', type: 'select', required: true, maxSelect: 1, values: ['owner', 'member'] },
        ],
        indexes: [
          'CREATE UNIQUE INDEX idx_org_members ON org_members (user, organization)',
          'CREATE INDEX idx_org_members_organization ON org_members (organization)',
        ],
      }),
    )
    // Only the operator creates accounts: nobody can sign up.
    // @ts-expect-error: PocketBase's types do not allow null, which admits only the superuser.
    users.createRule = null
    app.save(users)
  },
  (app) => {
    const users = app.findCollectionByNameOrId('users')
    users.createRule = ''
    app.save(users)
    app.delete(app.findCollectionByNameOrId('org_members'))
    app.delete(app.findCollectionByNameOrId('organizations'))
  },
)
