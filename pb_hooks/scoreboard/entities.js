// What organisations own and pipelines name: wallets, issuers, checks and the like, written over the interface. What may
// change is decided in the same transaction. Saving a record runs its hooks, so paths, rows and their revision follow as
// after an edit in PocketBase's dashboard.
const { text, json } = require(`${__hooks}/scoreboard/sql.js`)
const { bool, revisionOf } = require(`${__hooks}/scoreboard/written.js`)

/**
 * @typedef {{ parent?: [relation: string, collection: string], texts: string[], json?: string[], selects?: string[], bare?: true }} Kind
 * `bare`: without `published`, `description` and `logo`, and with `title` for its name.
 */

/** @type {Record<string, Kind>} */
const kinds = {
  wallets: { texts: ['home_url', 'playstore_url', 'appstore_url'] },
  wallet_versions: { parent: ['wallet', 'wallets'], texts: ['tag'] },
  wallet_actions: { parent: ['wallet', 'wallets'], texts: ['category'] },
  credential_issuers: { texts: ['url'] },
  credentials: {
    parent: ['credential_issuer', 'credential_issuers'],
    texts: ['format', 'display_name', 'credential_configuration_id'],
  },
  verifiers: { texts: ['url'] },
  use_cases_verifications: { parent: ['verifier', 'verifiers'], texts: [], json: ['dcql'] },
  custom_checks: { texts: ['homepage', 'repository'] },
  mobile_runners: { texts: ['type'] },
  conformance_checks: { texts: ['suite_title', 'url'], bare: true },
}

/** @param {string} name @returns {Kind} */
function kindOf(name) {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (kind === undefined) throw new BadRequestError('Not written: no such kind.')
  return kind
}

/** The column that holds the name. @param {Kind} kind */
const nameColumn = ({ bare }) => (bare ? 'title' : 'name')

/** SQL for records `t` of a kind with their parent `a` and their organisation `o`. @param {string} name */
function from(name) {
  const { parent } = kindOf(name)
  return parent
    ? `FROM ${name} t JOIN ${parent[1]} a ON a.id = t.${parent[0]} JOIN organizations o ON o.id = a.owner`
    : `FROM ${name} t JOIN organizations o ON o.id = t.owner`
}

/** SQL for a record `t` as the interface shows it. @param {string} name */
function whole(name) {
  const kind = kindOf(name)
  const { parent, texts, json: jsons = [], bare } = kind
  const members = [
    "'id', t.id",
    "'organization', o.canonified_name",
    `'name', t.${nameColumn(kind)}`,
    "'canonified_name', t.canonified_name",
    "'path', t.path",
    ...(bare
      ? []
      : [
          `'published', ${bool('t.published')}`,
          "'description', coalesce(t.description, '')",
          "'logo', coalesce(t.logo, '')",
        ]),
    ...(parent ? [`'${parent[0]}', a.path`] : []),
    ...texts.map((column) => `'${column}', coalesce(t.${column}, '')`),
    ...jsons.map((column) => `'${column}', json(iif(json_valid(t.${column}), t.${column}, 'null'))`),
    ...(bare ? [] : ["'created', t.created", "'updated', t.updated"]),
  ]
  return `json_object(${members.join(', ')})`
}

/** The writable columns of a kind, in a fixed order. @param {string} name */
function writable(name) {
  const kind = kindOf(name)
  const { parent, texts, json: jsons = [], bare } = kind
  return [
    nameColumn(kind),
    'canonified_name',
    ...(bare ? [] : ['published', 'description', 'logo']),
    ...(parent ? [parent[0]] : []),
    ...texts,
    ...jsons,
  ]
}

/**
 * Records of one kind of an organisation, sorted by path, as JSON text. `parent` is the id or path of what they belong
 * to, `search` a part of name or path, and either '' for all.
 * @param {core.App} app @param {{ kind: string, organization: string, parent: string, search: string, page: number,
 * per_page: number }} request
 */
function listEntities(app, { kind: name, organization, parent, search, page, per_page }) {
  const kind = kindOf(name)
  const conditions = [
    'o.canonified_name = {:organization}',
    ...(kind.parent && parent !== '' ? ['(a.id = {:parent} OR a.path = {:parent})'] : []),
    ...(search === ''
      ? []
      : [`(instr(lower(t.${nameColumn(kind)}), lower({:search})) > 0 OR instr(t.path, lower({:search})) > 0)`]),
  ]
  const only = conditions.join(' AND ')
  return text(
    app.db(),
    `SELECT json_object('total', (SELECT count(*) ${from(name)} WHERE ${only}), 'entities', json((SELECT coalesce(json_group_array(json(one)), '[]') FROM (
       SELECT ${whole(name)} AS one ${from(name)} WHERE ${only} ORDER BY t.path LIMIT {:limit} OFFSET {:offset})))) AS text`,
    { organization, parent, search, limit: per_page, offset: (page - 1) * per_page },
  )
}

/**
 * The record of an organisation with this id; `null` if it has none.
 * @param {core.App} app @param {{ kind: string, organization: string, id: string }} request
 */
function find(app, { kind, organization, id }) {
  const values = { organization, id }
  const found = text(
    app.db(),
    `SELECT t.id AS text ${from(kind)} WHERE t.id = {:id} AND o.canonified_name = {:organization}`,
    values,
  )
  return found === '' ? null : app.findRecordById(kind, found)
}

/** @param {core.App} app @param {{ kind: string, organization: string, id: string }} request */
function readEntity(app, request) {
  const record = find(app, request)
  if (record === null) return null
  return text(
    app.db(),
    `SELECT json_set(${whole(request.kind)}, '$.revision', {:revision}) AS text ${from(request.kind)} WHERE t.id = {:id}`,
    {
      id: record.id,
      revision: revisionOf(record, writable(request.kind)),
    },
  )
}

/** How many records of all kinds an organisation has. @param {core.App} app @param {string} owner */
const countOf = (app, owner) =>
  Number(
    text(
      app.db(),
      `SELECT ${Object.keys(kinds)
        .map((name) => {
          const { parent } = kindOf(name)
          return parent
            ? `(SELECT count(*) FROM ${name} t JOIN ${parent[1]} a ON a.id = t.${parent[0]} WHERE a.owner = {:owner})`
            : `(SELECT count(*) FROM ${name} WHERE owner = {:owner})`
        })
        .join(' + ')} AS text`,
      { owner },
    ),
  )

/**
 * The parent of a new or moved record, by its id or path; `null` if the organisation has none such.
 * @param {core.App} app @param {Kind} kind @param {string} owner @param {string} named
 */
function parentOf(app, { parent }, owner, named) {
  if (!parent) return null
  return json(
    app.db(),
    `SELECT json_object('id', id, 'path', path) AS text FROM ${parent[1]} WHERE owner = {:owner} AND (id = {:named} OR path = {:named})`,
    { owner, named },
  )
}

/** The other record of a kind that has a path; '' for none. @param {core.App} app @param {string} kind @param {string} path @param {string} id */
const takenBy = (app, kind, path, id) =>
  text(app.db(), `SELECT id AS text FROM ${kind} WHERE path = {:path} AND id <> {:id}`, { path, id })

/**
 * Adds a record. `most` is how many an organisation may have, all kinds together. `members` are columns; its relation
 * holds the id or path of the parent.
 * @param {core.App} app @param {{ kind: string, organization: string, members: Record<string, any>, most: number }} request
 */
function createEntity(app, { kind: name, organization, members, most }) {
  const kind = kindOf(name)
  /** @type {{ outcome: string, id?: string, path?: string }} */
  let answer = { outcome: 'unknown_organization' }
  app.runInTransaction((tx) => {
    const owner = text(tx.db(), 'SELECT id AS text FROM organizations WHERE canonified_name = {:organization}', {
      organization,
    })
    if (owner === '') return
    const above = kind.parent
      ? parentOf(tx, kind, owner, String(members[kind.parent[0]]))
      : { id: owner, path: organization }
    if (above === null) {
      answer = { outcome: 'unknown_parent' }
      return
    }
    const path = `${above.path}/${members.canonified_name}`
    const taken = takenBy(tx, name, path, '')
    // A check that a public row named becomes the organisation's own.
    const found = taken !== '' && kind.bare ? tx.findRecordById(name, taken) : null
    const isFree = found?.getBool('found') && found.getString('owner') === ''
    if (taken !== '' && !isFree) {
      answer = { outcome: 'exists', id: taken, path }
      return
    }
    if (countOf(tx, owner) >= most) {
      answer = { outcome: 'too_many' }
      return
    }
    const record = found ?? new Record(tx.findCollectionByNameOrId(name))
    if (found !== null) record.set('found', false)
    fill(record, kind, members)
    if (kind.parent) record.set(kind.parent[0], above.id)
    else record.set('owner', owner)
    if (kind.bare) {
      record.set('path', path)
      record.set('source', 'external')
    }
    tx.save(record)
    answer = { outcome: 'created', id: record.id, path }
  })
  return answer
}

/** @param {core.Record} record @param {Kind} kind @param {Record<string, any>} members */
function fill(record, kind, members) {
  for (const [name, value] of Object.entries(members)) record.set(name === 'name' ? nameColumn(kind) : name, value)
}

/**
 * Changes members of a record. `revisions` lists the acceptable current revisions; `null` accepts any. `{moved}` has the
 * earlier path if it is another one now. A new logo comes by itself; here `logo` is '' to remove it.
 * @param {core.App} app @param {{ kind: string, organization: string, id: string, changes: Record<string, any>,
 * revisions: string[] | null }} request
 */
function changeEntity(app, { changes, revisions, ...request }) {
  const kind = kindOf(request.kind)
  /** @type {{ outcome: string, id?: string, path?: string, same?: boolean, moved?: string }} */
  let answer = { outcome: 'unknown' }
  app.runInTransaction((tx) => {
    const record = find(tx, request)
    if (record === null) return
    if (revisions !== null && !revisions.includes(revisionOf(record, writable(request.kind)))) {
      answer = { outcome: 'stale' }
      return
    }
    const { organization } = request
    const owner = text(tx.db(), 'SELECT id AS text FROM organizations WHERE canonified_name = {:organization}', {
      organization,
    })
    const relation = kind.parent ? kind.parent[0] : ''
    const asked = relation === '' ? undefined : changes[relation]
    const above = kind.parent
      ? parentOf(tx, kind, owner, asked === undefined ? record.getString(relation) : String(asked))
      : { id: owner, path: organization }
    if (above === null) {
      answer = { outcome: 'unknown_parent' }
      return
    }
    const before = record.getString('path')
    const revision = revisionOf(record, writable(request.kind))
    fill(record, kind, changes)
    if (relation !== '') record.set(relation, above.id)
    const path = `${above.path}/${record.getString('canonified_name')}`
    const taken = takenBy(tx, request.kind, path, record.id)
    if (taken !== '') {
      answer = { outcome: 'exists', id: taken, path }
      return
    }
    if (kind.bare) record.set('path', path)
    const same = revisionOf(record, writable(request.kind)) === revision
    tx.save(record)
    answer = { outcome: 'changed', path, same, ...(path === before ? {} : { moved: before }) }
  })
  return answer
}

/** At most so many pipelines are named, and so many runs counted. */
const [namedMax, countedMax] = [20, 1000]

/**
 * What of an organisation names a record or what is below it, by its path `path`: pipelines, and runs up to a thousand.
 * What others have is none of its business.
 * @param {core.App} app @param {string} organization @param {string} path
 */
function namersOf(app, organization, path) {
  const values = { organization, path, one: `"${path}"`, below: `"${path}/` }
  return {
    pipelines: json(
      app.db(),
      `SELECT json_group_array(path) AS text FROM (SELECT p.path FROM pipelines p JOIN organizations o ON o.id = p.owner
         WHERE o.canonified_name = {:organization} AND EXISTS (SELECT 1 FROM json_tree(iif(json_valid(p.definition), p.definition, '{}')) d
           WHERE d.type = 'text' AND (d.value = {:path} OR substr(d.value, 1, length({:path}) + 1) = {:path} || '/'))
         ORDER BY p.path LIMIT ${namedMax})`,
      values,
    ),
    executions: Number(
      text(
        app.db(),
        `SELECT count(*) AS text FROM (SELECT 1 FROM pipeline_results WHERE namespace = {:organization}
           AND (instr(entities, {:one}) > 0 OR instr(entities, {:below}) > 0 OR instr(runner_ids, {:one}) > 0) LIMIT ${countedMax})`,
        values,
      ),
    ),
  }
}

/** The records below another, by collection; without any that has none. @param {core.App} app @param {string} kind @param {string} id */
function childrenOf(app, kind, id) {
  /** @type {Record<string, string[]>} */
  const found = {}
  for (const [name, { parent }] of Object.entries(kinds)) {
    if (!parent || parent[1] !== kind) continue
    const paths = json(
      app.db(),
      `SELECT json_group_array(path) AS text FROM (SELECT path FROM ${name} WHERE ${parent[0]} = {:id} ORDER BY path LIMIT ${namedMax})`,
      { id },
    )
    if (paths.length > 0) found[name] = paths
  }
  return found
}

/**
 * What names the record at an earlier path still.
 * @param {core.App} app @param {{ organization: string, path: string }} request
 */
const namers = (app, { organization, path }) => namersOf(app, organization, path)

/**
 * Deletes a record that nothing of its organisation uses; `used` says by what it is.
 * @param {core.App} app @param {{ kind: string, organization: string, id: string, revisions: string[] | null }} request
 */
function removeEntity(app, { revisions, ...request }) {
  /** @type {{ outcome: string, path?: string, used_by?: Record<string, unknown> }} */
  let answer = { outcome: 'unknown' }
  app.runInTransaction((tx) => {
    const record = find(tx, request)
    if (record === null) return
    if (revisions !== null && !revisions.includes(revisionOf(record, writable(request.kind)))) {
      answer = { outcome: 'stale' }
      return
    }
    const children = childrenOf(tx, request.kind, record.id)
    const { pipelines, executions } = namersOf(tx, request.organization, record.getString('path'))
    if (Object.keys(children).length > 0 || pipelines.length > 0 || executions > 0) {
      answer = { outcome: 'used', used_by: { ...children, pipelines, executions } }
      return
    }
    tx.delete(record)
    answer = { outcome: 'removed', path: record.getString('path') }
  })
  return answer
}

/**
 * SQL condition for records `t` that an organisation may know: its own, and what is public by itself. '' knows all.
 * @param {string} name
 */
function isKnown(name) {
  const { parent, bare } = kindOf(name)
  if (bare) return '1'
  const isPublic = parent ? 't.published = 1 AND a.published = 1' : 't.published = 1'
  return `({:viewer} = '' OR o.canonified_name = {:viewer} OR (${isPublic}))`
}

/** SQL for records `t` of a kind that need no organisation. @param {string} name */
const fromAll = (name) => (kindOf(name).bare ? `FROM ${name} t` : from(name))

/** Differences in length between a name and a path that may be the one meant, and how many such paths are compared. */
const [apartMax, candidatesMax] = [12, 300]

/**
 * Paths that may be meant by names that nothing has, those of the same organisation first, as far as an organisation may
 * know them.
 * @param {core.App} app @param {{ names: [kind: string, name: string][], viewer: string }} request
 */
const candidates = (app, { names, viewer }) =>
  names.map(([kind, name]) =>
    json(
      app.db(),
      `SELECT json_group_array(path) AS text FROM (SELECT t.path ${fromAll(kind)} WHERE ${isKnown(kind)}
         AND (abs(length(t.path) - length({:name})) <= ${apartMax} OR substr(t.path, -length({:last}) - 1) = '/' || {:last})
         ORDER BY substr(t.path, 1, length({:first})) = {:first} DESC, substr(t.path, -length({:last})) = {:last} DESC, t.path LIMIT ${candidatesMax})`,
      { viewer, name, first: name.slice(0, name.indexOf('/') + 1), last: name.slice(name.lastIndexOf('/') + 1) },
    ),
  )

/**
 * What an organisation may choose of each kind, its own first: `{kind: [[path, name]]}`, at most `most` of each.
 * @param {core.App} app @param {{ kinds: string[], viewer: string, most: number }} request
 */
const choices = (app, { kinds: asked, viewer, most }) =>
  Object.fromEntries(
    asked.map((name) => [
      name,
      json(
        app.db(),
        `SELECT json_group_array(json_array(path, name)) AS text FROM (SELECT t.path, t.${nameColumn(kindOf(name))} AS name ${fromAll(name)}
           WHERE ${isKnown(name)} ORDER BY substr(t.path, 1, length({:viewer}) + 1) = {:viewer} || '/' DESC, t.path LIMIT {:most})`,
        { viewer, most },
      ),
    ]),
  )

module.exports = {
  listEntities,
  readEntity,
  createEntity,
  changeEntity,
  removeEntity,
  namers,
  candidates,
  choices,
}
