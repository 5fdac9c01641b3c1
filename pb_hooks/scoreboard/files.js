/** SQL for a column of file names as a JSON array; empty for an empty column. @param {string} column */
const list = (column) =>
  `json(CASE WHEN coalesce(${column}, '') = '' THEN '[]' WHEN json_valid(${column}) THEN ${column} ELSE json_array(${column}) END)`

/**
 * SQL for the files stored with an execution: `{id, screenshots, videos, logs, report}`.
 * @param {string} r the execution's alias in the query
 */
const filesOf = (r) =>
  `json_object('id', ${r}.id, ${['screenshots', 'videos', 'logs', 'report'].map((name) => `'${name}', ${list(`${r}.${name}`)}`).join(', ')})`

/**
 * SQL for the organisation that owns a pipeline, with its logo: `{id, logo}`.
 * @param {string} p the pipeline's alias in the query
 */
const ownerOf = (p) =>
  `(SELECT json_object('id', o.id, 'logo', coalesce(o.logo, '')) FROM organizations o WHERE o.id = ${p}.owner)`

module.exports = { filesOf, ownerOf }
