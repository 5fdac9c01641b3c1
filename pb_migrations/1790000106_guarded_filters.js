// Guarded filters. Collection rules decide which records a query finds, but PocketBase does not apply the rules of
// related records if a filter compares all of several: `pipelines_via_owner.name !~ "a"` counts private pipelines too.
// So every rule refuses queries across back relations and across relations to several records. The API already refuses
// such queries; these rules cover direct access to PocketBase and its realtime subscriptions, which also take filters.
migrate(
  (app) => {
    for (const collection of app.findAllCollections()) {
      // The rules of PocketBase's own collections cannot be changed; they let users see their own records.
      if (!collection || collection.system) continue
      const guard = guardOf(collection)
      for (const name of /** @type {const} */ (['listRule', 'viewRule'])) {
        if (collection[name] === null) continue
        // The value is a pointer to a string, not a plain string.
        const rule = String(collection[name])
        collection[name] = rule === '' ? guard : `${guard} && (${rule})`
      }
      app.save(collection)
    }
    /**
     * Declared inside, because a migration cannot access the scope of its file.
     * @param {core.Collection} collection
     */
    function guardOf({ fields }) {
      const many = fields
        .filter((field) => field?.type() === 'relation' && Number(field.maxSelect) > 1)
        .map((field) => `${field?.name}.`)
      /** @param {string} parameter @param {string} part */
      const lacks = (parameter, part) => `@request.query.${parameter} !~ "${part}"`
      return ['filter', 'sort']
        .map((parameter) => {
          const parts = ['_via_', ...many].map((part) => lacks(parameter, part))
          return `(@request.query.${parameter}:isset = false || (${parts.join(' && ')}))`
        })
        .join(' && ')
    }
  },
  (app) => {
    const guard = /^\(@request\.query\.filter:isset .*?\)\) && \(@request\.query\.sort:isset .*?\)\)(?: && \((.*)\))?$/s
    for (const collection of app.findAllCollections()) {
      if (!collection || collection.system) continue
      for (const name of /** @type {const} */ (['listRule', 'viewRule'])) {
        const found = collection[name] === null ? null : guard.exec(String(collection[name]))
        if (found) collection[name] = found[1] || ''
      }
      app.save(collection)
    }
  },
)
