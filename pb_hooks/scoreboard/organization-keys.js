// Keys of organisations and their audits. What is counted and what is written about it are one transaction.
const { text, json, run } = require(`${__hooks}/scoreboard/sql.js`)

/** SQL for an organisation `o`. */
const organizationOf = "json_object('id', o.id, 'namespace', o.canonified_name, 'name', o.name)"

/** SQL for a key `k` of organisation `o`, without its secret. */
const whole = `json_object('id', k.id, 'organization', json(${organizationOf}), 'name', k.name, 'prefix', k.prefix, 'scopes', json(k.scopes),
  'created_at', k.created_at, 'created_by', k.created_by, 'expires_at', k.expires_at, 'last_used_at', coalesce(k.last_used_at, ''),
  'revoked_at', coalesce(k.revoked_at, ''))`
const from = 'FROM api_keys k JOIN organizations o ON o.id = k.organization'

/** The organisation with this namespace; `null` if there is none. @param {core.App} app @param {{ namespace: string }} request */
const findOrganization = (app, { namespace }) =>
  json(app.db(), `SELECT ${organizationOf} AS text FROM organizations o WHERE o.canonified_name = {:namespace}`, {
    namespace,
  })

/** A key with the digest of its secret; `null` if none has this prefix. @param {core.App} app @param {{ prefix: string }} request */
const keyByPrefix = (app, { prefix }) =>
  json(
    app.db(),
    `SELECT json_set(${whole}, '$.secret_sha256', k.secret_sha256) AS text ${from} WHERE k.prefix = {:prefix}`,
    { prefix },
  )

/** Keys of an organisation, the newest first. @param {core.App} app @param {{ organization: string, limit: number }} request */
const listKeys = (app, { organization, limit }) =>
  text(
    app.db(),
    `SELECT coalesce(json_group_array(json(one)), '[]') AS text FROM (
       SELECT ${whole} AS one ${from} WHERE k.organization = {:organization} ORDER BY k.created_at DESC, k.id DESC LIMIT {:limit})`,
    { organization, limit },
  )

/** @param {core.App} app @param {string} id */
const keyById = (app, id) => json(app.db(), `SELECT ${whole} AS text ${from} WHERE k.id = {:id}`, { id })

/** @typedef {{ organization: string, at: string, actor: string, action: string, target: string, network: string }} Entry */

/** Adds an entry to the audit. @param {core.App} app @param {Entry} entry */
function note(app, entry) {
  app.save(new Record(app.findCollectionByNameOrId('audit_entries'), { ...entry }))
  return {}
}

/**
 * Adds a key unless `max` keys of its organisation are valid at the instant of `entry`. Returns the outcome, and the key.
 * @param {core.App} app @param {{ key: Record<string, unknown>, max: number, entry: Entry }} request
 */
function addKey(app, { key, max, entry }) {
  /** @type {{ outcome: string, key?: unknown }} */
  let answer = { outcome: 'too_many' }
  app.runInTransaction((tx) => {
    const valid = text(
      tx.db(),
      "SELECT count(*) AS text FROM api_keys WHERE organization = {:organization} AND coalesce(revoked_at, '') = '' AND expires_at > {:at}",
      { organization: entry.organization, at: entry.at },
    )
    if (Number(valid) >= max) return
    if (text(tx.db(), 'SELECT id AS text FROM api_keys WHERE prefix = {:prefix}', { prefix: key.prefix }) !== '') {
      answer = { outcome: 'taken' }
      return
    }
    const record = new Record(tx.findCollectionByNameOrId('api_keys'), { ...key })
    tx.save(record)
    note(tx, entry)
    answer = { outcome: 'added', key: keyById(tx, record.id) }
  })
  return answer
}

/**
 * Revokes a key of an organisation, once; returns it, or `null` if the organisation has none with this id.
 * @param {core.App} app @param {{ id: string, entry: Entry }} request
 */
function revokeKey(app, { id, entry }) {
  let found = null
  app.runInTransaction((tx) => {
    const key = keyById(tx, id)
    if (key === null || key.organization.id !== entry.organization) return
    if (key.revoked_at === '') {
      run(tx.db(), 'UPDATE api_keys SET revoked_at = {:at} WHERE id = {:id}', { at: entry.at, id })
      note(tx, { ...entry, target: key.prefix })
    }
    found = keyById(tx, id)
  })
  return { key: found }
}

/** Notes a use, unless one was noted since `before`. @param {core.App} app @param {{ id: string, at: string, before: string }} request */
function noteUse(app, { id, at, before }) {
  run(
    app.db(),
    "UPDATE api_keys SET last_used_at = {:at} WHERE id = {:id} AND coalesce(last_used_at, '') <= {:before}",
    {
      id,
      at,
      before,
    },
  )
  return {}
}

/** Entries about an organisation, the newest first. @param {core.App} app @param {{ organization: string, limit: number }} request */
const listAudit = (app, { organization, limit }) =>
  text(
    app.db(),
    `SELECT coalesce(json_group_array(json(one)), '[]') AS text FROM (
       SELECT json_object('at', at, 'actor', actor, 'action', action, 'target', coalesce(target, ''), 'network', coalesce(network, '')) AS one
       FROM audit_entries WHERE organization = {:organization} ORDER BY at DESC, rowid DESC LIMIT {:limit})`,
    { organization, limit },
  )

module.exports = { findOrganization, keyByPrefix, listKeys, addKey, revokeKey, noteUse, note, listAudit }
