const { run, now } = require(`${__hooks}/scoreboard/sql.js`)
const { numbers, days, concealed, relations, privatePaths, publicPaths, isOfOther } = require(
  `${__hooks}/scoreboard/columns.js`,
)

// Makes the rows that visitors see from the last aggregation's results for all pipelines (`scoreboard_rows`, which
// nobody may read). What a private row must not reveal is not even stored in the table that visitors read: if only the
// answer were blanked, filters could still find it.

/**
 * Which row visitors see for a pipeline: `named`; `anonymous`, without anything that leads to the pipeline; `listed`,
 * with only what is public by itself; or `none`. An owner who chose `anonymous` stays anonymous even when the pipeline
 * is published.
 * @param {core.Record} pipeline @returns {'named' | 'anonymous' | 'listed' | 'none'}
 */
function stateOf(pipeline) {
  const visibility = pipeline.getString('scoreboard_visibility')
  if (visibility === 'anonymous') return 'anonymous'
  if (pipeline.getBool('published')) return visibility === 'hidden' ? 'none' : 'named'
  if (visibility === 'listed') return 'listed'
  return visibility === '' ? 'anonymous' : 'none'
}

/** `stateOf` as SQL conditions on the pipeline `p`. */
const named = "(p.published = 1 AND p.scoreboard_visibility NOT IN ('hidden', 'anonymous'))"
const listed = "(p.published = 0 AND p.scoreboard_visibility = 'listed')"
const anonymous = "(p.scoreboard_visibility = 'anonymous' OR (p.published = 0 AND p.scoreboard_visibility = ''))"

const today = "strftime('%Y-%m-%d 00:00:00.000Z','now')"
/** @param {string} column */
const dayOf = (column) => `iif(${column} = '', '', substr(${column}, 1, 10) || ' 00:00:00.000Z')`
/** @param {string} column */
const jsonOf = (column) => `iif(json_valid(${column}), ${column}, '[]')`

/** SQL for the ids in a column whose records meet a condition. @param {string} column @param {string} condition */
const idsOf = (column, condition) =>
  `(SELECT json_group_array(n.value) FROM json_each(${jsonOf(`s.${column}`)}) n CROSS JOIN ${relations[column]?.[0]} t ON t.id = n.value WHERE ${condition})`
/**
 * SQL for the texts in a column that are no private paths, and no paths of another organisation than the pipeline's unless
 * they are public: one that is left out must not say that it exists.
 * @param {string} column
 */
const namesOf = (column) =>
  `(SELECT json_group_array(n.value) FROM json_each(${jsonOf(`s.${column}`)}) n
    WHERE CASE WHEN ${isOfOther('n.value', 'p.owner')} THEN n.value IN (${publicPaths}) ELSE n.value NOT IN (${privatePaths}) END)`
/** SQL for a value of each check in a row that the catalogue has. @param {string} value */
const checksOf = (value) =>
  `(SELECT json_group_array(${value}) FROM json_each(${jsonOf('s.conformance_checks')}) n CROSS JOIN conformance_checks t ON t.path = n.value)`

/** Column → SQL of its value. @type {Record<string, string>} */
const values = {
  // Random. No other column of the table identifies the pipeline, since lists come in the order of an index.
  id: 's.row',
  pipeline: `iif(${named}, s.pipeline, '')`,
  anonymous: `iif(${named}, 0, 1)`,
  aggregation: '{:aggregation}',
  // The instant at which a pipeline became private could identify it.
  created: `iif(${named}, ${now}, ${today})`,
  updated: `iif(${named}, ${now}, ${today})`,
  ...Object.fromEntries(numbers.map((name) => [name, `s.${name}`])),
  ...Object.fromEntries(days.map((name) => [name, `iif(${named}, s.${name}, ${dayOf(`s.${name}`)})`])),
  ...Object.fromEntries(Object.entries(concealed).map(([name, empty]) => [name, `iif(${named}, s.${name}, ${empty})`])),
  ...Object.fromEntries(
    Object.entries(relations).map(([name, [, isPublic]]) => [
      name,
      `CASE WHEN ${named} OR ${listed} THEN ${idsOf(name, isPublic)} ELSE '[]' END`,
    ]),
  ),
  latest_successful_execution: `iif(${named}, coalesce((SELECT r.id FROM pipeline_results r WHERE r.id = s.latest_successful_execution), ''), '')`,
  conformance_checks: `CASE WHEN ${named} THEN ${namesOf('conformance_checks')} WHEN ${listed} THEN ${checksOf('t.path')} ELSE '[]' END`,
  conformance_check_refs: `CASE WHEN ${named} OR ${listed} THEN ${checksOf('t.id')} ELSE '[]' END`,
  runner_types: `iif(${named}, ${namesOf('runner_types')}, '[]')`,
  unresolved: `iif(${named}, s.unresolved, '[]')`,
}

/**
 * Writes the rows that visitors see. Existing rows keep their ids. New ones are inserted in random order, because their
 * order in the table could identify their pipelines. An unchanged row keeps its instant, because a new one would reveal
 * a private change.
 * @param {dbx.Builder} db @param {string} aggregation @param {{ only: string, values?: Record<string, unknown> }} what
 */
function writeRows(db, aggregation, { only, values: given }) {
  const columns = Object.keys(values)
  const kept = ['id', 'created']
  const changed = columns.filter((name) => !kept.includes(name) && name !== 'updated')
  run(
    db,
    `INSERT INTO pipeline_scoreboard_cache (${columns.join(', ')})
     SELECT ${columns.map((name) => values[name]).join(', ')}
     FROM scoreboard_rows s JOIN pipelines p ON p.id = s.pipeline
     WHERE (${named} OR ${listed} OR ${anonymous}) AND ${only} ORDER BY random()
     ON CONFLICT (id) DO UPDATE SET ${columns
       .filter((name) => !kept.includes(name))
       .map((name) => `${name} = excluded.${name}`)
       .join(', ')}
     WHERE ${changed.map((name) => `pipeline_scoreboard_cache.${name} IS NOT excluded.${name}`).join(' OR ')}`,
    { aggregation, ...given },
  )
}

/**
 * Adds checks that public rows name but the catalogue lacks, as external ones. Leaves out those of private pipelines
 * and those named like a private path, because everybody can read the catalogue, and those below the name of another
 * organisation than the pipeline's, whose names they would take.
 * @param {dbx.Builder} db @param {{ only: string, values?: Record<string, unknown> }} what
 */
function addChecks(db, { only, values: given }) {
  const suite = "rtrim(n.value, replace(n.value, '/', ''))"
  run(
    db,
    `INSERT INTO conformance_checks (path, title, suite_title, url, source, found)
     SELECT DISTINCT n.value, substr(coalesce(nullif(substr(n.value, length(${suite}) + 1), ''), n.value), 1, 300),
       substr(rtrim(${suite}, '/'), 1, 300), '', 'external', 1
     FROM scoreboard_rows s JOIN pipelines p ON p.id = s.pipeline, json_each(${jsonOf('s.conformance_checks')}) n
     WHERE ${named} AND ${only} AND length(n.value) BETWEEN 1 AND 600 AND n.value NOT IN (${privatePaths}) AND NOT ${isOfOther('n.value', 'p.owner')}
       AND NOT EXISTS (SELECT 1 FROM conformance_checks t WHERE t.path = n.value)
     ON CONFLICT (path) DO NOTHING`,
    given,
  )
}

/**
 * Deletes checks that `addChecks` added and that no public row names any more. Returns whether there were any.
 * @param {dbx.Builder} db
 */
const dropChecks = (db) =>
  run(
    db,
    `DELETE FROM conformance_checks WHERE found = 1 AND path NOT IN (
       SELECT n.value FROM pipeline_scoreboard_cache c, json_each(${jsonOf('c.conformance_checks')}) n WHERE c.anonymous = 0)`,
  ) > 0

/**
 * Rewrites the rows that list records used by pipelines, after some of these became public or private by themselves.
 * @param {dbx.Builder} db @param {string} aggregation
 */
const writeUsing = (db, aggregation) => writeRows(db, aggregation, { only: `(${named} OR ${listed})` })

module.exports = { stateOf, named, writeRows, addChecks, dropChecks, writeUsing }
