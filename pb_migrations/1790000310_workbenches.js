// Workbenches: settings behind one code that stays, found by digests alone. Sessions name theirs, with a number that is
// theirs alone there, and what started them. Existing sessions have none of it. The down migration deletes workbenches;
// their sessions stay, by themselves.
const fields = [
  { name: 'workbench', type: 'text', max: 43 },
  { name: 'number', type: 'number', onlyInt: true },
  { name: 'started_by', type: 'text', max: 40 },
]
const indexes = [
  // SQLite uses a partial index only if it can see that it applies, so lookups need an index of their own.
  "CREATE UNIQUE INDEX idx_sessions_one_number ON sessions (workbench, number) WHERE workbench != ''",
  'CREATE INDEX idx_sessions_workbench ON sessions (workbench, number)',
]

/** @param {unknown} index */
const isOurs = (index) => /idx_sessions_(?:one_number|workbench)\b/.test(String(index))

migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'workbenches',
        fields: [
          { name: 'digest', type: 'text', required: true, max: 43 },
          { name: 'door_digest', type: 'text', required: true, max: 43 },
          { name: 'view_digest', type: 'text', required: true, max: 43 },
          { name: 'view_number', type: 'number', onlyInt: true },
          { name: 'version', type: 'number', required: true, onlyInt: true },
          { name: 'name', type: 'text', max: 100 },
          { name: 'last_number', type: 'number', onlyInt: true },
          { name: 'created_at', type: 'date', required: true },
          { name: 'used_at', type: 'date', required: true },
          { name: 'expires_at', type: 'date', required: true },
          { name: 'wallet', type: 'json', maxSize: 2048 },
          { name: 'code', type: 'json', maxSize: 8192 },
          { name: 'issuance', type: 'json', maxSize: 65536 },
          { name: 'presentation', type: 'json', maxSize: 65536 },
        ],
        indexes: [
          'CREATE UNIQUE INDEX idx_workbenches_digest ON workbenches (digest)',
          'CREATE UNIQUE INDEX idx_workbenches_door ON workbenches (door_digest)',
          'CREATE UNIQUE INDEX idx_workbenches_view ON workbenches (view_digest)',
          'CREATE INDEX idx_workbenches_expires ON workbenches (expires_at)',
        ],
      }),
    )
    const sessions = app.findCollectionByNameOrId('sessions')
    sessions.fields.addMarshaledJSON(JSON.stringify(fields))
    sessions.indexes = /** @type {typeof sessions.indexes} */ ([...sessions.indexes, ...indexes])
    app.save(sessions)
  },
  (app) => {
    const sessions = app.findCollectionByNameOrId('sessions')
    sessions.indexes = /** @type {typeof sessions.indexes} */ ([...sessions.indexes].filter((one) => !isOurs(one)))
    app.save(sessions)
    for (const { name } of fields) sessions.fields.removeByName(name)
    app.save(sessions)
    app.delete(app.findCollectionByNameOrId('workbenches'))
  },
)
