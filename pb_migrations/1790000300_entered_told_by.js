// Whether a person or a driver (a program) entered a result. Existing results have neither. The down migration deletes
// it.
migrate(
  (app) => {
    const entered = app.findCollectionByNameOrId('entered_results')
    entered.fields.addMarshaledJSON(JSON.stringify([{ name: 'told_by', type: 'text', max: 10 }]))
    app.save(entered)
  },
  (app) => {
    const entered = app.findCollectionByNameOrId('entered_results')
    entered.fields.removeByName('told_by')
    app.save(entered)
  },
)
