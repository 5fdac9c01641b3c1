// Whether a person or a driver, a program, entered a result. Those of before have neither, because nobody asked. The down migration
// forgets it.
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
