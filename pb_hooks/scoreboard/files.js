/** SQL of a column of file names as a JSON array; nothing is one or none too. */
const list = (column) => `json(CASE WHEN coalesce(${column}, '') = '' THEN '[]' WHEN json_valid(${column}) THEN ${column} ELSE json_array(${column}) END)`

/** SQL of what is kept of an execution: `{id, screenshots, videos, logs, report}`. */
const filesOf = (r) =>
  `json_object('id', ${r}.id, ${['screenshots', 'videos', 'logs', 'report'].map((name) => `'${name}', ${list(`${r}.${name}`)}`).join(', ')})`

/** SQL of the organisation that owns a pipeline, with its logo: `{id, logo}`. */
const ownerOf = (p) => `(SELECT json_object('id', o.id, 'logo', coalesce(o.logo, '')) FROM organizations o WHERE o.id = ${p}.owner)`

module.exports = { filesOf, ownerOf }
