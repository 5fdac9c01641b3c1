// Settings that a workbench had before, to choose them again. Workbenches that exist begin without any; the down
// migration forgets them.
migrate(
  (app) => {
    const workbenches = app.findCollectionByNameOrId('workbenches')
    workbenches.fields.addMarshaledJSON(JSON.stringify([{ name: 'former', type: 'json', maxSize: 131072 }]))
    app.save(workbenches)
  },
  (app) => {
    const workbenches = app.findCollectionByNameOrId('workbenches')
    workbenches.fields.removeByName('former')
    app.save(workbenches)
  },
)
