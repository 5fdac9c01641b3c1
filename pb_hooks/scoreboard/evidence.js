const { run } = require(`${__hooks}/scoreboard/sql.js`)

/** Each may be percent-encoded, also more than once: `-`, `%2D`, `%252D`. Around it, text stays as it is, broken sequences too. */
const digit = '(?:[0-9a-f]|%(?:25)*(?:3[0-9]|[46][1-6]))'
const hyphen = '(?:-|%(?:25)*2d)'

/** Ids of sessions and campaigns, which are in every address of evidence. */
const uuids = new RegExp([8, 4, 4, 4, 12].map((length) => `${digit}{${length}}`).join(hyphen), 'gi')

/**
 * The steps of an execution without what opens evidence: members that name sessions, and ids of sessions in any text. What
 * holds no session comes back equal.
 * @param {unknown} steps @returns {unknown}
 */
function withoutSessions(steps) {
  if (typeof steps === 'string') return steps.replace(uuids, '[withheld]')
  if (Array.isArray(steps)) return steps.map(withoutSessions)
  if (typeof steps !== 'object' || steps === null) return steps
  return Object.fromEntries(
    Object.entries(steps)
      .filter(([name]) => !/^session_?ids?$/i.test(name))
      .map(([name, value]) => [name.replace(uuids, '[withheld]'), withoutSessions(value)]),
  )
}

/** Whether everybody may read the evidence of a pipeline. @param {core.Record} pipeline */
const isPublic = (pipeline) => pipeline.getBool('published') && pipeline.getBool('evidence_public')

/**
 * Keeps the steps of an execution in both forms, whole and without sessions, and puts into `steps` the one that may be read.
 * A filter or a subscription of a visitor so meets nothing else. Steps that name no session are in `steps` alone.
 * @param {core.App} app @param {core.Record} result
 */
function divideSteps(app, result) {
  const given = result.getString('steps')
  if (!result.isNew() && given === result.original().getString('steps')) {
    // Unchanged: what is kept stays, for `steps` may be only a part of it. Another pipeline may have other readers.
    if (!hasBoth(result)) return
  } else {
    const told = JSON.stringify(withoutSessions(JSON.parse(given || 'null')))
    const isWhole = told === JSON.stringify(JSON.parse(given || 'null'))
    result.set('steps_whole', isWhole ? null : JSON.parse(given))
    result.set('steps_told', isWhole ? null : JSON.parse(told))
    if (isWhole) return
  }
  const pipeline = app.findRecordById('pipelines', result.getString('pipeline'))
  result.set('steps', JSON.parse(result.getString(isPublic(pipeline) ? 'steps_whole' : 'steps_told')))
}

/** @param {core.Record} result */
const hasBoth = (result) => !['', 'null'].includes(result.getString('steps_whole'))

/**
 * When a pipeline's evidence is opened or closed, its executions follow in the same transaction.
 * @param {core.App} tx @param {core.Record} before @param {core.Record} pipeline
 */
function followEvidence(tx, before, pipeline) {
  if (isPublic(before) === isPublic(pipeline)) return
  run(
    tx.db(),
    `UPDATE pipeline_results SET steps = ${isPublic(pipeline) ? 'steps_whole' : 'steps_told'}
     WHERE pipeline = {:id} AND coalesce(steps_whole, 'null') NOT IN ('', 'null')`,
    { id: pipeline.id },
  )
}

module.exports = { divideSteps, followEvidence }
