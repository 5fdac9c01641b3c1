const { run } = require(`${__hooks}/scoreboard/sql.js`)

/** @type {Record<string, string>} the relation of a collection → the collection that it names */
const parents = { wallet: 'wallets', credential_issuer: 'credential_issuers', verifier: 'verifiers' }
/** @type {Record<string, [string, string][]>} a collection → the collections below it, with their relation to it */
const children = {
  wallets: [
    ['wallet_versions', 'wallet'],
    ['wallet_actions', 'wallet'],
  ],
  credential_issuers: [['credentials', 'credential_issuer']],
  verifiers: [['use_cases_verifications', 'verifier']],
}
/** Words that the API's paths use instead of a namespace, and Temporal's own namespaces. */
const reserved = ['default', 'temporal-system', 'aggregate', 'save-results', 'details']
/** The same, for new organisations only: earlier versions took them. */
const reservedNow = ['namespaces']

/** Sets the path of a record: its owner's path, then its own name. @param {core.App} app @param {core.Record} record */
function setPath(app, record) {
  const parent = Object.keys(parents).find((name) => record.collection().fields.getByName(name))
  const above = parent
    ? app.findRecordById(parents[parent], record.getString(parent)).getString('path')
    : app.findRecordById('organizations', record.getString('owner')).getString('canonified_name')
  record.set('path', `${above}/${record.getString('canonified_name')}`)
}

/**
 * Updates the paths of a record's children when its own has changed. @param {core.App} tx @param {core.Record} before
 * @param {core.Record} record
 */
function moveChildren(tx, before, record) {
  const from = before.getString('path')
  const to = record.getString('path')
  if (from === to) return
  for (const [table, relation] of children[record.collection().name] || [])
    run(tx.db(), `UPDATE ${table} SET path = {:to} || substr(path, length({:from}) + 1) WHERE ${relation} = {:id}`, {
      from,
      to,
      id: record.id,
    })
}

/** @param {core.Record} record @throws {BadRequestError} */
function checkOrganization(record) {
  const name = record.getString('canonified_name')
  if (reserved.includes(name) || (record.isNew() && reservedNow.includes(name)))
    throw new BadRequestError(`The name ${name} is reserved.`)
  if (!record.isNew() && record.original().getString('canonified_name') !== name)
    throw new BadRequestError('The name of an organisation is that of its Temporal namespace and cannot change.')
}

module.exports = { setPath, moveChildren, checkOrganization }
