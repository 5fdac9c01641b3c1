// What an organisation writes over the interface: a description of itself, why its namespace could not be registered,
// and conformance checks of its own, which are external and named below it. A check without an owner stays one of the
// catalogue, or one that a public row named.
migrate(
  (app) => {
    const organizations = app.findCollectionByNameOrId('organizations')
    organizations.fields.add(new TextField({ name: 'description', max: 5000 }))
    organizations.fields.add(new TextField({ name: 'namespace_problem', max: 300, hidden: true }))
    app.save(organizations)
    const checks = app.findCollectionByNameOrId('conformance_checks')
    checks.fields.add(
      new RelationField({ name: 'owner', collectionId: organizations.id, maxSelect: 1, cascadeDelete: true }),
    )
    checks.fields.add(new TextField({ name: 'canonified_name', max: 200 }))
    checks.addIndex('idx_conformance_checks_owner', false, 'owner', "owner <> ''")
    app.save(checks)
  },
  (app) => {
    // Without their owner nobody could change or delete them.
    app.db().newQuery("DELETE FROM conformance_checks WHERE owner <> ''").execute()
    const checks = app.findCollectionByNameOrId('conformance_checks')
    checks.removeIndex('idx_conformance_checks_owner')
    for (const name of ['owner', 'canonified_name']) checks.fields.removeByName(name)
    app.save(checks)
    const organizations = app.findCollectionByNameOrId('organizations')
    for (const name of ['description', 'namespace_problem']) organizations.fields.removeByName(name)
    app.save(organizations)
  },
)
